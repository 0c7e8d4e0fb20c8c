//! Parses lists of hosts, and divides ranks among hosts.
use crate::run::Failure;
use std::path::Path;

/// The most ranks of one host; a user who asks for more has made an error.
const MOST: usize = 1 << 20;

/// A host as a list names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slots {
    pub name: String,
    /// Number of the host's ranks, if the list has one.
    pub ranks: Option<usize>,
}

/// A host's part of the job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    pub name: String,
    pub first: usize,
    pub count: usize,
}

/// Parses words of the form `name`, `name:ranks` or `[ipv6]:ranks`.
pub fn parse<'a>(words: impl Iterator<Item = &'a str>) -> Result<Vec<Slots>, Failure> {
    words.map(str::trim).filter(|w| !w.is_empty()).map(one).collect()
}

fn one(word: &str) -> Result<Slots, Failure> {
    let wrong = || Failure::usage(format!("`{word}` is no host; write `name` or `name:ranks`"));
    let (name, ranks) = match word.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((name, rest)) => (name, rest.strip_prefix(':')),
        // An IPv6 address without brackets has no number of ranks.
        None if word.matches(':').count() > 1 => (word, None),
        None => word.split_once(':').map_or((word, None), |(name, ranks)| (name, Some(ranks))),
    };
    let ranks = ranks.map(|r| r.parse().ok().filter(|n| (1..=MOST).contains(n)).ok_or_else(wrong)).transpose()?;
    // ssh would take such a name for an option.
    if name.is_empty() || name.starts_with('-') || name.contains(|c: char| c.is_whitespace() || c.is_control()) {
        return Err(wrong());
    }
    Ok(Slots { name: name.to_owned(), ranks })
}

/// Reads a host file: one host a line, `name`, `name:ranks` or `name slots=ranks`; `#` begins a comment.
pub fn read(file: &Path) -> Result<Vec<Slots>, Failure> {
    let text = std::fs::read_to_string(file)
        .map_err(|e| Failure::usage(format!("cannot read the host file {}: {e}", file.display())))?;
    of_text(&text)
}

/// Parses the text of a host file.
pub fn of_text(text: &str) -> Result<Vec<Slots>, Failure> {
    let mut list = Vec::new();
    for line in text.lines() {
        let mut words = line.split('#').next().unwrap_or_default().split_whitespace();
        let Some(name) = words.next() else { continue };
        let mut slots = one(name)?;
        for word in words {
            if let Some(n) = word.strip_prefix("slots=").and_then(|n| n.parse().ok()).filter(|n| (1..=MOST).contains(n))
            {
                slots.ranks = Some(n);
            }
        }
        list.push(slots);
    }
    Ok(list)
}

/// Returns true if `name` is a name of this machine, or Slurm's name for it.
pub fn is_this_machine(name: &str) -> bool {
    if std::env::var("SLURMD_NODENAME").is_ok_and(|own| own == name) {
        return true;
    }
    let own = crate::machine::host();
    let short = own.split('.').next().unwrap_or(&own);
    let loopback = name == "localhost" || name == "::1" || name.starts_with("127.");
    loopback || name == own || name == short || name.split('.').next() == Some(short) && name.contains('.')
}

/// Returns the number of entries in words.
pub fn counted(slots: &[Slots]) -> String {
    if slots.len() == 1 { "1 host".into() } else { format!("{} hosts", slots.len()) }
}

/// Returns the number of ranks that the hosts have room for, if the user gives no number of ranks.
pub fn room(slots: &[Slots], per_host: Option<usize>) -> usize {
    slots.iter().map(|s| per_host.or(s.ranks).unwrap_or(1)).sum()
}

