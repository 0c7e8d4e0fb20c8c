//! What ranks have called, what they have moved and how long they have waited, in words for people: `clump stat`,
//! `clump run --summary`. The numbers come from ranks and may have any value.
use super::report;
use clump_fabric::shm::{CallCount, CallCounts, CallKind, CallWaits, RankWaits, Segment, Waiting};
use std::collections::BTreeMap;
use std::time::Duration;

/// How many calls the line about waits names.
const CALLS: usize = 4;

/// The account of a rank.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RankAccount {
    pub waits: RankWaits,
    /// The call of the present wait, if the rank waits.
    pub waits_in: Option<u16>,
    pub counts: CallCounts,
}

impl RankAccount {
    /// Returns how long the rank has waited in all.
    pub fn waited(&self) -> Duration {
        let ended = self.waits.ended.iter().map(|of| of.time);
        ended.chain(self.waits.present).fold(Duration::ZERO, Duration::saturating_add)
    }
}

impl RankAccount {
    /// Reads the account of a rank from the job's shared memory.
    pub fn of(segment: &Segment, rank: u32) -> RankAccount {
        let waits_in = segment.status(rank).waiting.map(|of| of.call);
        RankAccount { waits: segment.waits(rank), waits_in, counts: segment.counts(rank) }
    }

    /// Returns the account in words, with the present wait among those that have ended.
    pub fn to_words(&self) -> Vec<u64> {
        let counts = CallKind::ALL.map(|kind| self.counts.get(kind)).into_iter();
        let mut words: Vec<u64> = counts.flat_map(|of| [of.calls, of.bytes]).collect();
        let present = self.waits.present.map(|time| CallWaits { call: self.waits_in, waits: 1, time });
        for of in self.waits.ended.iter().copied().chain(present) {
            words.extend([of.call.map_or(0, |call| u64::from(call) + 1), of.waits, micros(of.time)]);
        }
        words
    }

    /// Returns the account that [`to_words`](Self::to_words) made these words of; `None` if they are no account.
    pub fn of_words(words: &[u64]) -> Option<RankAccount> {
        let (counts, waits) = words.split_at_checked(2 * CallKind::ALL.len())?;
        let counts = CallCounts::of(|kind| {
            let at = 2 * kind as usize;
            CallCount { calls: counts[at], bytes: counts[at + 1] }
        });
        let (waits, []) = waits.as_chunks::<3>() else { return None };
        let read = |&[call, waits, time]: &[u64; 3]| {
            let call = call.checked_sub(1).map(u16::try_from).transpose().ok()?;
            Some(CallWaits { call, waits, time: Duration::from_micros(time) })
        };
        let ended = waits.iter().map(read).collect::<Option<_>>()?;
        Some(RankAccount { waits: RankWaits { present: None, ended }, waits_in: None, counts })
    }
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

/// Describes what the ranks of a job that has run for this long have done, most important first, in up to three lines;
/// each rank with its number.
pub fn summary(ranks: &BTreeMap<usize, RankAccount>, ran: Duration) -> String {
    let accounts: Vec<&RankAccount> = ranks.values().collect();
    let mut text = waited_in(&accounts) + &moved(&accounts);
    let by_wait = |(rank, account): &(&usize, &RankAccount)| (account.waited(), std::cmp::Reverse(**rank));
    let (most, least) = (ranks.iter().max_by_key(by_wait), ranks.iter().min_by_key(by_wait));
    if let (Some((most, of_most)), Some((least, of_least))) = (most, least)
        && most != least
        && !of_most.waited().is_zero()
    {
        let part = of_most.waited().as_secs_f64() / ran.as_secs_f64().max(1e-6) * 100.0;
        let (high, low) = (time(of_most.waited()), time(of_least.waited()));
        text +=
            &format!("rank {most} has waited most, {high} ({part:.0} % of its time), and rank {least} least, {low}");
        // The ranks of a job that waits for one of them have all waited much longer than that one.
        text += if of_least.waited() < of_most.waited() / 2 { ": the others may have waited for it\n" } else { "\n" };
    }
    if text.is_empty() { "no rank has sent, received or waited\n".into() } else { text }
}

/// Returns a time for people: `0.52 s`, `12.3 s`, `2 min 5 s`, `3 h 7 min`, `2 d 4 h`.
pub fn time(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..10 => format!("{:.2} s", time.as_secs_f64()),
        10..60 => format!("{:.1} s", time.as_secs_f64()),
        60..3600 => format!("{} min {} s", seconds / 60, seconds % 60),
        3600..86400 => format!("{} h {} min", seconds / 3600, seconds / 60 % 60),
        _ => format!("{} d {} h", seconds / 86400, seconds / 3600 % 24),
    }
}

