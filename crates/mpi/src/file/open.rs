//! MPI_File_open, MPI_File_close, MPI_File_delete (MPI 5.0, 14.2).
use super::calls::not_split;
use super::collective::{first_failure, gather};
use super::failure::{Action, IoFailure};
use super::pointer::end_of_file;
use super::shared::{free_shared, make_shared, set_shared};
use crate::abi::{
    self, MPI_MODE_APPEND, MPI_MODE_CREATE, MPI_MODE_DELETE_ON_CLOSE, MPI_MODE_EXCL, MPI_MODE_RDONLY, MPI_MODE_RDWR,
    MPI_MODE_SEQUENTIAL, MPI_MODE_UNIQUE_OPEN, MPI_MODE_WRONLY,
};
use crate::agreement::Agreement;
use crate::context;
use crate::error::{Call, On, Result, error, fail};
use crate::ffi::args::{Out, Text};
use crate::ffi::{files, gate};
use crate::objects::coll::Sequence;
use crate::objects::comm::Comm;
use crate::objects::file::hints;
use crate::objects::file::hints::Hints;
use crate::objects::file::object::{File, OpenFile};
use crate::objects::file::view::FileView;
use clump_coll::Ranks;
use std::ffi::OsString;
use std::fs::OpenOptions;
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

/// All access modes.
const MODES: i32 = MPI_MODE_RDONLY
    | MPI_MODE_RDWR
    | MPI_MODE_WRONLY
    | MPI_MODE_CREATE
    | MPI_MODE_EXCL
    | MPI_MODE_DELETE_ON_CLOSE
    | MPI_MODE_UNIQUE_OPEN
    | MPI_MODE_SEQUENTIAL
    | MPI_MODE_APPEND;

/// Checks an access mode (MPI 5.0, 14.2.1).
fn check_mode(mode: i32) -> Result {
    let ways = [MPI_MODE_RDONLY, MPI_MODE_RDWR, MPI_MODE_WRONLY].map(|way| i32::from(mode & way != 0));
    let why = match mode {
        _ if ways.iter().sum::<i32>() != 1 => {
            "it must have exactly one of MPI_MODE_RDONLY, MPI_MODE_RDWR and MPI_MODE_WRONLY"
        }
        m if m & MPI_MODE_RDONLY != 0 && m & (MPI_MODE_CREATE | MPI_MODE_EXCL) != 0 => {
            "MPI_MODE_RDONLY excludes MPI_MODE_CREATE and MPI_MODE_EXCL"
        }
        m if m & MPI_MODE_RDWR != 0 && m & MPI_MODE_SEQUENTIAL != 0 => "MPI_MODE_RDWR excludes MPI_MODE_SEQUENTIAL",
        m if m & !MODES != 0 => "it has bits that are no MPI_MODE_ constant for files",
        _ => return Ok(()),
    };
    fail(abi::MPI_ERR_AMODE, format!("the access mode is {mode}: {why}"))
}

/// Returns the path that a file name means, and whether the name's prefix says that the file lies on NFS. The prefixes
/// are ROMIO's names of file systems.
fn path(name: Text) -> Result<(PathBuf, bool)> {
    let name = name.get().ok_or_else(|| error(abi::MPI_ERR_BAD_FILE, "the file name is a null pointer"))?;
    let (rest, nfs) = match (name.strip_prefix(b"ufs:"), name.strip_prefix(b"nfs:")) {
        (Some(rest), _) => (rest, false),
        (_, Some(rest)) => (rest, true),
        _ => (&name[..], false),
    };
    match rest {
        b"" => fail(abi::MPI_ERR_BAD_FILE, "the file name is empty"),
        _ => Ok((OsString::from_vec(rest.to_vec()).into(), nfs)),
    }
}

/// How a process opens the file.
struct Opener {
    path: PathBuf,
    mode: i32,
}

impl Opener {
    fn open(&self, create: bool) -> std::result::Result<std::fs::File, IoFailure> {
        let has = |mode| self.mode & mode != 0;
        let mut options = OpenOptions::new();
        options.read(!has(MPI_MODE_WRONLY)).write(!has(MPI_MODE_RDONLY));
        match create && has(MPI_MODE_CREATE) {
            true if has(MPI_MODE_EXCL) => options.create_new(true),
            true => options.create(true).truncate(false),
            false => &mut options,
        };
        options.open(&self.path).map_err(|e| IoFailure::new(Action::Open, &e))
    }
}

