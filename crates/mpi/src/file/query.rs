//! The MPI functions that query files, and those on hints and atomicity.
use super::collective::gather;
use super::failure::{Action, IoFailure};
use super::plan::aggregators;
use crate::abi;
use crate::error::{Call, Result, fail};
use crate::ffi::args::Out;
use crate::ffi::gate;
use crate::objects::coll::Sequence;

/// MPI_File_get_amode
pub fn get_amode(_: Call, fh: abi::File, amode: Out<i32>) -> Result {
    amode.set(gate::enter().file(fh)?.mode);
    Ok(())
}

/// MPI_File_get_group
pub fn get_group(_: Call, fh: abi::File, group: Out<abi::Group>) -> Result {
    let mut s = gate::enter();
    let f = s.file(fh)?;
    let (ranks, session) = (f.group.clone(), s.comm(f.comm)?.session);
    group.set(s.new_group(ranks, session));
    Ok(())
}

/// MPI_File_get_size
pub fn get_size(_: Call, fh: abi::File, size: Out<i64>) -> Result {
    let open = gate::enter().file(fh)?.open.clone();
    match open.file.metadata() {
        Ok(facts) => {
            size.set(facts.len() as i64);
            Ok(())
        }
        Err(e) => Err(IoFailure::new(Action::Size, &e).error(open.rank, &open.path)),
    }
}

/// MPI_File_get_info. Returns every known hint with its value in force.
pub fn get_info(_: Call, fh: abi::File, info: Out<abi::Info>) -> Result {
    let mut s = gate::enter();
    let f = s.file(fh)?;
    let all = f.hints.info(aggregators(&f.hosts, &f.hints, true).len());
    info.set(s.infos.add(all));
    Ok(())
}

/// MPI_File_set_info. The hints that processes must share are those of rank 0.
pub fn set_info(call: Call, fh: abi::File, info: abi::Info) -> Result {
    let (agreement, mut hints) = {
        let mut s = gate::enter();
        let given = s.infos.or_null(info)?;
        let f = s.file(fh)?;
        let mut hints = f.hints;
        hints.accept(&given);
        (s.file_agreement(call, fh, Sequence::Blocking)?, hints)
    };
    hints.adopt(agreement.wait(gather(&agreement, hints.to_words()))?[0]);
    gate::enter().file_mut(fh)?.hints = hints;
    Ok(())
}

/// MPI_File_get_atomicity
pub fn get_atomicity(_: Call, fh: abi::File, flag: Out<i32>) -> Result {
    flag.set(gate::enter().file(fh)?.atomic.into());
    Ok(())
}

/// MPI_File_set_atomicity
pub fn set_atomicity(call: Call, fh: abi::File, flag: i32) -> Result {
    let agreement = gate::enter().file_agreement(call, fh, Sequence::Blocking)?;
    let all = agreement.wait(gather(&agreement, [u64::from(flag != 0)]))?;
    if all.iter().any(|w| w[0] != all[0][0]) {
        return fail(abi::MPI_ERR_NOT_SAME, "the ranks passed different flags");
    }
    gate::enter().file_mut(fh)?.atomic = flag != 0;
    Ok(())
}