/// Divides `ranks` ranks in blocks. Each host gets as many ranks as the list says, or an even share if the list does
/// not say; any remaining ranks are divided evenly again. A host that is named several times has one share.
pub fn share(slots: &[Slots], ranks: usize, per_host: Option<usize>) -> Vec<Share> {
    let even = ranks.div_ceil(slots.len());
    let mut merged: Vec<(String, usize)> = Vec::new();
    for s in slots {
        let count = per_host.or(s.ranks).unwrap_or(even);
        match merged.iter_mut().find(|(name, _)| *name == s.name) {
            Some((_, sum)) => *sum += per_host.or(s.ranks).unwrap_or(0).min(count),
            None => merged.push((s.name.clone(), count)),
        }
    }
    let room: usize = merged.iter().map(|m| m.1).sum();
    let extra = ranks.saturating_sub(room);
    let (each, odd) = (extra / merged.len(), extra % merged.len());
    let mut first = 0;
    let mut shares = Vec::new();
    for (i, (name, count)) in merged.into_iter().enumerate() {
        let count = (count + each + usize::from(i < odd)).min(ranks - first);
        if count > 0 {
            shares.push(Share { name, first, count });
        }
        first += count;
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn counts(list: &str, ranks: usize, per_host: Option<usize>) -> Vec<(String, usize, usize)> {
        let slots = parse(list.split(',')).unwrap();
        share(&slots, ranks, per_host).into_iter().map(|s| (s.name, s.first, s.count)).collect()
    }

    fn shares(of: &[(&str, usize, usize)]) -> Vec<(String, usize, usize)> {
        of.iter().map(|&(name, first, count)| (name.to_owned(), first, count)).collect()
    }

    #[test]
    fn ranks_are_shared_out_in_blocks() {
        assert_eq!(counts("a,b", 5, None), shares(&[("a", 0, 3), ("b", 3, 2)]));
        assert_eq!(counts("a:1,b:3", 4, None), shares(&[("a", 0, 1), ("b", 1, 3)]));
        assert_eq!(counts("a:1,b:1", 5, None), shares(&[("a", 0, 3), ("b", 3, 2)]));
        assert_eq!(counts("a:4,b:4", 3, None), shares(&[("a", 0, 3)]));
        assert_eq!(counts("a,b,c", 4, Some(2)), shares(&[("a", 0, 2), ("b", 2, 2)]));
        assert_eq!(counts("a:1,b:1,a:1", 3, None), shares(&[("a", 0, 2), ("b", 2, 1)]));
        assert_eq!(room(&parse("a:2,b,c:3".split(',')).unwrap(), None), 6);
    }

    proptest! {
        /// Any list is either refused, or its hosts share all ranks: every rank once, in blocks, and no host has a
        /// name that ssh would take for an option.
        #[test]
        fn any_list_is_parsed_or_refused(
            list in "[ab:\\[\\]0-9=#,. \\-\\PC]{0,30}",
            ranks in 1usize..50,
            each in prop::option::of(1usize..5),
        ) {
            if let Ok(slots) = parse(list.split(',')) && !slots.is_empty() {
                let good = |s: &Slots| !s.name.is_empty() && !s.name.starts_with('-') && s.ranks != Some(0);
                prop_assert!(slots.iter().all(good));
                let shares = share(&slots, ranks, each);
                let mut next = 0;
                for s in &shares {
                    prop_assert_eq!((s.first, s.count > 0), (next, true));
                    next += s.count;
                }
                prop_assert_eq!(next, ranks);
                prop_assert!(room(&slots, each) > 0);
            }
        }
    }

    #[test]
    fn names_are_read_in_all_their_forms() {
        let slot = |name: &str, ranks| Slots { name: name.into(), ranks };
        assert_eq!(
            parse("a:2,10.0.0.1,[fd00::1]:3,fd00::2".split(',')).unwrap(),
            [slot("a", Some(2)), slot("10.0.0.1", None), slot("fd00::1", Some(3)), slot("fd00::2", None)]
        );
        for bad in ["a:x", "a:0", "a:18446744073709551615", "-oProxyCommand=x", ":3", "a b"] {
            assert!(parse([bad].into_iter()).is_err(), "{bad}");
        }
    }
}
