//! Tests which programs `clump run` starts, and with which environment.
mod common;
use common::{program, rank, run};

fn sorted(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_unstable();
    lines
}

#[test]
fn ranks_are_told_who_they_are() {
    let done = run(["-n", "3", "--label", "sh", "-c", "echo $OMPI_COMM_WORLD_RANK/$MPI_LOCALNRANKS ${PMI_RANK-none}"])
        .finish();
    assert_eq!((done.code, done.err.as_str()), (0, ""));
    assert_eq!(sorted(&done.out), ["[0] 0/3 none", "[1] 1/3 none", "[2] 2/3 none"]);
}

#[test]
fn ranks_find_each_other() {
    let done = run(["-n", "4", &rank(), "ring"]).finish();
    assert_eq!((done.code, done.err.as_str()), (0, ""));
    assert_eq!(sorted(&done.out), ["rank 0 of 4", "rank 1 of 4", "rank 2 of 4", "rank 3 of 4"]);
}

#[test]
fn without_n_there_is_a_rank_for_each_core() {
    let cores = std::thread::available_parallelism().expect("cores").get();
    let done = run(["sh", "-c", "echo x"]).finish();
    assert_eq!(done.out.lines().count(), cores);
}

#[test]
fn an_allocation_of_this_machine_says_how_many() {
    let lines = |args: &[&str]| {
        let job = run(args.iter().copied().chain(["echo", "here"]));
        // Slurm's name for a node may differ from the node's own name.
        let job =
            job.env("SLURM_JOB_NODELIST", "rack7").env("SLURMD_NODENAME", "rack7").env("SLURM_TASKS_PER_NODE", "3");
        let done = job.finish();
        assert_eq!((done.code, done.err.as_str()), (0, ""));
        done.out.lines().count()
    };
    assert_eq!((lines(&[]), lines(&["-n", "5"]), lines(&["--hosts", "localhost:4"])), (3, 5, 4));
}

#[test]
fn several_programs_make_one_job() {
    let script = "echo $0 $OMPI_COMM_WORLD_RANK/$OMPI_COMM_WORLD_SIZE $V";
    let args = [
        "-genv", "V", "all", "-n", "1", "sh", "-c", script, "a", ":", "-n2", "-env", "V", "own", "sh", "-c", script,
        "b",
    ];
    let done = run(args).finish();
    assert_eq!(sorted(&done.out), ["a 0/3 all", "b 1/3 own", "b 2/3 own"]);
    let rank = common::rank();
    for hosts in [&[][..], &["--hosts", "localhost:4"]] {
        let programs = ["-n", "1", &rank, "app", ":", "-n", "2", &rank, "app", ":", &rank, "app"];
        let done = run(hosts.iter().chain(&programs)).finish();
        assert_eq!(sorted(&done.out), ["0: Some(0)", "1: Some(1)", "2: Some(1)", "3: Some(2)"], "{}", done.err);
    }
}

#[test]
fn another_launchers_variables_do_not_reach_the_ranks() {
    let script = "echo ${PMI_FD-} ${PMIX_NAMESPACE-} ${OMPI_COMM_WORLD_RANK} ${KEPT-}";
    let job = run(["-n", "1", "-x", "KEPT=yes", "sh", "-c", script]);
    let done = job.env("PMI_FD", "9").env("PMIX_NAMESPACE", "x").env("OMPI_COMM_WORLD_RANK", "77").finish();
    assert_eq!(done.out.trim(), "0 yes");
}

#[test]
fn openmp_threads_sleep_where_ranks_outnumber_cores() {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let script = "echo ${OMP_WAIT_POLICY-unset}";
    let policies = |ranks: usize, options: &[&str]| {
        let job = run(["-n", &ranks.to_string()]).args(options).args(["sh", "-c", script]);
        let done = job.finish();
        let mut lines: Vec<String> = done.out.lines().map(str::to_owned).collect();
        lines.dedup();
        (done.code, lines.join(" "))
    };
    assert_eq!(policies(cores + 1, &[]), (0, "passive".into()));
    assert_eq!(policies(cores + 1, &["--env", "OMP_WAIT_POLICY=active"]), (0, "active".into()));
    assert_eq!(policies(1, &[]), (0, "unset".into()));
}