/// Returns a number of bytes for people: `312 B`, `4.0 KiB`, `1.2 GiB`.
pub fn bytes(bytes: u64) -> String {
    const UNITS: [&str; 6] = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    if bytes < 1024 {
        return format!("{bytes} B");
    }
    let unit = ((bytes.ilog2() / 10) as usize).min(UNITS.len());
    let shown = bytes as f64 / (1u64 << (10 * unit)) as f64;
    format!("{shown:.1} {}", UNITS[unit - 1])
}

/// Returns the name of a call with words of its own, or what stands for the others.
pub fn call_name(call: Option<u16>) -> String {
    match call {
        Some(call) if call >= Waiting::HANDLERS => "messages to handlers".into(),
        Some(call) => report::call_name(call),
        None => "other calls".into(),
    }
}

/// Returns the name of a kind of call for people.
pub fn kind_name(kind: CallKind) -> &'static str {
    if kind == CallKind::OneSided { "one-sided" } else { kind.name() }
}

fn counted(number: u64, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}

/// Says in which calls the ranks have waited most, with the waits that have not ended, in a line; nothing if no rank
/// has waited.
pub fn waited_in(ranks: &[&RankAccount]) -> String {
    let mut calls: BTreeMap<String, (Duration, u64)> = BTreeMap::new();
    for rank in ranks {
        let present = rank.waits.present.zip(rank.waits_in).map(|(time, call)| (Some(call), time, 1));
        for (call, time, waits) in rank.waits.ended.iter().map(|of| (of.call, of.time, of.waits)).chain(present) {
            let of = calls.entry(call_name(call)).or_default();
            *of = (of.0.saturating_add(time), of.1.saturating_add(waits));
        }
    }
    let mut calls: Vec<_> = calls.into_iter().collect();
    calls.sort_by_key(|(name, (time, _))| (std::cmp::Reverse(*time), name.clone()));
    let said: Vec<String> = calls
        .iter()
        .take(CALLS)
        .map(|(name, (waited, waits))| format!("{name} {} in {}", time(*waited), counted(*waits, "wait")))
        .collect();
    if said.is_empty() { String::new() } else { format!("waited in: {}\n", said.join(", ")) }
}

/// Returns the count of a kind of all ranks together.
fn sum(ranks: &[&RankAccount], kind: CallKind) -> CallCount {
    ranks.iter().map(|rank| rank.counts.get(kind)).fold(CallCount::default(), |sum, of| CallCount {
        calls: sum.calls.saturating_add(of.calls),
        bytes: sum.bytes.saturating_add(of.bytes),
    })
}

/// Says how many bytes the ranks have moved by which kind of call, in a line; nothing if they have made no call.
pub fn moved(ranks: &[&RankAccount]) -> String {
    let said: Vec<String> = CallKind::ALL
        .into_iter()
        .map(|kind| (kind, sum(ranks, kind)))
        .filter(|(_, of)| of.calls > 0)
        .map(|(kind, of)| format!("{} {} in {}", kind_name(kind), bytes(of.bytes), counted(of.calls, "call")))
        .collect();
    if said.is_empty() { String::new() } else { format!("moved: {}\n", said.join(", ")) }
}

