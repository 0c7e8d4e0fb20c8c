//! What the ranks of a machine know of faults, and how the survivors agree.

/// A fault, which a job that survives deaths tells all its ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// This rank has died.
    Died(u32),
    /// This communicator is revoked.
    Revoked(Revoked),
    /// The ranks of all hosts can hear that this communicator is revoked.
    Spread(Revoked),
}

/// A communicator among all that a job has had. Two that exist at a time differ in the context or in the first member,
/// and two that follow each other in the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Revoked {
    /// Half of the even context: 15 bits.
    pub pair: u16,
    /// The rank, in the job, of the communicator's first member: 16 bits.
    pub first: u16,
    /// The time at which the members agreed on the context: 31 bits.
    pub time: u32,
}

impl Fault {
    /// Returns the fault as a word that is not 0.
    pub fn to_word(self) -> u64 {
        match self {
            Fault::Died(rank) => 1 << 62 | u64::from(rank),
            Fault::Revoked(Revoked { pair, first, time }) => {
                1 << 63 | u64::from(pair & 0x7fff) << 47 | u64::from(first) << 31 | u64::from(time & 0x7fff_ffff)
            }
            Fault::Spread(name) => 1 << 62 | Fault::Revoked(name).to_word(),
        }
    }

    /// Returns the fault that a word stands for. Any word stands for one: words are untrusted.
    pub fn of_word(word: u64) -> Fault {
        if word >> 63 == 0 {
            return Fault::Died(word as u32);
        }
        let (pair, first) = ((word >> 47 & 0x7fff) as u16, (word >> 31) as u16);
        let name = Revoked { pair, first, time: word as u32 & 0x7fff_ffff };
        if word >> 62 & 1 == 0 { Fault::Revoked(name) } else { Fault::Spread(name) }
    }
}

/// An agreement among the members of a communicator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AgreementName {
    /// The communicator.
    pub of: Revoked,
    /// The number of the agreement among the communicator's: from 1, 24 bits.
    pub number: u32,
}

impl AgreementName {
    /// Returns a stamp that differs between any two agreements whose words may lie at the same place: 55 bits, not 0.
    pub fn stamp(&self) -> u64 {
        u64::from(self.of.time) << 24 | u64::from(self.number & 0xff_ffff)
    }
}

/// What a member has written down for an agreement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contributed {
    /// Nothing yet.
    None,
    /// This value.
    Value(u64),
    /// A value for a later agreement of the communicator: this one is decided.
    Later,
}

/// The memory in which the members of a communicator agree. All functions are for agreements of communicators whose
/// members are on this machine.
pub trait Agreements {
    /// Writes down this process's own value, as that of `rank`. Other members see it once they look. Fails with a
    /// sentence if the system has no memory.
    fn contribute(&self, name: AgreementName, rank: u32, value: u64) -> std::io::Result<()>;

    /// Returns what `rank` has contributed.
    fn contribution(&self, name: AgreementName, rank: u32) -> Contributed;

    /// Returns the decision, if the agreement is decided.
    fn decision(&self, name: AgreementName) -> Option<u64>;

    /// Decides the agreement by `value`, as `rank`, this process's own, unless it is decided. Returns the decision.
    fn decide(&self, name: AgreementName, rank: u32, value: u64) -> u64;
}
