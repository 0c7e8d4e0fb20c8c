//! The MPI functions that start processes. The root starts `clump run`, as a user would; the started processes connect
//! to a port of the root in MPI_Init.
use super::connect::join_groups;
use crate::abi;
use crate::agreement::Agreement;
use crate::comm::{JoinRefusal, RootLink};
use crate::errhandler;
use crate::error::{Call, Result, error, fail};
use crate::ffi::args::{Addr, In, Out, Text};
use crate::ffi::gate;
use crate::objects::dynamic::guardian::Guardian;
use crate::objects::info::Info;
use clump::driver::coordination::CoordinatorPlace;
use clump::driver::ports::PortListener;
use clump::driver::{bootstrap, environment};
use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::time::Duration;

/// How long the root rests between two looks at its port and at the launcher. Longer delays the connection, shorter
/// costs processor time.
const REST: Duration = Duration::from_micros(200);
/// The most processes of one job.
const MOST: i32 = 4096;
/// The keys of an info whose values name hosts.
const HOSTS: [&str; 3] = ["host", "hosts", "add-host"];
/// The keys of an info whose values name files of hosts.
const HOST_FILES: [&str; 2] = ["hostfile", "add-hostfile"];

/// One program to start.
struct SpawnedProgram {
    command: Vec<u8>,
    args: Vec<Vec<u8>>,
    /// The number of processes to start.
    count: u32,
    /// The number of processes that the program has asked for: the key soft may make `count` smaller.
    most: u32,
    info: Info,
}

/// Returns the program of the arguments at the root, or an error about them.
fn program(command: Text, argv: Addr, most: i32, info: abi::Info) -> Result<SpawnedProgram> {
    let command = command.get().filter(|command| !command.is_empty());
    let command = command.ok_or_else(|| error(abi::MPI_ERR_ARG, "the command is empty"))?;
    if !(1..=MOST).contains(&most) {
        return fail(abi::MPI_ERR_SPAWN, format!("maxprocs is {most}; it must be from 1 to {MOST}"));
    }
    let info = with_file(gate::enter().infos.or_null(info)?)?;
    let count = info.get("soft").map_or(Ok(most as u32), |soft| softly(soft, most as u32))?;
    Ok(SpawnedProgram { command, args: argv.texts(), count, most: most as u32, info })
}

/// Adds the keys and values of the file that the key `file` names: one `key=value` a line.
fn with_file(mut info: Info) -> Result<Info> {
    let Some(file) = info.get("file").map(str::to_owned) else { return Ok(info) };
    let text = std::fs::read_to_string(&file)
        .map_err(|e| error(abi::MPI_ERR_SPAWN, format!("cannot read {file}, which the info names: {e}")))?;
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let Some((key, value)) = line.split_once('=') else {
            return fail(abi::MPI_ERR_SPAWN, format!("`{line}` in {file} is not of the form key=value"));
        };
        if info.get(key.trim()).is_none() {
            info.set(key.trim(), value.trim());
        }
    }
    Ok(info)
}

/// Returns the largest number up to `most` of a list of numbers and ranges, `a`, `a:b` or `a:b:step` (MPI 5.0, 11.8.2);
/// `most` if none is that small.
fn softly(soft: &str, most: u32) -> Result<u32> {
    let wrong = || error(abi::MPI_ERR_SPAWN, format!("`{soft}`, the value of the key soft, is no list of numbers"));
    let mut best = None;
    for range in soft.split(',') {
        let numbers: Vec<i64> =
            range.split(':').map(|n| n.trim().parse().map_err(|_| wrong())).collect::<Result<_>>()?;
        let (first, last, step) = match numbers[..] {
            [one] => (one, one, 1),
            [first, last] => (first, last, 1),
            [first, last, step] if step != 0 => (first, last, step),
            _ => return Err(wrong()),
        };
        let (low, high) = (first.min(last), first.max(last).min(i64::from(most)));
        let allowed = |n: &i64| (n - first) % step == 0 && (n - first).signum() * step.signum() >= 0;
        let largest = (low.max(1)..=high).rev().find(allowed);
        best = best.max(largest);
    }
    Ok(best.map_or(most, |best| best as u32))
}