/// The arguments of MPI_File_open, checked by this process.
struct Arguments {
    opener: Opener,
    nfs: bool,
    hints: Hints,
}

fn arguments(name: Text, mode: i32, info: abi::Info) -> Result<Arguments> {
    let mut hints = Hints::default();
    hints.accept(&gate::enter().infos.or_null(info)?);
    check_mode(mode)?;
    let (path, nfs) = path(name)?;
    Ok(Arguments { opener: Opener { path, mode }, nfs, hints })
}

/// Opens the file on all processes: rank 0 creates it first if the mode says so, so that MPI_MODE_EXCL has one winner.
fn open_everywhere(agreement: &Agreement, opener: &Opener) -> Result<std::fs::File> {
    let rank = agreement.team().rank();
    let creates = opener.mode & MPI_MODE_CREATE != 0;
    let mut opened = (!creates || rank == 0).then(|| opener.open(true));
    let failed = |opened: &Option<std::result::Result<std::fs::File, IoFailure>>| {
        opened.as_ref().and_then(|o| o.as_ref().err().copied())
    };
    let tell = |failure| agreement.wait(gather(agreement, IoFailure::to_words(failure)));
    let mut all = tell(failed(&opened))?;
    if creates && IoFailure::of_words(all[0]).is_none() {
        opened = opened.or_else(|| Some(opener.open(false)));
        all = tell(failed(&opened))?;
    }
    first_failure(&all, rank as u32, failed(&opened), &opener.path)?;
    match opened {
        Some(Ok(file)) => Ok(file),
        _ => fail(abi::MPI_ERR_INTERN, "a file is open on some processes only"),
    }
}

/// MPI_File_open
pub fn open(call: Call, comm: abi::Comm, name: Text, mode: i32, info: abi::Info, fh: Out<abi::File>) -> Result {
    fh.set(abi::MPI_FILE_NULL);
    let (agreement, group, hosts) = {
        let mut s = gate::enter();
        let group = s.intra(comm)?.local.clone();
        let endpoint = s.endpoint();
        let hosts: Arc<[u32]> = group.iter().map(|job| endpoint.host_of(job)).collect();
        (Agreement::of(&mut s, call, comm)?, group, hosts)
    };
    let given = arguments(name, mode, info);
    let class = given.as_ref().err().map_or(0, |e| e.code as u64);
    let shared: [u64; hints::WORDS] = given.as_ref().map_or([0; hints::WORDS], |a| a.hints.to_words());
    let [aggregators, buffer, write, read, stripe] = shared;
    let mine = [class, mode as u64, aggregators, buffer, write, read, stripe];
    let all = agreement.wait(gather(&agreement, mine))?;
    let Arguments { opener, nfs, mut hints } = given?;
    if let Some(rank) = all.iter().position(|w| w[0] != 0) {
        return fail(all[rank][0] as i32, format!("rank {rank} passed a wrong argument"));
    }
    if all.iter().any(|w| w[1] != all[0][1]) {
        return fail(abi::MPI_ERR_NOT_SAME, "the ranks passed different access modes");
    }
    hints.adopt([2, 3, 4, 5, 6].map(|i| all[0][i]));
    let file = open_everywhere(&agreement, &opener)?;
    let is_nfs = nfs || files::is_nfs(&file);
    let rank = agreement.team().rank() as u32;
    // MPI_File_close deletes this file, also if the program has changed its working directory.
    let path = std::path::absolute(&opener.path).unwrap_or(opener.path);
    let open = OpenFile { file, path, rank, is_nfs, atomic_access: Mutex::new(()) };
    let context = agreement.wait(context::agree(&agreement))??;
    let own = own_comm(comm, context, rank, group.clone())?;
    let shared = make_shared(call, own, group.len())?;
    let handle = {
        let mut s = gate::enter();
        let errhandler = s.files.null_handler;
        s.handlers.keep(errhandler)?;
        let object = File {
            open: Arc::new(open),
            mode,
            comm: own,
            group,
            hosts,
            view: Arc::new(FileView::whole()),
            position: 0,
            shared,
            errhandler,
            hints,
            atomic: false,
            split: None,
        };
        abi::File(s.files.table.insert(object))
    };
    if mode & MPI_MODE_APPEND != 0 {
        let end = end_of_file(handle)? as u64;
        gate::enter().file_mut(handle)?.position = end;
        if rank == 0 {
            set_shared(call, handle, end)?;
        }
        agreement.wait(gather(&agreement, [0]))?;
    }
    fh.set(handle);
    Ok(())
}

