//! Texts from other processes and from users: what can be read can be written and read again, and the parts that come
//! out are what callers rely on.
use super::outcome;
use clump::driver::ports::PortName;
use clump::driver::testing::rewrite_card;
use clump_tools::run::dialect::translate;
use clump_tools::run::hosts::list;
use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt, OsStringExt};

fn bytes(texts: &[&str]) -> Vec<Vec<u8>> {
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}

pub fn ports() -> Vec<Vec<u8>> {
    let secret = "a5".repeat(32);
    let with = |addresses: &str| format!("clump-port-1/4711/{secret}/{addresses}");
    bytes(&[&with("127.0.0.1"), &with("10.0.0.1,fd00::7,127.0.0.1")])
}

pub fn run_ports(input: &[u8]) -> u64 {
    let text = String::from_utf8_lossy(input);
    let Some(port) = PortName::from_text(&text) else { return outcome(&[1, u64::from(input.is_empty())]) };
    assert_eq!(PortName::from_text(&port.to_text()).as_ref(), Some(&port));
    assert!(!format!("{port:?}").contains("a5a5"), "a port shows its secret");
    outcome(&[2, port.to_text().len() as u64])
}

pub fn cards() -> Vec<Vec<u8>> {
    let far = format!("0.2.0/node/2/1500/256/10.0.0.1,fd00::7/5/6/{}", "ab".repeat(32));
    bytes(&[&format!("2/kernel/4026531840/1/1000/0-3,8/00000000000000ff/{far}"), "2/k/1/1/0/0/00000000000000ff/-"])
}

pub fn run_cards(input: &[u8]) -> u64 {
    match rewrite_card(&String::from_utf8_lossy(input)) {
        Ok((text, cores)) => {
            assert_eq!(rewrite_card(&text).map(|again| again.0).as_ref(), Ok(&text));
            outcome(&[2, text.len() as u64, u64::from(cores)])
        }
        Err(_) => outcome(&[1]),
    }
}

pub fn host_lists() -> Vec<Vec<u8>> {
    bytes(&["a:2\nb slots=3 # more\n\n[fd00::7]:4\nfd00::8\n", "a\nb\na\n", "node1:1\nnode2:1048576\n"])
}

/// The number of ranks that are shared among the hosts.
const RANKS: usize = 7;

pub fn run_host_lists(input: &[u8]) -> u64 {
    let text = String::from_utf8_lossy(input);
    let (file, option) = (list::of_text(&text), list::parse(text.split(',')));
    let mut told = Vec::new();
    for slots in [file, option].into_iter().flatten() {
        // ssh would take such a name for an option, or for several words.
        let is_word = |name: &str| !name.is_empty() && !name.starts_with('-') && !name.contains(char::is_whitespace);
        assert!(slots.iter().all(|host| is_word(&host.name) && host.ranks != Some(0)), "{slots:?}");
        told.push(slots.len() as u64);
        if !slots.is_empty() {
            let shares = list::share(&slots, RANKS, None);
            assert_eq!(shares.iter().map(|share| share.count).sum::<usize>(), RANKS, "{shares:?}");
            let firsts = shares.iter().scan(0, |next, share| Some(std::mem::replace(next, *next + share.count)));
            assert!(shares.iter().zip(firsts).all(|(share, first)| share.first == first), "{shares:?}");
            told.push(shares.len() as u64);
        }
    }
    outcome(&told)
}

pub fn spawned() -> Vec<Vec<u8>> {
    bytes(&["5\0-n\x001\0--\0a\0\x1f\x004\0-n\x002\0--\0b", "8\0-n\x001\0--env\0A=b\0--wdir\0/\0--\0a"])
}

/// Runs the arguments of a launcher that a rank starts, with zeros between them.
pub fn run_spawned(input: &[u8]) -> u64 {
    let words = input.split(|&byte| byte == 0).map(|word| OsString::from_vec(word.to_vec()));
    let words: Vec<OsString> = std::iter::once("--spawned".into()).chain(words).collect();
    let Ok(programs) = translate(&words) else { return outcome(&[1]) };
    // Every program says that a rank has started it, and has its own words behind the options, unchanged.
    let mut count = 0;
    for program in &programs {
        let end = program.iter().position(|word| word == "--").expect("an end of the options");
        assert!(program[0] == "--spawned" && program[1..end].iter().all(|word| word.as_bytes().starts_with(b"-")));
        let own = &program[end + 1..];
        assert!(own.is_empty() || words.windows(own.len()).any(|words| words == own), "{program:?}");
        count += own.len() as u64;
    }
    outcome(&[2, programs.len() as u64, count])
}
