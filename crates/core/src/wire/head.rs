//! The head of every frame: kind, context, tag.

/// The kind of a frame, with its number on the wire. No frame has the numbers 15 and 16, because two kinds of packets
/// between machines have them that are no frames: `reliability/ask.rs` (15) and `reliability/piece.rs` (16).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    Push = 1,
    First = 2,
    Second = 3,
    Pull = 4,
    Data = 5,
    Done = 6,
    Credit = 7,
    Held = 8,
    Seek = 9,
    Offer = 10,
    Nothing = 11,
    Accept = 12,
    Decline = 13,
    Share = 14,
    Call = 17,
    Begin = 18,
    More = 19,
    Taken = 20,
    Deposit = 21,
    DepositHead = 22,
    Get = 23,
    Combine = 24,
    Reply = 25,
    ReplyHead = 26,
    Applied = 27,
    Broadcast = 28,
    BroadcastAsk = 29,
    BroadcastLack = 30,
    BroadcastAck = 31,
    BroadcastReady = 32,
    BroadcastPoll = 33,
    DepositPart = 34,
    BroadcastParity = 35,
}

impl Kind {
    /// Every kind, in ascending order of its number.
    pub const ALL: [Kind; 33] = [
        Kind::Push,
        Kind::First,
        Kind::Second,
        Kind::Pull,
        Kind::Data,
        Kind::Done,
        Kind::Credit,
        Kind::Held,
        Kind::Seek,
        Kind::Offer,
        Kind::Nothing,
        Kind::Accept,
        Kind::Decline,
        Kind::Share,
        Kind::Call,
        Kind::Begin,
        Kind::More,
        Kind::Taken,
        Kind::Deposit,
        Kind::DepositHead,
        Kind::Get,
        Kind::Combine,
        Kind::Reply,
        Kind::ReplyHead,
        Kind::Applied,
        Kind::Broadcast,
        Kind::BroadcastAsk,
        Kind::BroadcastLack,
        Kind::BroadcastAck,
        Kind::BroadcastReady,
        Kind::BroadcastPoll,
        Kind::DepositPart,
        Kind::BroadcastParity,
    ];

    /// The kind for each number, if any. The table has an entry for each value of a byte, so a lookup needs no check.
    const BY_NUMBER: [Option<Kind>; 256] = {
        let mut kinds = [None; 256];
        let mut at = 0;
        while at < Kind::ALL.len() {
            kinds[Kind::ALL[at] as usize] = Some(Kind::ALL[at]);
            at += 1;
        }
        kinds
    };
}

/// The part of the protocol that a frame belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KindOwner {
    /// The transfers: frames that move bytes, for any owner's messages.
    Transfers,
    /// The owner of messages with tags.
    Tags,
    /// The owner of messages that run handlers.
    Handlers,
    /// The owner of operations on windows, and of their answers.
    Windows,
    /// The owner of broadcasts within groups.
    Groups,
}

impl Kind {
    /// Returns the part of the protocol that frames of this kind belong to.
    #[inline(always)]
    pub const fn owner(self) -> KindOwner {
        use Kind::*;
        match self {
            Data | Pull | Done | Share | Credit | Taken => KindOwner::Transfers,
            Push | First | Second | Held | Seek | Offer | Nothing | Accept | Decline => KindOwner::Tags,
            Call | Begin | More => KindOwner::Handlers,
            Deposit | DepositHead | DepositPart | Get | Combine | Reply | ReplyHead | Applied => KindOwner::Windows,
            Broadcast | BroadcastAsk | BroadcastLack | BroadcastAck | BroadcastReady | BroadcastPoll
            | BroadcastParity => KindOwner::Groups,
        }
    }
}

/// A frame's head. Bits 0–31 are the tag, 32–47 the context, 48–55 the kind; 56–63 belong to the fabric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    pub kind: Kind,
    pub context: u16,
    pub tag: i32,
}

impl Head {
    /// Returns the head of a kind that needs neither context nor tag.
    pub const fn bare(kind: Kind) -> Head {
        Head { kind, context: 0, tag: 0 }
    }

    #[inline(always)]
    pub const fn emit(self) -> u64 {
        (self.kind as u64) << 48 | (self.context as u64) << 32 | self.tag as u32 as u64
    }

    #[inline(always)]
    pub fn parse(word: u64) -> Option<Head> {
        let kind = Kind::BY_NUMBER[(word >> 48 & 0xff) as usize]?;
        Some(Head { kind, context: (word >> 32) as u16, tag: word as u32 as i32 })
    }
}