#[test]
fn the_directory_is_that_of_wdir_and_programs_are_relative_to_it() {
    let dir = tempfile::tempdir().expect("a directory");
    script(&dir.path().join("here"), "#!/bin/sh\npwd\n", 0o755);
    let path = dir.path().canonicalize().expect("its path");
    let done = run(["-n", "1", "-wdir", path.to_str().expect("UTF-8"), "./here"]).finish();
    assert_eq!(done.out.trim(), path.to_str().expect("UTF-8"));
}

#[test]
fn the_version_names_commit_and_features() {
    let of = |option: &str| program(env!("CARGO_BIN_EXE_clump")).arg(option).finish().out;
    let (short, long) = (of("-V"), of("--version"));
    assert_eq!(short, format!("clump {}\n", env!("CARGO_PKG_VERSION")));
    assert!(long.starts_with(&format!("{} (commit ", short.trim_end())), "{long}");
    assert!(long.ends_with("; shared memory, shared heap, udp)\n"), "{long}");
}

#[test]
fn other_names_of_the_program_work() {
    let dir = tempfile::tempdir().expect("a directory");
    for name in ["mpiexec", "mpirun"] {
        let link = dir.path().join(name);
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_clump"), &link).expect("a link");
        let done = program(&link).args(["--oversubscribe", "--allow-run-as-root", "-np", "2", "echo", "hi"]).finish();
        assert_eq!((done.code, done.out.as_str(), done.err.as_str()), (0, "hi\nhi\n", ""));
        let done = program(&link).arg("--version").finish();
        let version = format!("{name} (Clump) {}\n", env!("CARGO_PKG_VERSION"));
        assert_eq!(done.out, version);
        // The script that stands for the link in a wheel calls the program so.
        let done = program(env!("CARGO_BIN_EXE_clump")).args([name, "--version"]).finish();
        assert_eq!(done.out, version);
        let done = program(&link).args(["-nq", "2", "echo", "hi"]).finish();
        assert_eq!(done.code, 2);
        assert!(done.err.starts_with(&format!("{name}: unknown option -nq")), "{}", done.err);
    }
}

#[test]
fn standard_input_goes_to_rank_0_alone() {
    let done = run(["-n", "3", "--label", "cat"]).input(b"one\ntwo\n").finish();
    assert_eq!(done.out, "[0] one\n[0] two\n");
}

#[test]
fn a_program_that_is_missing_or_not_executable_is_named() {
    let done = run(["-n", "2", "no-such-program"]).env("PATH", "/nowhere:/bin").finish();
    assert_eq!(done.code, 127);
    assert!(done.err.contains("no-such-program was not found in PATH (/nowhere:/bin)"), "{}", done.err);
    let done = run(["-n", "2", "/nowhere/prog"]).finish();
    assert_eq!(done.code, 127);

    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("prog");
    script(&file, "#!/bin/sh\n", 0o644);
    let done = run(["-n", "2", file.to_str().expect("UTF-8")]).finish();
    assert_eq!(done.code, 126);
    assert!(done.err.contains("not executable"), "{}", done.err);
    script(&file, "echo no first line\n", 0o755);
    let done = run(["-n", "2", file.to_str().expect("UTF-8")]).finish();
    assert_eq!(done.code, 126);
    assert!(done.err.contains("#!/bin/sh") && done.err.lines().count() == 1, "{}", done.err);
}

#[test]
fn invalid_command_lines_are_explained() {
    for (args, code, text) in [
        (&["-n", "2"][..], 2, "no program to start"),
        (&["-n", "0", "true"], 2, "0 is not in 1..=16384"),
        (&["--timeout", "-1", "true"], 2, "greater than 0"),
        (&["--env", "=x", "true"], 2, "NAME=value"),
        (&["--wdir", "/nowhere", "true"], 2, "/nowhere"),
        (&["--host", "node1,node2:x", "true"], 2, "`node2:x` is no host"),
        (&["--hosts", "node1", "--rsh", "no-such-command", "true"], 127, "no-such-command"),
        (&["-n", "1", "true", ":", "-n", "1"], 2, "no program to start"),
    ] {
        let done = run(args).finish();
        assert_eq!(done.code, code, "{args:?}: {}", done.err);
        assert!(done.err.contains(text), "{args:?}: {}", done.err);
    }
}