/// Returns the launcher's arguments for these programs: in front of each program the number of its words, because no
/// word can separate programs that may have any arguments (`crates/tools/src/run/dialect.rs`).
/// With `survive`, the job survives deaths.
fn launcher_args(programs: &[SpawnedProgram], survive: bool) -> Vec<OsString> {
    let mut all: Vec<OsString> = Vec::new();
    let option = |args: &mut Vec<OsString>, name: &str, value: &str| args.extend([name.into(), value.into()]);
    for SpawnedProgram { command, args: of_program, count, info, .. } in programs {
        let mut args: Vec<OsString> = Vec::new();
        option(&mut args, "-n", &count.to_string());
        let hosts = HOSTS.iter().find_map(|key| info.get(key));
        if let Some(hosts) = hosts {
            option(&mut args, "--hosts", &hosts.replace(' ', ","));
        }
        let file = HOST_FILES.iter().find_map(|key| info.get(key));
        if let Some(file) = file {
            option(&mut args, "--hostfile", file);
        }
        if let Some(rsh) = bootstrap::remote_shell().filter(|_| hosts.or(file).is_some()) {
            args.extend(["--rsh".into(), rsh]);
        }
        if let Some(directory) = info.get("wdir").or(info.get("wd")) {
            option(&mut args, "--wdir", directory);
        }
        if let Some(path) = info.get("path") {
            option(&mut args, "--path", path);
        }
        // Another value asks for no handler that the standard knows.
        if let Some(handler) = info.get("mpi_initial_errhandler").filter(|name| errhandler::named(name).is_some()) {
            option(&mut args, "--initial-errhandler", handler);
        }
        for assignment in info.get("env").into_iter().flat_map(str::lines).filter(|line| line.contains('=')) {
            option(&mut args, "--env", assignment);
        }
        args.extend(survive.then(|| "--survive".into()));
        args.push("--".into());
        args.extend([command].into_iter().chain(of_program).map(|word| OsString::from_vec(word.clone())));
        all.push(args.len().to_string().into());
        all.append(&mut args);
    }
    all
}

/// Returns true if a launcher starts all these programs on this machine: no info and no batch system names hosts.
fn start_here(programs: &[SpawnedProgram]) -> bool {
    let names_hosts = |p: &SpawnedProgram| HOSTS.iter().chain(&HOST_FILES).any(|key| p.info.get(key).is_some());
    // The variables that the launcher reads (`crates/tools/src/run/hosts/allocation.rs`).
    let allocated = ["SLURM_JOB_NODELIST", "PBS_NODEFILE"].iter().any(|name| environment::variable(name).is_some());
    !allocated && !programs.iter().any(names_hosts)
}

/// Opens the port to which the programs connect. Processes of other machines do not reach it if all run on this one.
fn open_port(programs: &[SpawnedProgram]) -> std::io::Result<PortListener> {
    match start_here(programs) {
        true => PortListener::open_here(),
        false => PortListener::open(),
    }
}

/// Starts the programs, and waits until they have connected. Returns the line to their root, and their launcher.
fn start(programs: &[SpawnedProgram]) -> std::result::Result<(RootLink, Guardian), JoinRefusal> {
    let refused = |why: String| JoinRefusal { class: abi::MPI_ERR_SPAWN, why };
    if environment::is_more_powerful() {
        return Err(refused("this program is set-user-id or has capabilities, so it starts no processes".into()));
    }
    let mut listener = open_port(programs).map_err(|e| refused(format!("cannot open a port: {e}")))?;
    let mut guardian =
        Guardian::start(&launcher_args(programs, CoordinatorPlace::own().is_some()), &listener.name().to_text())
            .map_err(|e| {
                refused(format!("cannot start `clump run`: {e}; it must be beside this library or in PATH"))
            })?;
    loop {
        let line = listener.accept().map_err(|e| refused(format!("cannot accept the new processes: {e}")))?;
        if let Some(line) = line {
            return Ok((RootLink::Line(line), guardian));
        }
        if let Some(code) = guardian.ended() {
            let shown = String::from_utf8_lossy(&programs[0].command).into_owned();
            return Err(refused(format!("{shown}: the job ended with code {code} before it had called MPI_Init")));
        }
        gate::enter().advance();
        std::thread::sleep(REST);
    }
}

