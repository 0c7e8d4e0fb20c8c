//! Reads and writes xtask/mpich-tests.toml: which of MPICH's tests fail, and why.
use crate::paths;
use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The result of a test.
pub struct Outcome {
    pub name: String,
    /// What went wrong; `None` if the test passed.
    pub failure: Option<String>,
}

/// A reason, and the tests that fail for that reason.
#[derive(Debug, PartialEq, Eq, Deserialize, Serialize)]
struct Reason {
    /// `by design` or `open`.
    cause: String,
    why: String,
    /// True if the tests do not end by themselves, so that xtask stops them early.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    endless: bool,
    tests: Vec<String>,
}

/// Tests that pass, and that need more time than other tests.
#[derive(Debug, PartialEq, Eq, Deserialize, Serialize)]
struct Slow {
    /// The time limit in seconds.
    seconds: u64,
    why: String,
    tests: Vec<String>,
}

/// The whole list of known failures.
#[derive(Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Known {
    /// The comment at the head of the file.
    #[serde(skip)]
    head: String,
    pub sample: Vec<String>,
    /// The folders that run only when the command line names them, each with a reason.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    left_out: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    slow: Vec<Slow>,
    #[serde(rename = "failing")]
    reasons: Vec<Reason>,
}

/// The causes that a reason in the list may have.
const CAUSES: [&str; 2] = ["by design", "open"];
/// The reason of a failure that no developer has examined yet.
const NEW: &str = "to be looked into";
/// The reason of a test that did not end within its time limit.
const ENDLESS: &str = "does not end in its time";

fn path() -> PathBuf {
    paths::root().join("xtask/mpich-tests.toml")
}

impl Known {
    pub fn read() -> Result<Known> {
        let text = std::fs::read_to_string(path()).with_context(|| format!("cannot read {}", path().display()))?;
        Known::of(&text).context("xtask/mpich-tests.toml")
    }

    fn of(text: &str) -> Result<Known> {
        let head = text.lines().take_while(|line| line.starts_with('#')).fold(String::new(), |all, l| all + l + "\n");
        let known = Known { head, ..toml::from_str(text)? };
        for reason in &known.reasons {
            if !CAUSES.contains(&reason.cause.as_str()) || reason.why.is_empty() || reason.tests.is_empty() {
                bail!("`{}`: a cause of {}, a reason and tests are needed", reason.why, CAUSES.join(", "));
            }
        }
        if let Some(slow) = known.slow.iter().find(|slow| slow.why.is_empty() || slow.tests.is_empty()) {
            bail!("`{}`: a reason and tests are needed", slow.why);
        }
        Ok(known)
    }

    pub fn left_out(&self, folder: &str) -> bool {
        self.left_out.contains_key(folder)
    }

    /// Returns true if the test is known not to end.
    pub fn is_endless(&self, name: &String) -> bool {
        self.reasons.iter().any(|reason| reason.endless && reason.tests.contains(name))
    }

    /// Returns the time limit in seconds of a test that needs more time than other tests.
    pub fn seconds(&self, name: &String) -> Option<u64> {
        self.slow.iter().find(|slow| slow.tests.contains(name)).map(|slow| slow.seconds)
    }

    /// Returns the outcomes that differ from the list, a paragraph each.
    pub fn compare(&self, outcomes: &[Outcome]) -> Vec<String> {
        let reason = |name: &String| self.reasons.iter().find(|reason| reason.tests.contains(name));
        let wrong = outcomes.iter().filter_map(|outcome| match (&outcome.failure, reason(&outcome.name)) {
            (Some(why), None) => Some(format!("{} {why}", outcome.name)),
            (None, Some(reason)) => {
                Some(format!("{} passes, and is listed as failing ({}: {})", outcome.name, reason.cause, reason.why))
            }
            _ => None,
        });
        wrong.collect()
    }