/// Returns the kinds of which any rank has made a call.
pub fn kinds(ranks: &[&RankAccount]) -> Vec<CallKind> {
    CallKind::ALL.into_iter().filter(|kind| sum(ranks, *kind).calls > 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_short() {
        let of = |ms| time(Duration::from_millis(ms));
        let all = [520, 12_340, 125_000, 11_220_000, 187_200_000].map(of);
        assert_eq!(all, ["0.52 s", "12.3 s", "2 min 5 s", "3 h 7 min", "2 d 4 h"]);
    }

    #[test]
    fn bytes_are_short() {
        let shown = [(0, "0 B"), (1023, "1023 B"), (1024, "1.0 KiB"), (1 << 20, "1.0 MiB"), (u64::MAX, "16.0 EiB")];
        for (number, text) in shown {
            assert_eq!(bytes(number), text);
        }
    }

    #[test]
    fn accounts_of_ranks_are_added_up_without_overflow() {
        let kinds = |kind| match kind {
            CallKind::Send => CallCount { calls: 1, bytes: 8 },
            CallKind::OneSided => CallCount { calls: u64::MAX, bytes: u64::MAX },
            _ => CallCount::default(),
        };
        let waits = RankWaits {
            present: Some(Duration::from_secs(1)),
            ended: vec![CallWaits { call: None, waits: u64::MAX, time: Duration::MAX }],
        };
        let one = RankAccount { waits, waits_in: Some(u16::MAX), counts: CallCounts::of(kinds) };
        assert_eq!(
            moved(&[&one, &one]),
            format!("moved: send 16 B in 2 calls, one-sided 16.0 EiB in {} calls\n", u64::MAX)
        );
        assert!(waited_in(&[&one, &one]).starts_with("waited in: other calls"));
        assert_eq!(one.waited(), Duration::MAX);
        assert_eq!(moved(&[&RankAccount::default()]) + &waited_in(&[&RankAccount::default()]), "");
    }

    #[test]
    fn an_account_in_words_is_read_back_with_its_present_wait() {
        let waits = RankWaits {
            present: Some(Duration::from_micros(7)),
            ended: vec![CallWaits { call: None, waits: 3, time: Duration::from_micros(5) }],
        };
        let counts = CallCounts::of(|kind| CallCount { calls: kind as u64, bytes: 1 << kind as u64 });
        let account = RankAccount { waits, waits_in: Some(9), counts };
        let read = RankAccount::of_words(&account.to_words()).expect("an account");
        assert_eq!((read.counts, read.waited()), (counts, account.waited()));
        let present = CallWaits { call: Some(9), waits: 1, time: Duration::from_micros(7) };
        assert_eq!(read.waits.ended, [account.waits.ended[0], present]);
        let words = account.to_words();
        for len in [0, 9, 11, 12] {
            assert_eq!(RankAccount::of_words(&words[..len]), None);
        }
        let mut wrong = words.clone();
        wrong[10] = 1 << 40;
        assert_eq!(RankAccount::of_words(&wrong), None, "no call has so high a number");
    }

    #[test]
    fn a_summary_names_the_ranks_that_have_waited_most_and_least() {
        let rank = |waited: u64| {
            let ended = vec![CallWaits { call: None, waits: 1, time: Duration::from_secs(waited) }];
            RankAccount { waits: RankWaits { present: None, ended }, ..RankAccount::default() }
        };
        let of = |waited: &[u64]| {
            let ranks = waited.iter().map(|of| rank(*of)).enumerate().collect();
            summary(&ranks, Duration::from_secs(10)).lines().last().unwrap_or_default().to_owned()
        };
        let all = "rank 1 has waited most, 8.00 s (80 % of its time), and rank 2 least, ";
        assert_eq!(of(&[7, 8, 1, 8]), format!("{all}1.00 s: the others may have waited for it"));
        assert_eq!(of(&[7, 8, 6]), format!("{all}6.00 s"));
        assert!(of(&[5]).starts_with("waited in"));
        assert_eq!(of(&[]), "no rank has sent, received or waited");
    }
}
