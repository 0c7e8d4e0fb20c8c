//! The words between the processes of a joint job and the coordinator: short texts, one for each message.
use crate::agreements::{AgreementLetter, Decision};
use clump_core::Rank;
use clump_fabric::local::{AgreementName, Fault, Revoked};

/// What a process of a joint job tells the coordinator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ToCoordinator {
    /// The first word on a line: the joint job, this process's rank in it, and its number of ranks.
    Join {
        job: u64,
        rank: Rank,
        size: u32,
    },
    /// A rank has certainly died.
    Died(Rank),
    Revoked(Revoked),
    /// This process has heard that the communicator is revoked.
    Knows(Revoked),
    /// A contribution to an agreement. The members are ranks of the joint job.
    Agrees(AgreementLetter),
    /// This process leaves the joint job in order.
    Leave,
    /// This process asks for the end of all jobs, with this exit code.
    Abort(i32),
}

/// Reads the name of a communicator.
fn name(word: &str) -> Option<Revoked> {
    match Fault::of_word(u64::from_str_radix(word, 16).ok()?) {
        Fault::Revoked(name) => Some(name),
        Fault::Died(_) | Fault::Spread(_) => None,
    }
}

impl ToCoordinator {
    pub fn to_text(&self) -> String {
        match self {
            ToCoordinator::Join { job, rank, size } => format!("join {job:x} {rank} {size}"),
            ToCoordinator::Died(rank) => format!("died {rank}"),
            ToCoordinator::Revoked(name) => format!("revoked {:x}", Fault::Revoked(*name).to_word()),
            ToCoordinator::Knows(name) => format!("knows {:x}", Fault::Revoked(*name).to_word()),
            ToCoordinator::Agrees(letter) => format!("agrees {}", letter.to_text()),
            ToCoordinator::Leave => "leave".into(),
            ToCoordinator::Abort(code) => format!("abort {code}"),
        }
    }

    /// Parses words of a process of a joint job of `ranks` ranks. Returns `None` for words that make no sense.
    pub fn parse(text: &str, ranks: u32) -> Option<ToCoordinator> {
        let (verb, rest) = text.split_once(' ').unwrap_or((text, ""));
        let rank = |text: &str| text.parse().ok().filter(|&rank| rank < ranks);
        match verb {
            "join" => {
                let mut words = rest.split(' ');
                let job = u64::from_str_radix(words.next()?, 16).ok()?;
                let (rank, size) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
                (rank < size && words.next().is_none()).then_some(ToCoordinator::Join { job, rank, size })
            }
            "died" => rank(rest).map(ToCoordinator::Died),
            "revoked" => name(rest).map(ToCoordinator::Revoked),
            "knows" => name(rest).map(ToCoordinator::Knows),
            "agrees" => AgreementLetter::parse(rest, ranks).map(ToCoordinator::Agrees),
            "leave" if rest.is_empty() => Some(ToCoordinator::Leave),
            "abort" => rest.parse().ok().map(ToCoordinator::Abort),
            _ => None,
        }
    }
}

/// What the coordinator tells the processes of a joint job. Deaths are in one order on all lines, and come before the
/// decisions that take them into account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FromCoordinator {
    Died(Rank),
    Revoked(Revoked),
    /// All processes of the joint job know that the communicator is revoked.
    Spread(Revoked),
    Decided(AgreementName, Decision),
}

impl FromCoordinator {
    pub fn to_text(&self) -> String {
        match self {
            FromCoordinator::Died(rank) => format!("died {rank}"),
            FromCoordinator::Revoked(name) => format!("revoked {:x}", Fault::Revoked(*name).to_word()),
            FromCoordinator::Spread(name) => format!("spread {:x}", Fault::Revoked(*name).to_word()),
            FromCoordinator::Decided(AgreementName { of, number }, decision) => {
                format!("decided {:x} {number} {:x}", Fault::Revoked(*of).to_word(), decision.0)
            }
        }
    }

    pub fn parse(text: &str) -> Option<FromCoordinator> {
        let mut words = text.split(' ');
        let said = match words.next()? {
            "died" => FromCoordinator::Died(words.next()?.parse().ok()?),
            "revoked" => FromCoordinator::Revoked(name(words.next()?)?),
            "spread" => FromCoordinator::Spread(name(words.next()?)?),
            "decided" => {
                let of = name(words.next()?)?;
                let number = words.next()?.parse().ok()?;
                let decision = Decision(u64::from_str_radix(words.next()?, 16).ok()?);
                FromCoordinator::Decided(AgreementName { of, number }, decision)
            }
            _ => return None,
        };
        words.next().is_none().then_some(said)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agreements::{AgreeingCall, Contribution};

    #[test]
    fn words_are_read_back_and_nonsense_is_refused() {
        let of = Revoked { pair: 32_767, first: 3, time: (1 << 31) - 1 };
        let name = AgreementName { of, number: 9 };
        let letter = AgreementLetter {
            name,
            rank: 3,
            value: Contribution::new(AgreeingCall::Shrink, 5, 1),
            members: vec![3, 4],
        };
        for said in [
            ToCoordinator::Join { job: u64::MAX, rank: 3, size: 5 },
            ToCoordinator::Died(4),
            ToCoordinator::Revoked(of),
            ToCoordinator::Knows(of),
            ToCoordinator::Agrees(letter),
            ToCoordinator::Leave,
            ToCoordinator::Abort(-7),
        ] {
            assert_eq!(ToCoordinator::parse(&said.to_text(), 5), Some(said));
        }
        for said in [
            FromCoordinator::Died(4),
            FromCoordinator::Revoked(of),
            FromCoordinator::Spread(of),
            FromCoordinator::Decided(name, Decision(1 << 63 | 5)),
        ] {
            assert_eq!(FromCoordinator::parse(&said.to_text()), Some(said));
        }
        for bad in ["", "join 1 5 5", "join 1 1", "died 5", "died", "revoked 5", "agrees 1 2", "leave it", "other"] {
            assert_eq!(ToCoordinator::parse(bad, 5), None, "{bad}");
        }
        for bad in ["", "died x", "decided 5 5 5", "died 1 2", "leave"] {
            assert_eq!(FromCoordinator::parse(bad), None, "{bad}");
        }
    }
}
