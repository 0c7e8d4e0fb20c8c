//! Notes: lines in which an agent tells the launcher what concerns all hosts. They travel in the agent's stderr among
//! the lines for the user, and the launcher takes them out. Each begins with a byte that no text contains; a program
//! that prints such a line itself can at most make the report wrong, or end the rank that has started its job.
use super::account::RankAccount;
use clump::driver::coordination::LineName;
use clump::driver::{AgreementLetter, Revoked};
use clump_fabric::shm::{CollectiveRecord, Fault};
use std::fmt::Write;

/// The beginning of a note.
const MARK: &[u8] = b"\x1eclump-";
/// The first word of a note about a rank's calls.
const CALLS: &str = "calls";
/// The first word of a note about what a rank has called.
const ACCOUNT: &str = "account";
/// The only word of a note about an abort.
const ENDS_STARTER: &str = "ends-starter";

/// The first word of a note about a fault.
const FAULT: &str = "fault";
/// The first word of a note about a revocation that a host knows of.
const REVOKED_ON: &str = "revoked-on";
/// The first word of a note about the end of a host's agent.
const HOST_ENDED: &str = "host-ended";
/// The first word of a note about a host that is silent.
const SILENT: &str = "silent";
/// The first word of a note with a contribution to an agreement.
const AGREES: &str = "agrees";

/// The first word of a note with words for the coordinator, and of one with the end of a line.
const JOINT: &str = "joint";
const JOINT_ENDED: &str = "joint-ended";
/// The only word of a note about the end of the program that the job ends with.
const PROGRAM_ENDED: &str = "program-ended";
/// The only word of a note about the good end of a started job.
const GUEST_ENDED_WELL: &str = "guest-ended-well";

/// The last collective calls of a rank.
pub type RankCalls = (usize, Vec<CollectiveRecord>);

/// What an agent tells the launcher.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// The last collective calls of a rank, which the launcher compares with those of ranks of other hosts.
    Calls(RankCalls),
    /// What a rank that has ended had called (--summary).
    Account(usize, RankAccount),
    /// A rank has called MPI_Abort on a communicator with processes of the job that has started this one.
    EndsStarter,
    /// A rank has died, or a communicator is revoked, in a job that goes on.
    Fault(Fault),
    /// The ranks of this host can hear that a communicator is revoked.
    RevokedOn(usize, Revoked),
    /// The agent of this host has ended.
    HostEnded(usize),
    /// This host does not answer the agent's host any more.
    Silent(usize),
    /// A rank contributes to an agreement.
    Agrees(AgreementLetter),
    /// A process of a joint job tells the coordinator something, by a line of this host; `None`: the line has ended.
    Joint(LineName, Option<String>),
    /// A job that a rank has started has ended well.
    GuestEndedWell,
    /// This host's ranks of the program that the job ends with (--ends-with) have ended.
    ProgramEnded,
}

/// Returns a note as text, without its line feed.
pub fn write(note: &Note) -> String {
    let mark = String::from_utf8_lossy(MARK);
    let (first, rank, words) = match note {
        Note::Calls((rank, records)) => (CALLS, rank, records.iter().flat_map(|record| record.to_words()).collect()),
        Note::Account(rank, account) => (ACCOUNT, rank, account.to_words()),
        Note::EndsStarter => return format!("{mark}{ENDS_STARTER}"),
        Note::Fault(fault) => return format!("{mark}{FAULT} {:x}", fault.to_word()),
        Note::RevokedOn(host, name) => {
            return format!("{mark}{REVOKED_ON} {host} {:x}", Fault::Revoked(*name).to_word());
        }
        Note::HostEnded(host) => return format!("{mark}{HOST_ENDED} {host}"),
        Note::Silent(host) => return format!("{mark}{SILENT} {host}"),
        Note::Agrees(letter) => return format!("{mark}{AGREES} {}", letter.to_text()),
        Note::Joint((host, line), Some(words)) => return format!("{mark}{JOINT} {host} {line} {words}"),
        Note::Joint((host, line), None) => return format!("{mark}{JOINT_ENDED} {host} {line}"),
        Note::ProgramEnded => return format!("{mark}{PROGRAM_ENDED}"),
        Note::GuestEndedWell => return format!("{mark}{GUEST_ENDED_WELL}"),
    };
    let mut text = format!("{mark}{first} {rank}");
    for word in words {
        // Writing to a string cannot fail.
        let _ = write!(text, " {word:x}");
    }
    text
}

