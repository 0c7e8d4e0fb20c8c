//! The lines of `goals.csv`, which describes its own columns.
use super::super::job::BETWEEN;
use clump_tools::measure::results::Key;
use clump_tools::measure::sizes::parse_size;
use serde::Deserialize;
use std::ops::RangeInclusive;

/// The text of a line, by columns.
#[derive(Deserialize)]
struct Written {
    machine: String,
    command: String,
    figure: String,
    ranks: String,
    sizes: String,
    column: String,
    limit: String,
    mean: Option<f64>,
}

/// A goal: the figures that it judges, and their bounds.
#[derive(Debug)]
pub struct Line {
    /// The arguments of `cargo xtask bench` that measure the figures.
    pub command: String,
    /// True if the figures are measured between test hosts; false if they are measured on one machine.
    pub between_hosts: bool,
    /// The names of the figures. A name that ends in `*` stands for all names that begin with the part before the `*`.
    pub figures: Vec<String>,
    /// Numbers of ranks; empty for any.
    ranks: Vec<u32>,
    /// Sizes in bytes; empty for any.
    sizes: Vec<RangeInclusive<u64>>,
    /// The columns that are judged.
    pub columns: Vec<String>,
    pub relation: Relation,
    /// The bounds to choose from. The goal is judged only if the run has measured the reference of the first bound; the
    /// largest bound whose reference is measured counts.
    pub bounds: Vec<Bound>,
    /// The bound for the geometric mean of all ratios to the best peer.
    pub mean: Option<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    AtMost,
    LessThan,
    AtLeast,
}

/// A bound: `factor` times the reference, plus `more`.
#[derive(Debug, PartialEq)]
pub struct Bound {
    pub factor: f64,
    pub reference: Reference,
    pub more: f64,
}

/// The value with which a figure is compared.
#[derive(Debug, PartialEq)]
pub enum Reference {
    /// The number 1: the bound is absolute.
    One,
    /// The best peer at this point.
    BestPeer,
    /// The lowest of these columns at this point.
    Columns(Vec<String>),
    /// Another figure of this column, for this number of ranks and this size.
    Figure(String),
    /// The lowest figure of this line in this column.
    Cheapest,
}

impl Line {
    /// Returns true if the line has a bound for this figure.
    pub fn has(&self, key: &Key) -> bool {
        let Some(name) = self.own_name(&key.name) else { return false };
        let named = self.figures.iter().any(|f| match f.strip_suffix('*') {
            Some(start) => name.starts_with(start),
            None => f == name,
        });
        named
            && (self.ranks.is_empty() || self.ranks.contains(&key.ranks))
            && (self.sizes.is_empty() || self.sizes.iter().any(|range| range.contains(&key.size)))
    }

    /// Returns the name of a figure without the prefix that figures between hosts have; `None` if the figure is of
    /// the other kind of machine.
    pub fn own_name<'a>(&self, name: &'a str) -> Option<&'a str> {
        match (name.strip_prefix(BETWEEN), self.between_hosts) {
            (Some(rest), true) => Some(rest),
            (None, false) => Some(name),
            _ => None,
        }
    }
}

impl Relation {
    pub fn holds(self, ours: f64, bound: f64) -> bool {
        match self {
            Relation::AtMost => ours <= bound,
            Relation::LessThan => ours < bound,
            Relation::AtLeast => ours >= bound,
        }
    }

    pub fn words(self) -> &'static str {
        match self {
            Relation::AtMost => "at most",
            Relation::LessThan => "less than",
            Relation::AtLeast => "at least",
        }
    }
}

/// Reads all lines. The error names the line that is malformed.
pub fn read(table: &str) -> Result<Vec<Line>, String> {
    let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_reader(table.as_bytes());
    let line = |written: Result<Written, csv::Error>| {
        let written = written.map_err(|e| format!("goals.csv: {e}"))?;
        let name = format!("goals.csv, {} ({})", written.figure, written.command);
        parse(written).map_err(|why| format!("{name}: {why}"))
    };
    reader.deserialize().map(line).collect()
}

