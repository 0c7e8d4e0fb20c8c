//! The head of every frame: kind, context, tag.

/// Declares [`Kind`] with a row for each kind: its number on the wire, and the part of the protocol that it belongs to.
macro_rules! kinds {
    ($($kind:ident = $number:literal => $owner:ident,)*) => {
        /// The kind of a frame, with its number on the wire.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub enum Kind {
            $($kind = $number,)*
        }

        impl Kind {
            /// Every kind.
            pub const ALL: &'static [Kind] = &[$(Kind::$kind),*];

            /// Returns the kind's name.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Kind::$kind => stringify!($kind),)*
                }
            }

            /// Returns the part of the protocol that frames of this kind belong to.
            #[inline(always)]
            pub const fn owner(self) -> KindOwner {
                match self {
                    $(Kind::$kind => KindOwner::$owner,)*
                }
            }
        }
    };
}

// No frame has the numbers 15, 16 and 39: they belong to kinds of packets between machines that are not frames,
// `reliability/ask.rs` (15), `reliability/piece.rs` (16) and `reliability/probe.rs` (39).
kinds! {
    Push = 1 => Tags,
    First = 2 => Tags,
    Second = 3 => Tags,
    Pull = 4 => Transfers,
    Data = 5 => Transfers,
    Done = 6 => Transfers,
    Credit = 7 => Transfers,
    Held = 8 => Tags,
    Seek = 9 => Tags,
    Offer = 10 => Tags,
    Nothing = 11 => Tags,
    Accept = 12 => Tags,
    Decline = 13 => Tags,
    Share = 14 => Transfers,
    Call = 17 => Handlers,
    Begin = 18 => Handlers,
    More = 19 => Handlers,
    Taken = 20 => Transfers,
    Deposit = 21 => Windows,
    DepositHead = 22 => Windows,
    Get = 23 => Windows,
    Combine = 24 => Windows,
    Reply = 25 => Windows,
    ReplyHead = 26 => Windows,
    Applied = 27 => Windows,
    Broadcast = 28 => Groups,
    BroadcastAsk = 29 => Groups,
    BroadcastLack = 30 => Groups,
    BroadcastAck = 31 => Groups,
    BroadcastReady = 32 => Groups,
    BroadcastPoll = 33 => Groups,
    DepositPart = 34 => Windows,
    BroadcastParity = 35 => Groups,
    DepositRows = 36 => Windows,
    CombineRows = 37 => Windows,
    GetRows = 38 => Windows,
}

impl Kind {
    /// One more than the largest number of a kind.
    pub const NUMBERS: usize = {
        let (mut at, mut most) = (0, 0);
        while at < Kind::ALL.len() {
            if Kind::ALL[at] as usize > most {
                most = Kind::ALL[at] as usize;
            }
            at += 1;
        }
        most + 1
    };

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

/// What a frame needs to reach in the rank that it is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameReach {
    /// The receives of a context: the frame brings a message.
    Context(u16),
    /// A message or operation that both ranks know already, or only their credit. A SEEK, too: it reaches only messages
    /// that are for its sender, and waits for an answer, whatever context it names.
    Known,
    /// A window, by its number and key.
    Window,
    /// A handler of the job.
    Handler,
    /// A broadcast group of the job.
    Group,
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

    /// Returns what the frame needs to reach.
    pub const fn reach(self) -> FrameReach {
        match (self.kind, self.kind.owner()) {
            (Kind::Push | Kind::First | Kind::Offer, _) => FrameReach::Context(self.context),
            (Kind::Taken, _) | (_, KindOwner::Handlers) => FrameReach::Handler,
            (_, KindOwner::Groups) => FrameReach::Group,
            (_, KindOwner::Tags | KindOwner::Transfers) => FrameReach::Known,
            (_, KindOwner::Windows) => FrameReach::Window,
        }
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