/// Makes the file's own communicator.
fn own_comm(parent: abi::Comm, context: u16, rank: u32, group: Arc<Ranks>) -> Result<abi::Comm> {
    let mut s = gate::enter();
    let mut own = Comm::intra(context, rank, group);
    own.errhandler = abi::MPI_ERRORS_RETURN;
    own.session = s.comm(parent)?.session;
    let handle = abi::Comm(s.comms.insert(own));
    s.comm_mut(handle)?.handle = handle;
    s.introduce(handle)?;
    Ok(handle)
}

/// MPI_File_close. Once all processes are here, rank 0 deletes a file that was opened with MPI_MODE_DELETE_ON_CLOSE. If
/// one of them is gone, the others close the file without it, and the call fails.
pub fn close(call: Call, fh: Out<abi::File>) -> Result {
    let handle = fh.get();
    not_split(handle)?;
    let agreement = gate::enter().file_agreement(call, handle, Sequence::Blocking)?;
    let met = agreement.wait(gather(&agreement, [0]));
    let Some(file) = gate::enter().files.table.remove(handle.0) else { return Ok(()) };
    fh.set(abi::MPI_FILE_NULL);
    let (rank, path) = (file.open.rank, file.open.path.clone());
    let freed = free_shared(call, file.shared);
    // An access in progress, which the program has not waited for, keeps the file open.
    let closed = Arc::try_unwrap(file.open).map_or(Ok(()), |open| files::close(open.file));
    let mut failed = closed.err().map(|e| IoFailure::new(Action::Close, &e));
    if rank == 0 && file.mode & MPI_MODE_DELETE_ON_CLOSE != 0 {
        let deleted = std::fs::remove_file(&path).err();
        failed = failed.or_else(|| deleted.map(|e| IoFailure::new(Action::Delete, &e)));
    }
    let all = met.and_then(|_| agreement.wait(gather(&agreement, IoFailure::to_words(failed))));
    {
        let mut s = gate::enter();
        s.types.let_go(file.view.etype);
        s.types.let_go(file.view.filetype);
    }
    drop(agreement);
    gate::enter().drop_comm(file.comm);
    match all.and_then(|all| freed.and(first_failure(&all, rank, failed, &path))) {
        Ok(()) => {
            gate::enter().handlers.let_go(file.errhandler);
            Ok(())
        }
        // The file is gone, but its handler gets the error, and so must stay.
        Err(mut e) => {
            e.on = Some(On::New(file.errhandler));
            Err(e)
        }
    }
}

/// MPI_File_delete
pub fn delete(_: Call, name: Text, info: abi::Info) -> Result {
    let rank = {
        let mut s = gate::enter();
        s.running()?;
        s.infos.or_null(info)?;
        s.endpoint().rank()
    };
    let (path, _) = path(name)?;
    std::fs::remove_file(&path).map_err(|e| IoFailure::new(Action::Delete, &e).error(rank, &path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn access_modes_that_contradict_themselves_are_refused() {
        for good in [MPI_MODE_RDONLY, MPI_MODE_RDWR | MPI_MODE_CREATE, MPI_MODE_WRONLY | MPI_MODE_SEQUENTIAL] {
            assert!(check_mode(good).is_ok(), "{good}");
        }
        for bad in [
            0,
            MPI_MODE_RDONLY | MPI_MODE_WRONLY,
            MPI_MODE_RDONLY | MPI_MODE_CREATE,
            MPI_MODE_RDONLY | MPI_MODE_EXCL,
            MPI_MODE_RDWR | MPI_MODE_SEQUENTIAL,
            MPI_MODE_RDWR | 1 << 20,
        ] {
            assert_eq!(check_mode(bad).expect_err("contradictory").code, abi::MPI_ERR_AMODE);
        }
    }
}