fn read(note: &[u8]) -> Option<Note> {
    let note = std::str::from_utf8(note).ok()?;
    let mut words = note.split_whitespace();
    let first = words.next()?;
    match first {
        CALLS | ACCOUNT => {}
        FAULT => {
            let word = words.next().and_then(|word| u64::from_str_radix(word, 16).ok())?;
            return words.next().is_none().then_some(Note::Fault(Fault::of_word(word)));
        }
        verb @ (SILENT | HOST_ENDED) => {
            let host = words.next()?.parse().ok()?;
            let note = if verb == SILENT { Note::Silent(host) } else { Note::HostEnded(host) };
            return words.next().is_none().then_some(note);
        }
        REVOKED_ON => {
            let host = words.next()?.parse().ok()?;
            let word = words.next().and_then(|word| u64::from_str_radix(word, 16).ok())?;
            let Fault::Revoked(name) = Fault::of_word(word) else { return None };
            return words.next().is_none().then_some(Note::RevokedOn(host, name));
        }
        AGREES => {
            let letter = note.trim_end().strip_prefix(AGREES)?.strip_prefix(' ')?;
            return AgreementLetter::parse(letter, clump_fabric::shm::MAX_RANKS).map(Note::Agrees);
        }
        verb @ (JOINT | JOINT_ENDED) => {
            let name = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
            let rest = words.collect::<Vec<_>>().join(" ");
            return (rest.is_empty() == (verb == JOINT_ENDED))
                .then(|| Note::Joint(name, Some(rest).filter(|rest| !rest.is_empty())));
        }
        GUEST_ENDED_WELL => return words.next().is_none().then_some(Note::GuestEndedWell),
        PROGRAM_ENDED => return words.next().is_none().then_some(Note::ProgramEnded),
        ENDS_STARTER => return words.next().is_none().then_some(Note::EndsStarter),
        _ => return None,
    }
    let rank = words.next()?.parse().ok()?;
    let words: Vec<u64> = words.map(|word| u64::from_str_radix(word, 16)).collect::<Result<_, _>>().ok()?;
    if first == ACCOUNT {
        return RankAccount::of_words(&words).map(|account| Note::Account(rank, account));
    }
    let (records, []) = words.as_chunks::<3>() else { return None };
    Some(Note::Calls((rank, records.iter().map(|words| CollectiveRecord::of_words(*words)).collect())))
}

/// Takes the notes out of whole lines. Returns the remaining bytes if there was a note, and `None` otherwise.
pub fn take(lines: &[u8], notes: &mut Vec<Note>) -> Option<Vec<u8>> {
    if !lines.contains(&MARK[0]) {
        return None;
    }
    let mut rest = Vec::with_capacity(lines.len());
    for line in lines.split_inclusive(|&byte| byte == b'\n') {
        // The last line of a rank's output may have no end; the note then follows it.
        let at = line.windows(MARK.len()).position(|bytes| bytes == MARK);
        let found = at.and_then(|at| Some((at, read(&line[at + MARK.len()..])?)));
        match found {
            Some((at, note)) => {
                rest.extend_from_slice(&line[..at]);
                notes.push(note);
            }
            None => rest.extend_from_slice(line),
        }
    }
    Some(rest)
}

/// Takes the notes out of whole lines, of which `begin` arrived before `end`; see [`take`].
pub fn take_from(begin: &[u8], end: &[u8], notes: &mut Vec<Note>) -> Option<Vec<u8>> {
    if !begin.contains(&MARK[0]) && !end.contains(&MARK[0]) {
        return None;
    }
    take(&[begin, end].concat(), notes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_taken_out_of_lines_and_read_back() {
        let record = |number| CollectiveRecord {
            communicator: (4, 0xbeef),
            number,
            call: 70,
            op: 3,
            root: CollectiveRecord::NO_ROOT,
            bytes: CollectiveRecord::ANY_BYTES,
        };
        let (some, none) = (Note::Calls((11, vec![record(8), record(9)])), Note::Calls((2, vec![])));
        let letter = AgreementLetter::parse("9 1 70 3 5 6 1-3 5-5", 6).expect("a letter");
        for one in [
            Note::Fault(Fault::Died(77)),
            Note::RevokedOn(3, Revoked { pair: 1, first: 2, time: 3 }),
            Note::HostEnded(2),
            Note::Silent(3),
            Note::Agrees(letter),
            Note::Joint((1, 9), Some("join 5 1 2".into())),
            Note::Joint((1, 9), None),
            Note::GuestEndedWell,
            Note::ProgramEnded,
            Note::Account(3, RankAccount::default()),
        ] {
            let mut notes = Vec::new();
            assert_eq!(take(format!("{}\n", write(&one)).as_bytes(), &mut notes).as_deref(), Some(&b""[..]));
            assert_eq!(notes, [one]);
        }
        let three = [write(&some), write(&none), write(&Note::EndsStarter)];
        let said = format!("a line\nhalf a line{}\n{}\n{}\nthe end\n", three[0], three[1], three[2]);
        let mut notes = Vec::new();
        let rest = take(said.as_bytes(), &mut notes).expect("notes");
        assert_eq!(
            (String::from_utf8_lossy(&rest).as_ref(), notes),
            ("a line\nhalf a linethe end\n", vec![some, none, Note::EndsStarter])
        );
    }

    #[test]
    fn other_lines_stay_as_they_are() {
        let mut notes = Vec::new();
        assert_eq!(take(b"a line\n", &mut notes), None);
        for bad in [
            "\x1eclump-calls x\n",
            "\x1eclump-calls 1 2\n",
            "\x1eclump-account 1 2\n",
            "\x1eclump-ends-starter 1\n",
            "\x1eother\n",
        ] {
            assert_eq!(take(bad.as_bytes(), &mut notes).as_deref(), Some(bad.as_bytes()));
        }
        assert!(notes.is_empty());
    }
}