    /// Updates the list for a folder: removes tests that pass or no longer exist, and adds those that fail, with the
    /// reason that their output shows.
    pub fn update(&mut self, folder: &str, outcomes: &[Outcome]) {
        let inside = format!("{folder}/");
        let is_one = |test: &String| !test.starts_with(&inside) || outcomes.iter().any(|o| o.name == *test);
        self.reasons.iter_mut().for_each(|reason| reason.tests.retain(is_one));
        for Outcome { name, failure } in outcomes {
            match failure {
                None => self.reasons.iter_mut().for_each(|reason| reason.tests.retain(|test| test != name)),
                Some(_) if self.reasons.iter().any(|reason| reason.tests.contains(name)) => {}
                Some(said) => {
                    let (cause, why) = reason(said);
                    match self.reasons.iter_mut().find(|reason| reason.cause == cause && reason.why == why) {
                        Some(reason) => reason.tests.push(name.clone()),
                        None => {
                            let endless = why == ENDLESS;
                            let tests = vec![name.clone()];
                            self.reasons.push(Reason { cause: cause.to_owned(), why, tests, endless });
                        }
                    }
                }
            }
        }
        self.reasons.retain(|reason| !reason.tests.is_empty());
        let place = |reason: &Reason| CAUSES.iter().position(|cause| *cause == reason.cause);
        self.reasons.sort_by(|a, b| (place(a), &a.why).cmp(&(place(b), &b.why)));
        self.reasons.iter_mut().for_each(|reason| reason.tests.sort());
    }

    pub fn write(&self) -> Result<()> {
        Ok(std::fs::write(path(), self.text()?)?)
    }

    fn text(&self) -> Result<String> {
        Ok(format!("{}{}", self.head, toml::to_string_pretty(self)?))
    }
}

/// Returns the cause and the reason of a failure, as far as the test's output shows them.
fn reason(said: &str) -> (&'static str, String) {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let after = |mark: &str| said.split_once(mark).and_then(|(_, rest)| rest.split(|c| !is_name(c)).next());
    if said.starts_with("ended with exit status: 124") {
        return ("open", ENDLESS.to_owned());
    }
    let unknown = after("undefined reference to `").or(after("error: ‘")).or(after("error: '"));
    match unknown {
        Some(name) if name.starts_with("MPIX_") => ("by design", "MPICH's own functions and constants".to_owned()),
        Some(name) if name.starts_with("MPI_") => ("by design", format!("{name} is not in the ABI")),
        _ => ("open", NEW.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "# a head\nsample = [\"a/x 2\"]\n\n[left_out]\nio = \"no files\"\n\n[[slow]]\n\
        seconds = 300\nwhy = \"long\"\ntests = [\"a/x 2\"]\n\n[[failing]]\n\
        cause = \"by design\"\nwhy = \"because\"\ntests = [\"a/y 2\"]\n";

    fn outcome(name: &str, failure: Option<&str>) -> Outcome {
        Outcome { name: name.to_owned(), failure: failure.map(str::to_owned) }
    }

    #[test]
    fn the_list_survives_writing_and_follows_the_outcomes() {
        let mut known = Known::of(LIST).expect("a list");
        assert!(known.text().expect("a list") == LIST && known.left_out("io") && !known.left_out("a"));
        assert_eq!((known.seconds(&"a/x 2".to_owned()), known.seconds(&"a/y 2".to_owned())), (Some(300), None));
        assert!(known.compare(&[outcome("a/x 2", None), outcome("a/y 2", Some("ended"))]).is_empty());
        let fails = outcome("a/z 3", Some("cannot be built: undefined reference to `MPI_Errhandler_set'"));
        let all = [outcome("a/y 2", None), fails, outcome("a/w 1", Some("ended with 9"))];
        assert_eq!(known.compare(&all).len(), 3);
        known.update("a", &all);
        assert!(known.compare(&all).is_empty() && Known::of(&known.text().expect("a list")).expect("a list") == known);
        let shown: Vec<_> = known.reasons.iter().map(|r| (r.cause.as_str(), r.why.as_str())).collect();
        assert_eq!(shown, [("by design", "MPI_Errhandler_set is not in the ABI"), ("open", NEW)]);
    }

    #[test]
    fn the_reason_is_what_the_output_names() {
        let removed = "cannot be built: (.text+0x92): undefined reference to `MPI_Errhandler_set'";
        assert_eq!(reason(removed), ("by design", "MPI_Errhandler_set is not in the ABI".to_owned()));
        assert_eq!(reason("a.c:3:5: error: ‘MPIX_Foo’ undeclared").0, "by design");
        assert_eq!(reason("ended with 1").0, "open");
    }

    #[test]
    fn every_entry_has_a_cause_and_a_reason() {
        assert!(Known::of(&LIST.replace("by design", "bad luck")).is_err());
        assert!(Known::of(&LIST.replace("because", "")).is_err());
        assert!(Known::of(&LIST.replace("long", "")).is_err());
        Known::read().expect("the list of the repository");
    }
}
