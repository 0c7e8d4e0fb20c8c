//! What a program with more power than its user (set-user-id, set-group-id, capabilities of its file) does about a
//! launcher: it believes nothing that the launcher has left, and says so if it would miss its job.
use super::{ENV, parse, pmix};
use crate::error::{Error, ErrorKind};

/// Variables that only launchers of several processes set, and that tell no number of processes.
const MARKS: [&str; 3] = [pmix::SPACE, "PMI_PORT", "PMI_FD"];
/// Variables by which other launchers tell the number of processes.
const SIZES: [&str; 3] = ["PMI_SIZE", "OMPI_COMM_WORLD_SIZE", "SLURM_STEP_NUM_TASKS"];

/// Fails if a launcher has started this process as one of several, or as one of an unknown number: each process would
/// otherwise run as a job of one rank. `variable` returns values that any user may have set. They can only make this
/// process refuse to run, which the user who has set them could do by other means.
pub(super) fn refuse_several(variable: impl Fn(&str) -> Option<String>) -> Result<(), Error> {
    let own = variable(ENV).map(|text| (ENV, parse(&text).map(|place| place.size)));
    let size = |&name: &&'static str| Some((name, Some(variable(name)?.parse().ok()?)));
    let mark = |&name: &&'static str| variable(name).map(|_| (name, None));
    let Some((name, size)) = own.or_else(|| SIZES.iter().find_map(size).or_else(|| MARKS.iter().find_map(mark))) else {
        return Ok(());
    };
    if size == Some(1) {
        return Ok(());
    }
    let size = size.map_or("perhaps many".to_owned(), |size: u32| size.to_string());
    Err(Error::new(
        ErrorKind::Launch,
        format!(
            "a launcher has started this process as one of {size} ranks ({name} is set), but the program's file is \
             set-user-id or set-group-id, or has capabilities, so it believes no launcher: take these from the file \
             (`chmod ug-s FILE`, `setcap -r FILE`), or start the program by itself as `env -u {name} PROGRAM`"
        ),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_several_is_refused_whoever_started_it() {
        let said = |set: &[(&str, &str)]| {
            let variable = |name: &str| set.iter().find(|v| v.0 == name).map(|v| v.1.to_owned());
            refuse_several(variable).map_err(|e| e.to_string()).err().unwrap_or_default()
        };
        assert!(said(&[(ENV, "1 fd=3 rank=0 size=4")]).contains("one of 4 ranks (CLUMP_JOB is set)"));
        assert!(said(&[(ENV, "nonsense")]).contains("one of perhaps many ranks"));
        assert!(said(&[("PMI_SIZE", "2"), ("PMI_FD", "7")]).contains("one of 2 ranks"));
        assert!(said(&[("PMIX_NAMESPACE", "x")]).contains("`env -u PMIX_NAMESPACE PROGRAM`"));
        assert!(said(&[("PMIX_NAMESPACE", "x"), ("OMPI_COMM_WORLD_SIZE", "3")]).contains("one of 3 ranks"));
        for one in [&[][..], &[(ENV, "1 fd=3 rank=0 size=1")], &[("PMI_SIZE", "1")], &[("SLURM_STEP_NUM_TASKS", "1")]] {
            assert_eq!(said(one), "", "{one:?}");
        }
    }
}
