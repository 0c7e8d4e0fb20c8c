//! The token of credit that this rank owes to a sender.

/// Credit that messages of a peer hold on this rank, in bytes. [`Account::admit`](super::Account::admit) gives the
/// token to the owner of the message. The owner pays the credit back to the sender with
/// [`Transfers::owe`](super::Transfers::owe). The sender never gets back the credit of a token that is dropped unpaid:
/// debug builds and the simulator panic. In other builds the token is a plain number.
#[derive(Debug, Default)]
#[must_use = "the sender never gets back credit whose token is dropped"]
pub struct Debt {
    bytes: u64,
}

impl Debt {
    /// Records that a message holds `bytes` of credit. Only accounts call this.
    #[inline(always)]
    pub(super) fn new(bytes: u64) -> Debt {
        Debt { bytes }
    }

    /// Returns how many bytes of credit the token holds.
    #[inline(always)]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Takes the whole credit out of this token.
    #[inline(always)]
    pub fn take(&mut self) -> Debt {
        std::mem::take(self)
    }

    /// Takes `bytes` of credit out of this token, or as much as it holds.
    #[inline(always)]
    pub fn split(&mut self, bytes: u64) -> Debt {
        let bytes = bytes.min(self.bytes);
        self.bytes -= bytes;
        Debt { bytes }
    }

    /// Adds the credit of another token to this one.
    #[inline(always)]
    pub fn add(&mut self, other: Debt) {
        self.bytes += other.settle();
    }

    /// Writes the credit off: its sender has died, or this rank's state ends.
    pub fn write_off(self) {
        self.settle();
    }

    /// Ends the token, and returns how many bytes of credit it held. The caller accounts for them.
    #[inline(always)]
    pub(super) fn settle(mut self) -> u64 {
        std::mem::take(&mut self.bytes)
    }
}

#[cfg(debug_assertions)]
impl Drop for Debt {
    fn drop(&mut self) {
        // A second panic would hide the first.
        assert!(self.bytes == 0 || std::thread::panicking(), "{} bytes of credit are never paid back", self.bytes);
    }
}