#[test]
fn too_few_open_files_is_a_sentence() {
    let line = format!("ulimit -n 52; exec {} run -n 8 true", env!("CARGO_BIN_EXE_clump"));
    let done = program("sh").args(["-c", &line]).finish();
    assert_eq!(done.code, 1);
    assert!(done.err.contains("8 ranks need 57 open files") && done.err.contains("at most 3 ranks"), "{}", done.err);
    let line = format!("ulimit -n 49; exec {} run -n 1 true", env!("CARGO_BIN_EXE_clump"));
    let done = program("sh").args(["-c", &line]).finish();
    assert!(done.code == 1 && done.err.contains("1 rank needs 50 open files"), "{}", done.err);
    assert!(done.err.contains("with so few no rank can be started") && !done.err.contains("at most"), "{}", done.err);
    // The launcher raises a soft limit if the hard limit allows it.
    let line = format!("ulimit -Sn 40; exec {} run -n 8 true", env!("CARGO_BIN_EXE_clump"));
    assert_eq!(program("sh").args(["-c", &line]).finish().code, 0);
}

#[test]
fn ranks_share_pipes_for_standard_error_where_open_files_are_few() {
    let job = |limit: u32, script: &str| {
        let line = format!("ulimit -n {limit}; exec {} run -n 8 --label sh -c '{script}'", env!("CARGO_BIN_EXE_clump"));
        program("sh").args(["-c", &line]).finish()
    };
    let say = "echo out; echo err >&2";
    let done = job(60, say);
    assert_eq!(done.code, 0, "{}", done.err);
    let out: Vec<String> = (0..8).map(|rank| format!("[{rank}] out")).collect();
    assert_eq!(sorted(&done.out), out);
    let err = ["[0-1] err", "[2-3] err", "[4-5] err", "[6-7] err"].map(|line| [line; 2]).concat();
    assert_eq!(sorted(&done.err), err);
    // With more open files, each rank has a pipe of its own.
    let done = job(100, say);
    assert_eq!(sorted(&done.err), (0..8).map(|rank| format!("[{rank}] err")).collect::<Vec<_>>());
    // What a rank said last comes before the launcher's message, although another rank has its pipe.
    let done = job(60, "[ $OMPI_COMM_WORLD_RANK = 5 ] || exec sleep 60; echo last words >&2; exit 3");
    let at = |text: &str| done.err.find(text).unwrap_or_else(|| panic!("no {text:?} in {}", done.err));
    assert!(at("[4-5] last words") < at("rank 5 ("), "{}", done.err);
    assert_eq!(done.code, 3);
}

#[test]
fn closed_standard_streams_do_no_harm() {
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("ran");
    let line = format!(
        "exec {} run -n 2 sh -c 'cat; echo x; echo y >&2; echo z >>{}' <&- >&- 2>&-",
        env!("CARGO_BIN_EXE_clump"),
        file.display()
    );
    assert_eq!(program("sh").args(["-c", &line]).finish().code, 0);
    assert_eq!(std::fs::read_to_string(file).expect("the file"), "z\nz\n");
}

#[test]
fn binding_gives_each_rank_a_core_of_its_own() {
    let script = "grep Cpus_allowed_list /proc/self/status";
    let done = run(["-n", "2", "--bind", "core", "--label", "sh", "-c", script]).finish();
    let cores: Vec<String> =
        sorted(&done.out).iter().map(|line| line.rsplit('\t').next().expect("a list").to_owned()).collect();
    assert!(cores.iter().all(|core| core.parse::<usize>().is_ok()), "{cores:?}");
    if std::thread::available_parallelism().expect("cores").get() > 1 {
        assert_ne!(cores[0], cores[1]);
    }
}

#[test]
fn bindings_and_the_map_are_shown() {
    let done = run(["-n", "1", "--bind", "core", "--cpu-set", "0", "--report-bindings", "true"]).finish();
    let host = rustix::system::uname().nodename().to_string_lossy().into_owned();
    let says = format!("clump run: cores of ranks on host {host}:\n  rank 0: bound to core 0\n");
    assert_eq!((done.code, done.err), (0, says));
    let done = run(["-n", "2", "--bind", "none", "--cpu-set", "0", "--report-bindings", "true"]).finish();
    assert!(done.err.ends_with(":\n  ranks 0-1: not bound, on any of cores 0\n"), "{}", done.err);

    let map = ["-n", "2", "--display-map", "/bin/true", ":", "-n", "1", "/bin/echo", "x"];
    let says = format!(
        "clump run: 3 ranks on 1 host:\n  host {host}: ranks 0-1, /bin/true\n  host {host}: rank 2, /bin/echo\n"
    );
    assert_eq!(run(map).finish().err, says);
}

