//! What a rank tells the others through the launcher's key-value space.
use super::far_card::FarCard;
use super::handover::Ticket;
use crate::error::{Error, ErrorKind};
use clump_core::Rank;
use std::collections::BTreeSet;

/// The first word of a card, with its version.
const TITLE: &str = "2";

/// The most cores of one range: a bound on what other processes' texts make this process count.
const MOST_CORES: u32 = 1 << 16;

/// A rank's card. Its text has no blanks, because PMI's values have none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Card {
    /// This boot of this machine, and the network stack: ranks in which both are equal share memory.
    pub kernel: String,
    pub net: u64,
    /// The namespace of process ids; ranks of different ones share no memory, because they cannot watch each other.
    pub pids: u64,
    /// The user that the rank runs as: ranks of one machine must have the same one.
    pub user: u32,
    /// The cores that the rank may use (`0-3,8`).
    pub cores: String,
    /// For the ranks of this machine, if this rank is their lowest.
    pub ticket: Ticket,
    /// What ranks of other machines need; `None` if the rank can open no socket.
    pub far: Option<FarCard>,
}

impl Card {
    pub fn to_text(&self) -> String {
        let Ticket(ticket) = self.ticket;
        let Card { kernel, net, pids, user, cores, .. } = self;
        let text = format!("{TITLE}/{kernel}/{net}/{pids}/{user}/{cores}/{ticket:016x}");
        self.far.as_ref().map_or_else(|| format!("{text}/-"), |far| format!("{text}/{}", far.to_text()))
    }

    /// Parses the card of rank `of`.
    pub fn from_text(text: &str, of: Rank) -> Result<Card, Error> {
        Card::parse(text).ok_or_else(|| {
            Error::new(
                ErrorKind::Launch,
                format!("rank {of} has published `{text}`; do all ranks use the same version of Clump?"),
            )
        })
    }

    fn parse(text: &str) -> Option<Card> {
        let mut words = text.split('/');
        if words.next()? != TITLE {
            return None;
        }
        let kernel = words.next()?.to_owned();
        let (net, pids) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
        let user = words.next()?.parse().ok()?;
        let cores = words.next()?.to_owned();
        let ticket = Ticket(u64::from_str_radix(words.next()?, 16).ok()?);
        let card = Card { kernel, net, pids, user, cores, ticket, far: FarCard::from_words(&mut words)? };
        words.next().is_none().then_some(card)
    }
}

/// Parses a card, and returns the text that is written for it, and how many cores it names. For the fuzzer.
pub(crate) fn rewrite_card(text: &str) -> Result<(String, u32), Error> {
    let card = Card::from_text(text, 0)?;
    Ok((card.to_text(), all_cores([&card].into_iter())))
}

/// Returns the hosts of a job, each as its ranks, in the order of the hosts' first ranks.
pub(super) fn hosts(cards: &[Card]) -> Vec<Vec<Rank>> {
    let mut hosts: Vec<Vec<Rank>> = Vec::new();
    let place = |rank: Rank| {
        let card = &cards[rank as usize];
        (&card.kernel, card.net, card.pids)
    };
    for rank in 0..cards.len() as Rank {
        match hosts.iter_mut().find(|ranks| place(ranks[0]) == place(rank)) {
            Some(ranks) => ranks.push(rank),
            None => hosts.push(vec![rank]),
        }
    }
    hosts
}

/// Returns how many cores these ranks may use together; at least 1. What no list says counts as nothing.
pub(super) fn all_cores<'a>(cards: impl Iterator<Item = &'a Card>) -> u32 {
    let mut all = BTreeSet::new();
    for range in cards.flat_map(|card| card.cores.split(',')) {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        if let (Ok(first), Ok(last)) = (first.parse::<u32>(), last.parse::<u32>()) {
            all.extend(first..=last.min(first.saturating_add(MOST_CORES)));
        }
    }
    all.len().max(1) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(kernel: &str, net: u64, pids: u64, cores: &str) -> Card {
        let text = format!("2/{kernel}/{net}/{pids}/1000/{cores}/00000000000000ff");
        let text = format!("{text}/0.2.0/node/2/1500/256/10.0.0.1,fd00::7/5/6/{}", "ab".repeat(32));
        let card = Card::from_text(&text, 3).expect("a card");
        assert_eq!(card.to_text(), text);
        card
    }

    #[test]
    fn ranks_that_can_share_memory_are_one_host() {
        let cards = [card("a", 1, 1, "0"), card("b", 1, 1, "0"), card("a", 1, 1, "1"), card("a", 1, 2, "0")];
        assert_eq!(hosts(&cards), [vec![0, 2], vec![1], vec![3]]);
    }

    #[test]
    fn bound_ranks_have_all_their_cores_together() {
        let cards = [card("a", 1, 1, "0-1,8"), card("a", 1, 1, "1-3"), card("a", 1, 1, "")];
        assert_eq!(all_cores(cards.iter()), 5);
        assert_eq!(all_cores([card("a", 1, 1, "x")].iter()), 1);
    }

    #[test]
    fn what_is_no_card_is_refused_by_the_name_of_its_rank() {
        for text in ["", "1/a/1/1/0/0/ff", "2/a/x/1/0/0/ff", "2/a/1/1/x/0/ff", "2/a/1/1/0/0/zz", "2/a/1/1/0/0"] {
            assert!(Card::from_text(text, 7).expect_err(text).sentence().contains("rank 7"), "{text}");
        }
    }
}
