//! Decides whether a program's output is right: which lines count, and what they must say.
use anyhow::{Result, bail};

/// The fields of an entry that xtask/unmodified.toml describes under "What is right".
#[derive(serde::Deserialize, Default)]
#[serde(default)]
pub struct Rule {
    pub keep: Vec<String>,
    pub drop: Vec<String>,
    pub at_least: usize,
    pub each: Option<String>,
    pub says: Vec<String>,
    pub never: Vec<String>,
    pub right: Vec<f64>,
    pub tolerance: f64,
    pub aborts: bool,
}

impl Rule {
    /// Checks the output by itself. Returns the lines that count.
    pub fn kept(&self, output: &str) -> Result<Vec<String>> {
        let has = |line: &str, words: &[String]| words.iter().any(|word| line.contains(&**word));
        let counts = |line: &&str| (self.keep.is_empty() || has(line, &self.keep)) && !has(line, &self.drop);
        let kept: Vec<String> = output.lines().filter(counts).map(str::to_owned).collect();
        if kept.len() < self.at_least.max(1) {
            bail!("the output has {} lines with results, not {}:\n{output}", kept.len(), self.at_least.max(1));
        }
        if let Some(line) = kept.iter().find(|line| self.each.as_ref().is_some_and(|each| !line.contains(&**each))) {
            bail!("`{line}` does not say `{}`:\n{output}", self.each.as_deref().unwrap_or_default());
        }
        if let Some(word) = self.says.iter().find(|word| !output.contains(&***word)) {
            bail!("the output does not say `{word}`:\n{output}");
        }
        if let Some(word) = self.never.iter().find(|word| output.contains(&***word)) {
            bail!("the output says `{word}`:\n{output}");
        }
        let numbers: Vec<f64> = kept.iter().flat_map(|line| words(line)).filter_map(number).collect();
        let equal =
            numbers.len() == self.right.len() && numbers.iter().zip(&self.right).all(|(a, b)| self.near(*a, *b));
        if !self.right.is_empty() && !equal {
            bail!("the results are {numbers:?}, not {:?}:\n{output}", self.right);
        }
        Ok(kept)
    }

    /// Checks that two runs have equal results: equal words, and numbers that differ by the tolerance at most.
    pub fn same(&self, first: &[String], other: &[String]) -> Result<()> {
        if self.each.is_some() {
            return Ok(());
        }
        let equal = |a: &str, b: &str| match (number(a), number(b)) {
            (Some(a), Some(b)) => self.near(a, b),
            _ => a == b,
        };
        let (a, b): (Vec<&str>, Vec<&str>) =
            (first.iter().flat_map(|l| words(l)).collect(), other.iter().flat_map(|l| words(l)).collect());
        if a.len() != b.len() || a.iter().zip(&b).any(|(a, b)| !equal(a, b)) {
            bail!("the results differ from those of the first run\n{}\nnow\n{}", first.join("\n"), other.join("\n"));
        }
        Ok(())
    }

    /// Compares absolutely below 1, relatively above.
    fn near(&self, a: f64, b: f64) -> bool {
        (a - b).abs() <= self.tolerance * a.abs().max(b.abs()).max(1.0)
    }

    /// Describes for the page what the results are compared with.
    pub fn described(&self) -> String {
        let within = match self.tolerance {
            0.0 => String::new(),
            tolerance => format!(" within {tolerance:e}"),
        };
        match (self.each.is_some(), self.right.is_empty()) {
            (true, _) => "its own verdicts".to_owned(),
            (_, false) => format!("known values{within}"),
            (_, true) if self.tolerance == 0.0 => "one rank, every digit".to_owned(),
            (_, true) => format!("one rank{within}"),
        }
    }
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| c.is_whitespace() || "=,;:()[]".contains(c)).filter(|word| !word.is_empty())
}

/// Returns the number that a word is, also with Fortran's exponent (`1.0D-03`).
fn number(word: &str) -> Option<f64> {
    let begins = word.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c));
    word.replace(['d', 'D'], "e").parse().ok().filter(|number: &f64| begins && number.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(tolerance: f64) -> Rule {
        Rule { keep: vec!["energy".into()], drop: vec!["time".into()], tolerance, ..Rule::default() }
    }

    #[test]
    fn numbers_may_differ_by_the_tolerance_and_words_may_not() {
        let kept = |text: &str| rule(1e-6).kept(text).expect("lines");
        let first = kept("start\nenergy = -1.5D+01 Ha\nenergy of time 3\n");
        assert_eq!(first.len(), 1);
        assert!(rule(1e-6).same(&first, &kept("energy = -15.000001 Ha")).is_ok());
        assert!(rule(1e-6).same(&first, &kept("energy = -15.0001 Ha")).is_err());
        assert!(rule(1e-6).same(&first, &kept("energy = -15.0 Ry")).is_err());
        assert!(rule(1e-6).same(&first, &kept("energy = NaN Ha")).is_err());
    }

    #[test]
    fn an_output_without_results_is_wrong() {
        assert!(rule(0.0).kept("nothing\n").is_err());
        let right = Rule { right: vec![1.0, 2.0], ..rule(1e-9) };
        assert!(right.kept("energy 1.0 2.0\n").is_ok());
        assert!(right.kept("energy 1.0 2.1\n").is_err() && right.kept("energy 1.0\n").is_err());
    }

    #[test]
    fn each_line_with_results_must_carry_the_verdict() {
        let own = Rule { each: Some(" 0 failed".into()), ..rule(0.0) };
        assert!(own.kept("energy: 0 failed\n").is_ok());
        assert!(own.kept("energy: 10 failed\n").is_err());
    }
}
