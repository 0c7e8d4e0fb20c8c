//! Reports hosts that do not reach each other: what the agents tried, and what came back.
use super::task::{Attempt, Unreached, Ways};
use clump::driver::hosts::{self, ContactOutcome, Host};
use std::fmt::Write;

/// The most rows of the table.
const ROWS: usize = 40;
/// The most pairs of hosts that the sentence above the table names.
const PAIRS: usize = 4;

/// Converts a host that was not reached into the form in which an agent reports it to its launcher.
pub fn unreached(of: &hosts::Unreached) -> Unreached {
    let attempt = |a: &hosts::Attempt| Attempt { address: a.address, sent: a.sent, back: back(a.outcome) };
    Unreached {
        host: of.host as usize,
        attempts: of.attempts.iter().map(attempt).collect(),
        heard: of.heard,
        foreign: of.foreign,
        other_cipher: of.other_cipher,
    }
}

fn back(outcome: ContactOutcome) -> String {
    match outcome {
        ContactOutcome::Silent => "nothing".into(),
        ContactOutcome::Answered => "an answer".into(),
        ContactOutcome::Own => "not tried: the sender has this address itself".into(),
        ContactOutcome::Returned { errno, told } => {
            let by = if told { "the network says" } else { "not sent" };
            let why = match errno {
                libc::ECONNREFUSED => "port unreachable (refused)".into(),
                libc::EHOSTUNREACH => "host unreachable".into(),
                libc::ENETUNREACH => "no way to that network".into(),
                libc::EPERM | libc::EACCES => "forbidden (by a firewall?)".into(),
                libc::EAFNOSUPPORT => "this host has no such addresses".into(),
                _ => std::io::Error::from_raw_os_error(errno).to_string(),
            };
            format!("{by}: {why}")
        }
    }
}

