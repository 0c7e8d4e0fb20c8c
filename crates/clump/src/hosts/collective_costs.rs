//! What messages cost in the collectives of one rank on each of several hosts, which `clump tune --collectives`
//! measures.

/// The cost of a message in one pattern of messages, in nanoseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MessageCost {
    /// The cost of a message, whatever its length.
    pub message: u32,
    /// The cost of each KiB.
    pub kib: u32,
}

impl MessageCost {
    /// Returns the nanoseconds that `messages` messages of `bytes` each take.
    pub fn of(self, messages: usize, bytes: usize) -> u64 {
        let each = u128::from(self.message) + u128::from(self.kib) * bytes as u128 / 1024;
        u64::try_from(each.saturating_mul(messages as u128)).unwrap_or(u64::MAX)
    }
}

/// The costs of messages in collectives, by the patterns in which collectives exchange messages. Hosts that share
/// processors, or ports that carry less than a processor sends, show in the costs; nothing else says so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CollectiveCosts {
    /// The number of hosts among which the costs were measured.
    pub hosts: u32,
    /// All other hosts send to one host at once, or receive from it: the cost of each message.
    pub funnel: MessageCost,
    /// Every host sends to every other host at once: the cost of each message that one host sends.
    pub exchange: MessageCost,
    /// Every host exchanges messages with one other host at once: the cost of a message.
    pub pairs: MessageCost,
    /// The cost of combining 1 KiB of one operand with another operand, in nanoseconds.
    pub combine: u32,
}

impl CollectiveCosts {
    /// Returns the nanoseconds in which a rank combines an operand of `bytes` with `operands` others.
    pub fn combining(&self, operands: usize, bytes: usize) -> u64 {
        MessageCost { message: 0, kib: self.combine }.of(operands, bytes)
    }

    /// Writes the number of hosts, message and KiB of funnel, exchange and pairs, and the cost of combining, in
    /// decimal.
    pub fn to_text(&self) -> String {
        let CollectiveCosts { hosts, funnel, exchange, pairs, combine } = self;
        let patterns = [funnel, exchange, pairs].map(|cost| format!("{} {}", cost.message, cost.kib));
        format!("{hosts} {} {combine}", patterns.join(" "))
    }

    /// Parses costs. Returns `None` if a number is missing or makes no sense.
    pub fn from_words<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<CollectiveCosts> {
        let mut next = || -> Option<u32> {
            let word = words.next()?;
            word.parse().ok().filter(|_| word.bytes().all(|b| b.is_ascii_digit()))
        };
        let hosts = next().filter(|&hosts| hosts > 1)?;
        let mut cost = || Some(MessageCost { message: next()?, kib: next()? });
        let (funnel, exchange, pairs) = (cost()?, cost()?, cost()?);
        Some(CollectiveCosts { hosts, funnel, exchange, pairs, combine: next()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_survive_being_written_and_malformed_ones_are_refused() {
        let cost = |message| MessageCost { message, kib: message + 1 };
        let costs =
            CollectiveCosts { hosts: 4, funnel: cost(10), exchange: cost(u32::MAX - 1), pairs: cost(30), combine: 0 };
        let read = |text: &str| CollectiveCosts::from_words(&mut text.split(' '));
        assert_eq!(read(&costs.to_text()), Some(costs));
        for bad in
            ["", "4 1 2 3 4 5 6", "1 1 2 3 4 5 6 7", "4 1 2 3 4 5 6 -7", "4 1 2 3 4 +5 6 7", "4 1 2 3 4 5 6 4294967296"]
        {
            assert_eq!(read(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn a_cost_has_a_part_for_each_message_and_one_for_each_byte() {
        let cost = MessageCost { message: 100, kib: 10 };
        assert_eq!((cost.of(3, 0), cost.of(3, 2048), cost.of(0, 1 << 20)), (300, 360, 0));
        assert_eq!(MessageCost { message: u32::MAX, kib: u32::MAX }.of(usize::MAX, usize::MAX), u64::MAX);
    }
}
