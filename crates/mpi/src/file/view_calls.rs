//! The MPI functions on views (MPI 5.0, 14.3).
use super::calls::not_split;
use super::collective::gather;
use super::shared::{set_shared, shared_position};
use crate::abi;
use crate::error::{Call, Result, fail};
use crate::ffi::args::{Out, Text, TextOut};
use crate::ffi::gate;
use crate::objects::coll::Sequence;
use crate::objects::datatype::{Type, TypeLayout};
use crate::objects::file::datarep::{Representation, unequal};
use crate::objects::file::view::FileView;
use crate::state::State;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

impl State {
    fn representation(&self, name: Text) -> Result<Representation> {
        let name = name.get().unwrap_or_default();
        Ok(match name.as_slice() {
            b"native" => Representation::Native,
            b"internal" => Representation::Internal,
            b"external32" => Representation::External32,
            other => match self.files.representations.iter().find(|r| r.name == other) {
                Some(user) => Representation::User(user.clone()),
                None => {
                    let why = format!("there is no data representation `{}`", String::from_utf8_lossy(other));
                    return fail(abi::MPI_ERR_UNSUPPORTED_DATAREP, why);
                }
            },
        })
    }
}

/// Blocks of a datatype whose order is checked. More: views of datatypes with many blocks take longer to set.
const CHECKED: usize = 1 << 16;

/// Refuses a datatype whose places are negative or descend and, if the program may write the file, whose places overlap
/// (MPI 5.0, 14.1.1).
fn check_order(what: &str, layout: &TypeLayout, writes: bool) -> Result {
    let (mut last, mut left, mut ascends) = ((0, 0), CHECKED, layout.extent > 0 || layout.size == 0);
    layout.part(0, layout.size, &mut |offset, len| {
        let least = if writes { last.0 + last.1 } else { last.0 };
        ascends &= offset >= least;
        (last, left) = ((offset, len as i64), left - 1);
        ascends && left > 0
    });
    match ascends {
        true => Ok(()),
        false => fail(abi::MPI_ERR_IO, format!("{what} has places that are negative, descend, or overlap")),
    }
}

/// Makes a view. Calls a function of the program if it registered the representation, so the caller must not hold a
/// guard.
fn make(
    displacement: u64,
    (etype, filetype): (abi::Datatype, abi::Datatype),
    representation: Representation,
    writes: bool,
) -> Result<FileView> {
    let (element, file): (Arc<Type>, Arc<Type>) = {
        let s = gate::enter();
        (s.types.committed(etype)?.clone(), s.types.committed(filetype)?.clone())
    };
    let (memory, l) = (element.layout.size, &file.layout);
    // A filetype without bytes is that of a rank that accesses nothing.
    if memory == 0 || !l.size.is_multiple_of(memory) {
        let why = format!("a filetype of {} bytes is not made of etypes of {memory} bytes", l.size);
        return fail(abi::MPI_ERR_ARG, why);
    }
    check_order("the etype", &element.layout, writes)?;
    check_order("the filetype", l, writes)?;
    let unit = representation.size(&element, etype)?;
    let layout = match unit == memory {
        true => l.clone(),
        false if !element.layout.solid() => return Err(unequal("the etype")),
        false => l.scaled((unit, memory)).ok_or_else(|| unequal("the filetype"))?,
    };
    if i128::from(displacement) + i128::from(layout.true_lb + layout.true_extent) >= 1 << 62 {
        return fail(abi::MPI_ERR_ARG, format!("the displacement {displacement} is beyond the largest file"));
    }
    let disjoint = writes || check_order("the filetype", &layout, true).is_ok();
    let ascends = disjoint && layout.true_extent <= layout.extent;
    Ok(FileView { displacement, etype, filetype, unit, layout, ascends, representation })
}

/// Returns the first byte of a view.
fn displacement(call: Call, fh: abi::File, disp: i64) -> Result<u64> {
    let sequential = gate::enter().file(fh)?.is_sequential();
    if disp == i64::from(abi::MPI_DISPLACEMENT_CURRENT) && sequential {
        let view = gate::enter().file(fh)?.view.clone();
        let at = shared_position(call, fh)?;
        return Ok(view.offset(at * view.unit));
    }
    match u64::try_from(disp) {
        Ok(_) if sequential => {
            fail(abi::MPI_ERR_DISP, "a sequential file takes only MPI_DISPLACEMENT_CURRENT as displacement")
        }
        Ok(disp) => Ok(disp),
        Err(_) => fail(abi::MPI_ERR_DISP, format!("the displacement is {disp}; it must not be negative")),
    }
}