fn parse(written: Written) -> Result<Line, String> {
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let between_hosts = match written.machine.as_str() {
        "one" => false,
        "hosts" => true,
        other => return Err(format!("a machine is \"one\" or \"hosts\", not \"{other}\"")),
    };
    let ranks = written.ranks.split_whitespace().map(|n| n.parse().map_err(|_| format!("ranks: {n}")));
    let (relation, bounds) = limit(&written.limit)?;
    Ok(Line {
        command: written.command,
        between_hosts,
        figures: words(&written.figure),
        ranks: ranks.collect::<Result<_, String>>()?,
        sizes: written.sizes.split_whitespace().map(range).collect::<Result<_, String>>()?,
        columns: written.column.split(", ").map(str::to_owned).collect(),
        relation,
        bounds,
        mean: written.mean,
    })
}

/// Parses "8", "4k-64k", "64k-" or "-799".
fn range(text: &str) -> Result<RangeInclusive<u64>, String> {
    let Some((low, high)) = text.split_once('-') else { return parse_size(text).map(|size| size..=size) };
    let low = if low.is_empty() { 0 } else { parse_size(low)? };
    let high = if high.is_empty() { u64::MAX } else { parse_size(high)? };
    Ok(low..=high)
}

/// Parses a limit such as "<= 0.8 best or floor + 0.06".
fn limit(text: &str) -> Result<(Relation, Vec<Bound>), String> {
    let (relation, rest) = text.split_once(' ').ok_or_else(|| format!("a limit has a relation and a bound: {text}"))?;
    let relation = match relation {
        "<=" => Relation::AtMost,
        "<" => Relation::LessThan,
        ">=" => Relation::AtLeast,
        other => return Err(format!("a relation is <=, < or >=, not \"{other}\"")),
    };
    Ok((relation, rest.split(" or ").map(bound).collect::<Result<_, String>>()?))
}

fn bound(text: &str) -> Result<Bound, String> {
    let number = |text: &str| text.parse::<f64>().map_err(|_| format!("\"{text}\" is no number"));
    let (product, more) = match text.split_once(" + ") {
        Some((product, more)) => (product, number(more)?),
        None => (text, 0.0),
    };
    let (first, rest) = product.split_once(' ').unwrap_or((product, ""));
    let (factor, reference) = match first.parse() {
        Ok(factor) => (factor, rest),
        Err(_) => (1.0, product),
    };
    let reference = match reference {
        "" => Reference::One,
        "best" => Reference::BestPeer,
        "cheapest" => Reference::Cheapest,
        other => match other.strip_prefix("figure ") {
            Some(name) => Reference::Figure(name.to_owned()),
            None => Reference::Columns(other.split('/').map(str::to_owned).collect()),
        },
    };
    Ok(Bound { factor, reference, more })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read() {
        let columns = |names: &[&str]| Reference::Columns(names.iter().map(|n| n.to_string()).collect());
        let of = |factor, reference, more| Bound { factor, reference, more };
        assert_eq!(
            limit("<= 0.8 best or floor + 0.060"),
            Ok((Relation::AtMost, vec![of(0.8, Reference::BestPeer, 0.0), of(1.0, columns(&["floor"]), 0.06)]))
        );
        assert_eq!(limit(">= 97"), Ok((Relation::AtLeast, vec![of(97.0, Reference::One, 0.0)])));
        assert_eq!(limit("< 1.1 a/b"), Ok((Relation::LessThan, vec![of(1.1, columns(&["a", "b"]), 0.0)])));
        assert_eq!(limit("<= 2 figure os_x").unwrap().1, [of(2.0, Reference::Figure("os_x".into()), 0.0)]);
        assert!(limit("best").is_err() && limit("= best").is_err() && limit("<= best + x").is_err());
    }

    #[test]
    fn ranges_of_sizes_are_read() {
        assert_eq!(range("64k"), Ok(65536..=65536));
        assert_eq!(range("1-4k"), Ok(1..=4096));
        assert_eq!((range("64k-"), range("-799")), (Ok(65536..=u64::MAX), Ok(0..=799)));
        assert!(range("x").is_err() && range("1-q").is_err());
    }

    #[test]
    fn a_malformed_line_is_named() {
        let table = |line: &str| read(&format!("machine,command,figure,ranks,sizes,column,limit,mean\n{line}\n"));
        assert!(table("one,heap,add,1,,clump,<= 1,").is_ok());
        assert!(table("moon,heap,add,1,,clump,<= 1,").unwrap_err().contains("goals.csv, add (heap): a machine is"));
        assert!(table("one,heap,add,x,,clump,<= 1,").unwrap_err().contains("ranks: x"));
    }
}
