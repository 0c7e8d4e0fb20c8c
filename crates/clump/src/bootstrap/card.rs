//! What a rank tells the others through the launcher's key-value space.
use super::handover::Ticket;
use crate::{Error, ErrorKind, Rank};

/// The first word of a card, with its version.
const TITLE: &str = "1";

/// A rank's card. Its text has no blanks, because PMI's values have none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Card {
    /// This boot of this machine, and the network stack: ranks in which both are equal share memory.
    pub kernel: String,
    pub net: u64,
    /// For the ranks of this machine, if this rank is their lowest.
    pub ticket: Ticket,
    /// What ranks of other machines need.
    #[cfg(feature = "udp")]
    pub far: super::meeting::FarCard,
}

impl Card {
    pub fn to_text(&self) -> String {
        let Ticket(ticket) = self.ticket;
        let text = format!("{TITLE}/{}/{}/{ticket:016x}", self.kernel, self.net);
        #[cfg(feature = "udp")]
        let text = format!("{text}/{}", self.far.to_text());
        text
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
        let net = words.next()?.parse().ok()?;
        let ticket = Ticket(u64::from_str_radix(words.next()?, 16).ok()?);
        let card = Card {
            kernel,
            net,
            ticket,
            #[cfg(feature = "udp")]
            far: super::meeting::FarCard::from_words(&mut words)?,
        };
        words.next().is_none().then_some(card)
    }
}

/// Returns the hosts of a job, each as its ranks, in the order of the hosts' first ranks.
pub(super) fn hosts(cards: &[Card]) -> Vec<Vec<Rank>> {
    let mut hosts: Vec<((&str, u64), Vec<Rank>)> = Vec::new();
    for (card, rank) in cards.iter().zip(0..) {
        let place = (&*card.kernel, card.net);
        match hosts.iter_mut().find(|(other, _)| *other == place) {
            Some((_, ranks)) => ranks.push(rank),
            None => hosts.push((place, vec![rank])),
        }
    }
    hosts.into_iter().map(|(_, ranks)| ranks).collect()
}