#[test]
fn ranks_keep_to_the_cores_that_are_named() {
    let script = "grep Cpus_allowed_list /proc/self/status";
    let cores = |done: &common::Done| -> Vec<String> {
        sorted(&done.out).iter().map(|line| line.rsplit('\t').next().expect("a list").to_owned()).collect()
    };
    // The launcher starts as many ranks as there are usable cores.
    let done = run(["--cpu-set", "0", "sh", "-c", script]).finish();
    assert_eq!((done.code, cores(&done)), (0, vec!["0".to_owned()]), "{}", done.err);
    if std::thread::available_parallelism().expect("cores").get() > 1 {
        // Ranks get the cores in the order in which the user wrote them.
        let done = run(["-n", "2", "--cpu-set", "1,0", "--bind", "core", "--label", "sh", "-c", script]).finish();
        assert_eq!(cores(&done), ["1", "0"], "{}", done.err);
    }
    let done = run(["--cpu-set", "0,1000", "true"]).finish();
    assert!(done.code == 2 && done.err.contains("--cpu-set: core 1000 cannot be used on "), "{}", done.err);
    let done = run(["--cpu-set", "1-", "true"]).finish();
    assert!(done.code == 2 && done.err.contains("`1-` is no list of cores"), "{}", done.err);
}

#[test]
fn a_parent_that_ignores_sigchld_changes_nothing() {
    let line = format!("trap '' CHLD; exec {} run -n 2 sh -c 'exit 3'", env!("CARGO_BIN_EXE_clump"));
    assert_eq!(program("bash").args(["-c", &line]).finish().code, 3);
}

fn script(file: &std::path::Path, text: &str, mode: u32) {
    use std::os::unix::fs::PermissionsExt;
    std::fs::write(file, text).expect("write");
    std::fs::set_permissions(file, std::fs::Permissions::from_mode(mode)).expect("chmod");
}

#[test]
fn info_names_the_launcher() {
    let clump = env!("CARGO_BIN_EXE_clump");
    let done = run(["-n", "2", clump, "info"]).finish();
    let told = |rank: u32| done.out.contains(&format!("rank {rank} of 2, started by `clump run` (CLUMP_JOB is set)"));
    assert!(done.code == 0 && told(0) && told(1), "{} {}", done.out, done.err);
    let done = program(clump).arg("info").finish();
    let says = "none (none of CLUMP_JOB, PMIX_NAMESPACE and PMI_SIZE is set): a program here is a job of one rank\n";
    assert!(done.code == 0 && done.out.contains(says), "{} {}", done.out, done.err);
    let done = program(clump).arg("info").env("PMI_SIZE", "2").env("PMI_RANK", "0").env("PMI_FD", "999").finish();
    assert!(done.code == 0 && done.out.contains("cannot reach the launcher through PMI_FD=999"), "{}", done.out);
}

#[test]
fn other_launchers_variables_name_the_hosts() {
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), "localhost slots=3\n").expect("written");
    let name = file.path().to_str().expect("UTF-8");
    let sized = ["-v", "sh", "-c", "echo $OMPI_COMM_WORLD_SIZE"];
    let done = run(sized).env("OMPI_MCA_orte_default_hostfile", name).finish();
    assert_eq!((done.code, &*done.out), (0, "3\n3\n3\n"), "{}", done.err);
    assert!(done.err.starts_with("clump run: 1 host from OMPI_MCA_orte_default_hostfile\n"), "{}", done.err);
    let done = run(["-n", "1", "true"]).env("HYDRA_HOST_FILE", "/nowhere/hosts").finish();
    assert!(done.code == 2 && done.err.contains("HYDRA_HOST_FILE names it"), "{}", done.err);
    let done = run(["-n", "1", "--hosts", "localhost", "true"]).env("HYDRA_HOST_FILE", "/nowhere/hosts").finish();
    assert_eq!((done.code, &*done.err), (0, ""));
}

#[test]
fn a_place_that_the_loader_cannot_name_is_said() {
    let dir = tempfile::tempdir().expect("a directory");
    let bin = dir.path().join("a blank").join("bin");
    std::fs::create_dir_all(&bin).expect("a directory");
    let clump = bin.join("clump");
    common::copy_program(env!("CARGO_BIN_EXE_clump"), &clump);
    let done = program(clump.to_str().expect("UTF-8")).args(["run", "-n", "1", "echo", "here"]).finish();
    assert_eq!((done.code, &*done.out), (0, "here\n"));
    assert!(done.err.contains("a blank has a blank, a colon") && done.err.contains("shared heap"), "{}", done.err);
}