/// MPI_File_set_view. Sets the pointers to the view's beginning. All ranks get an error if one of them passed a wrong
/// argument.
#[allow(clippy::too_many_arguments)]
pub fn set_view(
    call: Call,
    fh: abi::File,
    disp: i64,
    etype: abi::Datatype,
    filetype: abi::Datatype,
    datarep: Text,
    info: abi::Info,
) -> Result {
    not_split(fh)?;
    let (agreement, mut hints, sequential) = {
        let mut s = gate::enter();
        let f = s.file(fh)?;
        let (hints, sequential) = (f.hints, f.is_sequential());
        (s.file_agreement(call, fh, Sequence::Blocking)?, hints, sequential)
    };
    if sequential {
        // No rank reads the shared pointer (MPI_DISPLACEMENT_CURRENT) before all ranks' earlier accesses have moved it.
        agreement.wait(gather(&agreement, [0]))?;
    }
    let given = gate::enter().infos.or_null(info);
    let made = given.and_then(|given| {
        hints.accept(&given);
        let representation = gate::enter().representation(datarep)?;
        let writes = gate::enter().file(fh)?.may(true);
        make(displacement(call, fh, disp)?, (etype, filetype), representation, writes)
    });
    let mut alike = DefaultHasher::new();
    made.as_ref().ok().map(|v| (v.unit, v.representation.name())).hash(&mut alike);
    let class = made.as_ref().err().map_or(0, |e| e.code as u64);
    let [aggregators, buffer, write, read, stripe] = hints.to_words();
    let mine = [class, alike.finish(), aggregators, buffer, write, read, stripe];
    let all = agreement.wait(gather(&agreement, mine))?;
    let view = made?;
    if let Some(rank) = all.iter().position(|w| w[0] != 0) {
        return fail(all[rank][0] as i32, format!("rank {rank} passed a wrong argument"));
    }
    if all.iter().any(|w| w[1] != all[0][1]) {
        let why = "the ranks passed etypes of different sizes, or different data representations";
        return fail(abi::MPI_ERR_NOT_SAME, why);
    }
    hints.adopt([2, 3, 4, 5, 6].map(|i| all[0][i]));
    {
        let mut s = gate::enter();
        s.types.keep(view.etype);
        s.types.keep(view.filetype);
        let f = s.file_mut(fh)?;
        (f.position, f.hints) = (0, hints);
        let old = std::mem::replace(&mut f.view, Arc::new(view));
        s.types.let_go(old.etype);
        s.types.let_go(old.filetype);
    }
    let set = if agreement.team().rank() == 0 { set_shared(call, fh, 0) } else { Ok(()) };
    // No rank moves the shared pointer before it is at the view's beginning.
    agreement.wait(gather(&agreement, [0]))?;
    set
}

/// MPI_File_get_view. The program frees the datatypes unless they are predefined.
pub fn get_view(
    _: Call,
    fh: abi::File,
    disp: Out<i64>,
    etype: Out<abi::Datatype>,
    filetype: Out<abi::Datatype>,
    datarep: TextOut,
) -> Result {
    let mut s = gate::enter();
    let view = s.file(fh)?.view.clone();
    s.types.keep(view.etype);
    s.types.keep(view.filetype);
    disp.set(view.displacement as i64);
    etype.set(view.etype);
    filetype.set(view.filetype);
    datarep.set(view.representation.name(), abi::MPI_MAX_DATAREP_STRING as usize);
    Ok(())
}

/// MPI_File_get_type_extent
pub fn get_type_extent(_: Call, fh: abi::File, datatype: abi::Datatype, extent: Out<i64>) -> Result {
    let (ty, view) = {
        let s = gate::enter();
        let view = s.file(fh)?.view.clone();
        (s.types.find(datatype)?.clone(), view)
    };
    extent.set(view.representation.extent(&ty, datatype)?);
    Ok(())
}
