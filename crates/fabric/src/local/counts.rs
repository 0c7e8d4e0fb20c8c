//! Counts of a rank's calls and bytes, by kind of call.

/// What a call of a program moves, or asks others to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallKind {
    Send,
    Receive,
    Collective,
    OneSided,
    File,
}

impl CallKind {
    /// All kinds, in the order of their numbers.
    pub const ALL: [CallKind; 5] =
        [CallKind::Send, CallKind::Receive, CallKind::Collective, CallKind::OneSided, CallKind::File];

    /// Returns the name for people and scripts: `one_sided`.
    pub fn name(self) -> &'static str {
        match self {
            CallKind::Send => "send",
            CallKind::Receive => "receive",
            CallKind::Collective => "collective",
            CallKind::OneSided => "one_sided",
            CallKind::File => "file",
        }
    }
}

/// The calls of one kind, and their bytes, since the rank was started. Both wrap around.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CallCount {
    pub calls: u64,
    pub bytes: u64,
}

/// The counts of a rank, by kind of call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CallCounts([CallCount; CallKind::ALL.len()]);

impl CallCounts {
    /// Makes counts from the count of each kind.
    pub fn of(count: impl Fn(CallKind) -> CallCount) -> CallCounts {
        CallCounts(CallKind::ALL.map(count))
    }

    /// Returns the count of a kind.
    pub fn get(&self, kind: CallKind) -> CallCount {
        self.0[kind as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_kinds_are_positions() {
        for (at, kind) in CallKind::ALL.into_iter().enumerate() {
            assert_eq!(kind as usize, at, "{}", kind.name());
        }
    }
}
