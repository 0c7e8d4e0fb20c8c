//! Calls of a rank with their times, for traces (`clump run --trace`).

/// How the calls of a job's ranks are traced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tracing {
    Off = 0,
    /// Each rank keeps its last calls.
    Last = 1,
    /// The launcher takes all calls of all ranks.
    Streamed = 2,
}

/// What a record of a trace stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TraceKind {
    /// A call, from its begin to its end.
    Call,
    /// A message that a call has sent, one of several.
    Sent,
    /// A message that a call has received, one of several.
    Received,
}

/// A call, or a message within one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TracedCall {
    pub kind: TraceKind,
    /// Ticks of the machine's clock ([`ticks`](crate::clock::ticks)). A message's `begin` and `end` are equal.
    pub begin: u64,
    pub end: u64,
    /// The call, as [`Waiting::call`](super::Waiting::call) has it.
    pub call: u16,
    /// The thread that makes the call: 0 for the first thread of the rank that calls, 1 for the second one.
    pub thread: u8,
    /// The even context of the call's communicator, or [`TracedCall::NO_CONTEXT`].
    pub context: u16,
    /// The rank, in the job, to or from which the call's only message goes; -1 if it has none, or several.
    pub peer: i32,
    /// The bytes that the call has moved, or those of the message.
    pub bytes: u64,
    /// The number that a message's sender and receiver alone have in common; 0 for none.
    pub flow: u64,
    /// True if the message was received, false if it was sent.
    pub receives: bool,
}

impl TracedCall {
    /// The context of a call that has no communicator.
    pub const NO_CONTEXT: u16 = u16::MAX;

    /// Returns the record in words.
    pub fn to_words(self) -> [u64; 5] {
        let kind = self.kind as u64 | u64::from(self.receives) << 7 | u64::from(self.thread) << 8;
        let what = kind | u64::from(self.call) << 16 | u64::from(self.peer as u32) << 32;
        [self.begin, self.end, what, self.bytes & BYTES | u64::from(self.context) << 48, self.flow]
    }

    /// Returns the record that [`to_words`](Self::to_words) made these words of; `None` if they are no record. Any
    /// words may come: they are untrusted.
    pub fn of_words([begin, end, what, bytes, flow]: [u64; 5]) -> Option<TracedCall> {
        let kind = match what & 0x7f {
            0 => TraceKind::Call,
            1 => TraceKind::Sent,
            2 => TraceKind::Received,
            _ => return None,
        };
        (begin <= end).then_some(TracedCall {
            kind,
            begin,
            end,
            call: (what >> 16) as u16,
            thread: (what >> 8) as u8,
            context: (bytes >> 48) as u16,
            peer: (what >> 32) as i32,
            bytes: bytes & BYTES,
            flow,
            receives: what & 0x80 != 0,
        })
    }
}

/// The bits of a number of bytes.
const BYTES: u64 = (1 << 48) - 1;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stand_for_one_record() {
        let call = TracedCall {
            kind: TraceKind::Received,
            begin: 1 << 60,
            end: 1 << 61,
            call: 0xabcd,
            thread: 255,
            context: 0xfffe,
            peer: -1,
            bytes: BYTES,
            flow: u64::MAX,
            receives: true,
        };
        assert_eq!(TracedCall::of_words(call.to_words()), Some(call));
        let sent = TracedCall { kind: TraceKind::Sent, peer: i32::MAX, receives: false, thread: 0, ..call };
        assert_eq!(TracedCall::of_words(sent.to_words()), Some(sent));
        assert_eq!(TracedCall::of_words([2, 1, 0, 0, 0]), None, "a call that ends before it begins");
        assert_eq!(TracedCall::of_words([0, 0, 3, 0, 0]), None, "an unknown kind");
    }
}
