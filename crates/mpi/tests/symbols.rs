//! The library's exports: every function of the ABI and Fortran's converters, under both names, the functions
//! of the other C interfaces, and nothing else.
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::Command;

/// Returns the library that this test was built with: next to the test program, or one folder up.
fn library() -> PathBuf {
    let exe = std::env::current_exe().expect("a test is a program");
    let deps = exe.parent().expect("in a folder");
    let places = [deps.join("libmpi_abi.so"), deps.join("../libmpi_abi.so")];
    places.into_iter().find(|p| p.exists()).expect("cargo builds the library before its tests")
}

/// Returns the exports of `crates/capi`, as its sources declare them, and the entrance to the process
/// (`crates/process/src/entrance.rs`).
fn others() -> BTreeSet<String> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../capi/src/ffi");
    let mut names = BTreeSet::from(["clump_process".to_owned()]);
    for file in std::fs::read_dir(folder).expect("the folder is there") {
        let text = std::fs::read_to_string(file.expect("it is listed").path()).expect("it can be read");
        let declared = text.lines().filter_map(|line| line.strip_prefix("pub extern \"C\" fn "));
        names.extend(declared.filter_map(|rest| rest.split('(').next()).map(str::to_owned));
    }
    names
}

/// Returns the exports of `crates/shmem`, as its generated sources declare them.
fn of_shmem() -> BTreeSet<String> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../shmem/src/ffi/generated");
    let mut names = BTreeSet::new();
    for file in std::fs::read_dir(folder).expect("the folder is there") {
        let text = std::fs::read_to_string(file.expect("it is listed").path()).expect("it can be read");
        let declared = text.lines().filter_map(|line| line.strip_prefix("    fn "));
        names.extend(declared.filter_map(|rest| rest.split('(').next()).map(str::to_owned));
    }
    names
}

/// The table through which stand-ins for other MPI libraries call this library.
const TABLE: &str = "clump_mpi_table";

#[test]
fn exactly_the_standard_functions_are_exported() {
    let out = Command::new("nm").args(["-D", "--defined-only"]).arg(library()).output().expect("nm comes with cc");
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    let text = String::from_utf8(out.stdout).expect("names are ASCII");
    let mut found = BTreeSet::new();
    for line in text.lines() {
        let (kind, name) = line.split_once(' ').and_then(|(_, l)| l.split_once(' ')).expect("address, kind, name");
        // The stand-ins' table is the only variable.
        assert_eq!(kind == "T", name != TABLE, "{name} is of kind {kind}");
        found.insert(name.split('@').next().unwrap_or(name).to_string());
    }
    let names = |table: &'static str| table.lines().skip(1).filter_map(|l| l.split(',').next());
    let wanted: BTreeSet<String> = names(include_str!("../tables/functions.csv"))
        .chain(names(include_str!("../tables/fortran.csv")))
        .flat_map(|name| [name.to_string(), format!("P{name}")])
        .collect();
    // 664 functions of the ABI, and 8 of fault tolerance; two converters for each of eleven kinds of handle, six for
    // statuses.
    assert_eq!(wanted.len(), 2 * (664 + 8 + 22 + 6));
    let mut others = others();
    assert!(others.len() > 60 && others.is_disjoint(&wanted));
    let shmem = of_shmem();
    assert!(shmem.len() > 1200 && shmem.is_disjoint(&wanted) && shmem.is_disjoint(&others), "{}", shmem.len());
    others.extend(shmem);
    others.insert(TABLE.to_owned());
    // What MPICH and Open MPI name beside the standard.
    others.extend(["cuda", "rocm", "hip", "ze"].map(|device| format!("MPIX_Query_{device}_support")));
    let faults = "revoke is_revoked get_failed ack_failed failure_ack failure_get_acked agree iagree shrink ishrink";
    others.extend(faults.split(' ').flat_map(|f| [format!("MPIX_Comm_{f}"), format!("PMPIX_Comm_{f}")]));
    // What is in this library alone.
    others.extend(["MPIX_Bfloat16", "MPIX_Wait_for"].map(str::to_owned));
    assert_eq!(found, wanted.union(&others).cloned().collect());
}

#[test]
fn the_soname_is_the_standard_one() {
    let out = Command::new("objdump").arg("-p").arg(library()).output().expect("objdump comes with cc");
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    let soname = text.lines().find_map(|l| l.trim().strip_prefix("SONAME")).map(str::trim);
    assert_eq!(soname, Some("libmpi_abi.so.1"));
}