/// Returns the report if some hosts do not reach each other: a sentence, and a table of all attempts.
pub fn table(names: &[String], hosts: &[Host], ways: &[Ways]) -> Option<String> {
    let name = |host: usize| names.get(host).map_or("?", |n| n);
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    let mut rows = vec![["from", "to", "address", "port", "sent", "what came back"].map(str::to_owned)];
    let mut notes = String::new();
    for (from, ways) in ways.iter().enumerate() {
        for u in &ways.unreached {
            let pair = (from.min(u.host), from.max(u.host));
            if !pairs.contains(&pair) {
                pairs.push(pair);
            }
            let port = hosts.get(u.host).map_or(0, |h| h.agent).to_string();
            let row = |address: String, port: String, sent: String, back: String| {
                [name(from).to_owned(), name(u.host).to_owned(), address, port, sent, back]
            };
            if u.attempts.is_empty() {
                rows.push(row("-".into(), "-".into(), "0".into(), format!("{} has no address", name(u.host))));
            }
            rows.extend(
                u.attempts.iter().map(|a| row(a.address.to_string(), port.clone(), a.sent.to_string(), a.back.clone())),
            );
            if let Some(heard) = u.heard {
                let (own, other) = (name(from), name(u.host));
                let _ = write!(
                    notes,
                    "\n{other}'s contacts do reach {own} (from {heard}); {own}'s, or the answers to them, are lost"
                );
            }
            if u.foreign {
                let _ = write!(
                    notes,
                    "\n{} hears datagrams of another version of Clump; use one version on all hosts",
                    name(from)
                );
            }
            if u.other_cipher {
                let _ = write!(
                    notes,
                    "\n{} hears datagrams that are not sealed by this job's cipher: another host was told another, so \
                     somebody changes what the launcher says to the agents",
                    name(from)
                );
            }
        }
    }
    let named: Vec<String> = pairs.iter().take(PAIRS).map(|&(a, b)| format!("{} and {}", name(a), name(b))).collect();
    let more = pairs.len().saturating_sub(PAIRS);
    let also = if more > 0 { format!(", and {more} more pairs,") } else { String::new() };
    if pairs.is_empty() {
        return None;
    }
    let mut text = format!(
        "hosts {}{also} do not reach each other by UDP; the job is not started. Is there a firewall (--ports says \
         which ports are used)? What was tried, until {} s brought nothing new:",
        named.join("; "),
        hosts::CONTACT_LIMIT.as_secs()
    );
    let cut = rows.len().saturating_sub(ROWS + 1);
    rows.truncate(ROWS + 1);
    let width = |column: usize| rows.iter().map(|r| r[column].chars().count()).max().unwrap_or(0);
    let widths: [usize; 6] = std::array::from_fn(width);
    for row in &rows {
        text.push_str("\n ");
        for (at, (cell, width)) in row.iter().zip(widths).enumerate() {
            let _ = match at {
                3 | 4 => write!(text, " {cell:>width$} "),
                5 => write!(text, " {cell}"),
                _ => write!(text, " {cell:width$} "),
            };
        }
    }
    if cut > 0 {
        let _ = write!(text, "\n  and {cut} more lines");
    }
    Some(text + &notes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_names_hosts_addresses_and_reasons() {
        let names = ["a", "bb", "c"].map(str::to_owned);
        let host = |agent| Host { kernel: "k".into(), net: 1, cores: 1, addresses: vec![], ports: vec![1], agent };
        let hosts = [host(5001), host(5002), host(5003)];
        let attempt = |address: &str, sent, outcome| Attempt {
            address: address.parse().expect("an address"),
            sent,
            back: back(outcome),
        };
        let refused = ContactOutcome::Returned { errno: libc::ECONNREFUSED, told: true };
        let unreached = |host, attempts| Unreached { host, attempts, heard: None, foreign: false, other_cipher: false };
        let mut ways = vec![Ways::default(); 3];
        assert_eq!(table(&names, &hosts, &ways), None);
        ways[1].unreached =
            vec![unreached(2, vec![attempt("172.17.0.1", 0, ContactOutcome::Own), attempt("fd00::3", 14, refused)])];
        ways[2].unreached = vec![unreached(1, vec![attempt("10.0.0.2", 13, ContactOutcome::Silent)])];
        ways[2].unreached[0].heard = Some("10.0.0.9".parse().expect("an address"));
        let text = table(&names, &hosts, &ways).expect("there is something to say");
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].starts_with("hosts bb and c do not reach each other by UDP"), "{text}");
        assert_eq!(lines[1], "  from  to  address     port  sent  what came back");
        assert_eq!(lines[2], "  bb    c   172.17.0.1  5003     0  not tried: the sender has this address itself");
        assert_eq!(lines[3], "  bb    c   fd00::3     5003    14  the network says: port unreachable (refused)");
        assert_eq!(lines[4], "  c     bb  10.0.0.2    5002    13  nothing");
        assert!(lines[5].contains("bb's contacts do reach c (from 10.0.0.9)"), "{text}");
    }

    #[test]
    fn a_long_table_is_cut() {
        let names: Vec<String> = (0..100).map(|n| format!("node{n}")).collect();
        let hosts: Vec<Host> = Vec::new();
        let attempt = Attempt { address: "10.0.0.1".parse().expect("an address"), sent: 1, back: "nothing".into() };
        let one = |host| Unreached {
            host,
            attempts: vec![attempt.clone()],
            heard: None,
            foreign: false,
            other_cipher: false,
        };
        let ways: Vec<Ways> = (0..100)
            .map(|n| Ways { unreached: if n > 0 { vec![one(0)] } else { vec![] }, ..Ways::default() })
            .collect();
        let text = table(&names, &hosts, &ways).expect("there is something to say");
        assert_eq!(text.lines().count(), 1 + 1 + ROWS + 1, "{text}");
        assert!(text.contains("and 95 more pairs") && text.ends_with("and 59 more lines"), "{text}");
    }
}
