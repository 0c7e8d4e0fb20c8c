//! Decides where ranks print to: to the launcher, or to files that they write themselves on their own host.
use super::Failure;
use super::cli::RunArgs;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};

/// The marks that a file's name may contain, as error messages list them.
const KNOWN: &str = "%r (the rank), %R (the rank with leading zeros), %h (the host), %p (its number) and %% (a %)";

/// The destinations of the output of all ranks of a job. File names are absolute, with the marks that [`name`] fills
/// in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Redirect {
    pub out: Option<String>,
    pub err: Option<String>,
    /// True if standard error goes where standard output goes.
    pub merge: bool,
}

/// The rank that a file is for.
pub struct Of<'a> {
    pub rank: usize,
    pub total: usize,
    pub host: &'a str,
    pub host_number: usize,
}

impl Redirect {
    pub fn new(programs: &[RunArgs]) -> Result<Redirect, Failure> {
        let of = |option: &str, file: Option<&PathBuf>| {
            let Some(file) = file else { return Ok(None) };
            let wrong = |why: String| Failure::usage(format!("{option} {}: {why}", file.display()));
            let file = std::path::absolute(file).map_err(|e| wrong(e.to_string()))?;
            let text = file.to_str().ok_or_else(|| wrong("it is not UTF-8".into()))?;
            name(text, &Of { rank: 0, total: 1, host: "", host_number: 0 }).map_err(wrong)?;
            Ok(Some(text.to_owned()))
        };
        let redirect = Redirect {
            out: of("--output-file", programs.iter().find_map(|p| p.output_file.as_ref()))?,
            err: of("--error-file", programs.iter().find_map(|p| p.error_file.as_ref()))?,
            merge: programs.iter().any(|p| p.merge_stderr_to_stdout),
        };
        if redirect.merge && redirect.err.is_some() && redirect.err != redirect.out {
            let why = "--merge-stderr-to-stdout and --error-file send standard error to two places; leave one out";
            return Err(Failure::usage(why.into()));
        }
        Ok(redirect)
    }

    /// Fails if ranks of several hosts would write to one file name: on a shared file system, each host would
    /// truncate the file.
    pub fn check_for_several_hosts(&self) -> Result<(), Failure> {
        let one = Of { rank: 0, total: 1, host: "a", host_number: 0 };
        let other = Of { rank: 1, total: 2, host: "b", host_number: 1 };
        match [&self.out, &self.err].into_iter().flatten().find(|file| name(file, &one) == name(file, &other)) {
            None => Ok(()),
            Some(file) => Err(Failure::usage(format!(
                "ranks on several hosts cannot print to one file ({file}); put %r for the rank, or %h for the \
                 host, in its name"
            ))),
        }
    }
}

/// Returns the file name with the marks filled in. The error says what is wrong with the name.
fn name(pattern: &str, of: &Of<'_>) -> Result<PathBuf, String> {
    let (mut name, mut rest) = (String::new(), pattern);
    while let Some((before, after)) = rest.split_once('%') {
        name += before;
        let mut chars = after.chars();
        match chars.next() {
            Some('r') => name += &of.rank.to_string(),
            Some('R') => {
                let width = of.total.saturating_sub(1).to_string().len();
                name += &format!("{:0width$}", of.rank);
            }
            Some('h') => name += of.host,
            Some('p') => name += &of.host_number.to_string(),
            // The number of MPICH's process group; a job here has only group 0.
            Some('g') => name.push('0'),
            Some('%') => name.push('%'),
            other => {
                let mark = other.map_or_else(|| "%".into(), |c| format!("%{c}"));
                return Err(format!("{mark} stands for nothing; known are {KNOWN}"));
            }
        }
        rest = chars.as_str();
    }
    Ok((name + rest).into())
}

/// Opens the ranks' files, and remembers which files are open.
#[derive(Default)]
pub struct Files(RefCell<HashSet<PathBuf>>);

impl Files {
    /// Opens the file that `pattern` means for this rank, if there is a pattern. The file is empty at first; ranks
    /// with the same file name share the file.
    pub fn open(&self, pattern: Option<&str>, of: &Of<'_>) -> Result<Option<File>, Failure> {
        let Some(pattern) = pattern else { return Ok(None) };
        let failed = |what: &Path, why: String| {
            Failure::launcher(format!(
                "cannot open {}, which rank {} on {} is to print to: {why}",
                what.display(),
                of.rank,
                of.host
            ))
        };
        let path = name(pattern, of).map_err(|why| failed(Path::new(pattern), why))?;
        if let Some(dir) = path.parent() {
            std::fs::create_dir_all(dir).map_err(|e| failed(&path, e.to_string()))?;
        }
        // Appending ranks never overwrite each other's output.
        let file = OpenOptions::new().append(true).create(true).open(&path);
        let file = file.map_err(|e| failed(&path, e.to_string()))?;
        // A file that is not regular, such as /dev/null, cannot be truncated, and need not be.
        if self.0.borrow_mut().insert(path.clone()) && file.metadata().is_ok_and(|meta| meta.is_file()) {
            file.set_len(0).map_err(|e| failed(&path, e.to_string()))?;
        }
        Ok(Some(file))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_in_file_names_are_filled_in() {
        let of = Of { rank: 3, total: 101, host: "node7", host_number: 2 };
        assert_eq!(name("/a/%h.%p/out.%r-%R%%", &of), Ok("/a/node7.2/out.3-003%".into()));
        assert!(name("/a/%x", &of).is_err_and(|why| why.contains("%x stands for nothing; known are %r")));
        assert!(name("/a/50%", &of).is_err());
    }

    #[test]
    fn several_hosts_have_files_of_their_own() {
        let to = |out: &str| Redirect { out: Some(out.into()), ..Redirect::default() }.check_for_several_hosts();
        assert!(to("/a/%r").is_ok() && to("/a/%h").is_ok() && to("/a/%R/out").is_ok());
        assert!(to("/a/out").is_err_and(|e| e.message.contains("put %r for the rank")));
    }
}