/// Starts the programs that `read` finds in the root's arguments.
fn spawn_all(
    call: Call,
    root: i32,
    comm: abi::Comm,
    new: Out<abi::Comm>,
    codes: Out<i32>,
    read: impl FnOnce() -> Result<Vec<SpawnedProgram>>,
) -> Result {
    new.set(abi::MPI_COMM_NULL);
    let (agreement, is_root) = {
        let mut s = gate::enter();
        let is_root = u32::try_from(root) == Ok(s.intra(comm)?.rank);
        (Agreement::of(&mut s, call, comm)?, is_root)
    };
    // Every process gets a code for each process that was asked for: only the root knows how many, and which it starts.
    let programs = is_root.then(read);
    let mut starts: Vec<u8> = match &programs {
        Some(Ok(programs)) => programs.iter().flat_map(|p| (0..p.most).map(move |i| u8::from(i < p.count))).collect(),
        _ => Vec::new(),
    };
    let unite = |a: &mut [u8], b: &[u8]| a.iter_mut().zip(b).for_each(|(a, b)| *a |= b);
    let all = agreement.wait(agreement.reduce(&(starts.len() as u32).to_ne_bytes(), unite))?;
    starts.resize(all.first_chunk().map_or(0, |all| u32::from_ne_bytes(*all)) as usize, 0);
    let starts = agreement.wait(agreement.reduce(&starts, unite))?;
    let mut guardian = None;
    let joined = join_groups(call, comm, root, true, None, || {
        let programs = programs.unwrap_or_else(|| fail(abi::MPI_ERR_INTERN, ""))?;
        let (roots, started) = start(&programs)?;
        guardian = Some(started);
        Ok(roots)
    });
    if codes.address() != abi::MPI_ERRCODES_IGNORE {
        let code = |&starts: &u8| if joined.is_ok() && starts != 0 { abi::MPI_SUCCESS } else { abi::MPI_ERR_SPAWN };
        starts.iter().map(code).enumerate().for_each(|(i, code)| codes.set_at(i, code));
    }
    if joined.is_err()
        && let Some(mut guardian) = guardian.take()
    {
        guardian.give_up();
        gate::enter().dynamic.guardians.push(guardian);
    }
    let joined = joined.map_err(|mut e| {
        // The port is this call's own: what fails there is the start of the processes.
        if e.code == abi::MPI_ERR_PORT {
            e.code = abi::MPI_ERR_SPAWN;
        }
        e
    })?;
    let mut s = gate::enter();
    if let Some(mut guardian) = guardian {
        let c = s.comm(joined)?;
        guardian.joint = s.joint_of(c.local.job(c.rank));
        s.dynamic.guardians.push(guardian);
    }
    new.set(joined);
    Ok(())
}

/// MPI_Comm_spawn. The arguments before `root` are significant only there.
#[allow(clippy::too_many_arguments)]
pub fn spawn(
    call: Call,
    command: Text,
    argv: Addr,
    most: i32,
    info: abi::Info,
    root: i32,
    comm: abi::Comm,
    new: Out<abi::Comm>,
    codes: Out<i32>,
) -> Result {
    spawn_all(call, root, comm, new, codes, || Ok(vec![program(command, argv, most, info)?]))
}

/// MPI_Comm_spawn_multiple. The arguments before `root` are significant only there.
#[allow(clippy::too_many_arguments)]
pub fn spawn_multiple(
    call: Call,
    count: i32,
    commands: Addr,
    argvs: Addr,
    most: In<i32>,
    infos: In<abi::Info>,
    root: i32,
    comm: abi::Comm,
    new: Out<abi::Comm>,
    codes: Out<i32>,
) -> Result {
    spawn_all(call, root, comm, new, codes, || {
        let count = usize::try_from(count).ok().filter(|&count| count > 0);
        let count = count.ok_or_else(|| error(abi::MPI_ERR_COUNT, "the number of commands must be at least 1"))?;
        if commands.get() == 0 || most.is_null() || infos.is_null() {
            return fail(abi::MPI_ERR_ARG, "an array of commands, numbers or infos is a null pointer");
        }
        (0..count)
            .map(|i| program(commands.text_at(i), argvs.address_at(i), most.get(i), infos.get(i)))
            .collect::<Result<Vec<_>>>()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::OsStr;

    #[test]
    fn soft_numbers_are_at_most_the_wanted_number() {
        for (soft, most, chosen) in
            [("1:4", 4, 4), ("0:8:2", 7, 6), ("2,5", 4, 2), ("9", 4, 4), ("5:1:-2", 4, 3), (" 3 ", 8, 3), ("0", 2, 2)]
        {
            assert_eq!(softly(soft, most).map_err(|e| e.why), Ok(chosen), "{soft}");
        }
        for wrong in ["", "a", "1:2:0", "1:2:3:4", "1,,2"] {
            assert!(softly(wrong, 4).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_launcher_gets_each_program_with_its_hints() {
        let mut info = Info::new();
        [("host", "a b:2"), ("wdir", "/tmp"), ("path", "/bin:/usr/bin"), ("env", "A=1\nB=2\nC"), ("arch", "vax")]
            .iter()
            .for_each(|(key, value)| info.set(key, value));
        let args = vec![b"-n".to_vec(), b"\x1f".to_vec(), b"--".to_vec()];
        let one = SpawnedProgram { command: b"./one".to_vec(), args, count: 2, most: 2, info };
        let two = SpawnedProgram { command: b"two".to_vec(), args: Vec::new(), count: 1, most: 1, info: Info::new() };
        let words = "17 -n 2 --hosts a,b:2 --wdir /tmp --path /bin:/usr/bin --env A=1 --env B=2 -- ./one -n \u{1f} -- \
                     4 -n 1 -- two";
        assert_eq!(launcher_args(&[one, two], false), words.split(' ').map(OsString::from).collect::<Vec<_>>());
        let two = SpawnedProgram { command: b"two".to_vec(), args: Vec::new(), count: 1, most: 1, info: Info::new() };
        assert_eq!(launcher_args(&[two], true).join(OsStr::new(" ")), "5 -n 1 --survive -- two");
    }
}
