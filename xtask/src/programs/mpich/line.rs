//! Parses a line of a file `testlist`: a program, its number of ranks, and words like `arg=-x` or `timeLimit=30`.

/// What makes a test pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judge {
    /// The program ends with 0 and prints "No Errors".
    Passes,
    /// The program ends with another code than 0.
    Fails,
    /// The program ends with another code than 0, and prints "No Errors".
    FailsWithoutErrors,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub folder: String,
    pub program: String,
    pub ranks: u32,
    pub args: Vec<String>,
    pub env: Vec<(String, String)>,
    pub judge: Judge,
    pub seconds: Option<u64>,
}

/// The most memory for each rank, in GiB, of a test that is run.
const GIB: f64 = 2.0;

/// Splits a line into its first word and the rest. Returns `None` for a comment, an empty line, and a line that first
/// builds something else (`!dir:target`).
pub fn words(line: &str) -> Option<(&str, &str)> {
    let line = line.split('#').next()?.trim();
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (!first.is_empty() && !first.starts_with('!')).then_some((first, rest))
}

impl Line {
    /// Parses the words behind the program's name. Returns `None` for a test for MPICH alone (`strict=false`,
    /// `mpix=true`, options of its launcher), one that fails with MPICH (`xfail`), and one that takes too much memory.
    pub fn read(folder: &str, program: &str, rest: &str) -> Option<Line> {
        let mut line = Line {
            folder: folder.to_owned(),
            program: program.to_owned(),
            ranks: 2,
            args: Vec::new(),
            env: Vec::new(),
            judge: Judge::Passes,
            seconds: None,
        };
        for word in rest.split_whitespace() {
            match word.split_once('=') {
                None => line.ranks = word.parse().unwrap_or(line.ranks),
                Some(("arg", value)) => line.args.push(value.to_owned()),
                Some(("env", value)) => {
                    let (name, value) = value.split_once('=')?;
                    line.env.push((name.to_owned(), value.to_owned()));
                }
                Some(("timeLimit", value)) => line.seconds = value.parse().ok(),
                Some(("resultTest", "TestStatus" | "TestErrFatal")) => line.judge = Judge::Fails,
                Some(("resultTest", "TestStatusNoErrors")) => line.judge = Judge::FailsWithoutErrors,
                Some(("mem", value)) if value.parse().is_ok_and(|gib: f64| gib > GIB) => return None,
                Some(("strict", value)) if value.eq_ignore_ascii_case("false") => return None,
                Some(("mpix", value)) if value.eq_ignore_ascii_case("true") => return None,
                Some(("mpiexecarg" | "resultTest", _)) => return None,
                // A test that MPICH itself fails may hang, and asks for more than MPI promises.
                Some(("xfail", _)) => return None,
                Some(_) => {}
            }
        }
        Some(line)
    }

    /// Returns the test's name in the list of failures. Variables are not part of the name, because they choose among
    /// MPICH's algorithms.
    pub fn name(&self) -> String {
        let args = self.args.iter().map(|arg| format!(" {arg}"));
        format!("{}/{} {}{}", self.folder, self.program, self.ranks, args.collect::<String>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_how_a_test_is_run() {
        let read = |text| words(text).and_then(|(program, rest)| Line::read("coll", program, rest));
        let line = read("  bcast 4 arg=-a arg=-n=3 env=A=b timeLimit=600 # why").expect("a test");
        assert_eq!((line.name().as_str(), line.seconds), ("coll/bcast 4 -a -n=3", Some(600)));
        assert_eq!((line.env, line.judge), (vec![("A".to_owned(), "b".to_owned())], Judge::Passes));
        assert_eq!(read("exit 2 resultTest=TestStatus").map(|line| line.judge), Some(Judge::Fails));
        assert_eq!(read("solo").map(|line| line.ranks), Some(2));
        for none in [
            "",
            "# x 2",
            "!../util:all",
            "a 2 strict=false",
            "a 2 strict=FALSE",
            "a 2 mpix=true",
            "a 2 xfail=x",
            "a 8 mem=20.1",
        ] {
            assert_eq!(read(none), None, "{none}");
        }
    }
}
