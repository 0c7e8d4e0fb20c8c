//! Shows the launcher what a waiting rank waits for, so that the launcher can explain a hanging job without the
//! rank's help.
use clump_core::Rank;
use clump_fabric::shm::{Status, Waiting};
use std::fmt;

/// What a rank waits for in connection with handlers, as the launcher shows it. Lengths are in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitsFor {
    /// The program hands over a piece from outside its handlers, and no handler runs meanwhile.
    PieceAlone {
        /// The receiver.
        to: Rank,
        /// The number of the handler that the message runs.
        handler: i32,
        /// The piece's length.
        bytes: u64,
    },
    /// Handlers run, and one of them, or the program, waits until a piece has left.
    Piece {
        /// The receiver.
        to: Rank,
        /// The number of the handler that the message runs.
        handler: i32,
        /// The piece's length.
        bytes: u64,
    },
    /// Handlers run, and one of them waits for bytes that its message's sender has not handed over.
    Read {
        /// The sender.
        from: Rank,
        /// The number of the handler that reads.
        handler: i32,
        /// The number of bytes that it asks for.
        bytes: u64,
    },
    /// Handlers run, and none of them waits for a message that is under way.
    Message,
    /// A wait for a message with a tag, by a user of the process other than MPI; `None` means any rank.
    Tagged {
        /// The other rank.
        with: Option<Rank>,
        /// The message's tag.
        tag: i32,
    },
}

impl WaitsFor {
    /// Returns the words that the launcher reads.
    pub fn to_words(self) -> (Waiting, u64) {
        let (call, peer, tag, bytes) = match self {
            WaitsFor::PieceAlone { to, handler, bytes } => (0, to as i32, handler, bytes),
            WaitsFor::Piece { to, handler, bytes } => (1, to as i32, handler, bytes),
            WaitsFor::Read { from, handler, bytes } => (2, from as i32, handler, bytes),
            WaitsFor::Message => (3, -2, 0, 0),
            WaitsFor::Tagged { with, tag } => (4, with.map_or(-1, |rank| rank as i32), tag, 0),
        };
        (Waiting { call: Waiting::HANDLERS + call, peer, tag, context: 0 }, bytes)
    }

    /// Decodes the words. Returns `None` if they describe another kind of wait. The rank writes the words, so that
    /// they may have any value.
    pub fn of(status: &Status) -> Option<WaitsFor> {
        let Waiting { call, peer, tag: handler, .. } = status.waiting?;
        let (rank, bytes) = (Rank::try_from(peer).unwrap_or(Rank::MAX), status.bytes);
        Some(match call.checked_sub(Waiting::HANDLERS)? {
            0 => WaitsFor::PieceAlone { to: rank, handler, bytes },
            1 => WaitsFor::Piece { to: rank, handler, bytes },
            2 => WaitsFor::Read { from: rank, handler, bytes },
            3 => WaitsFor::Message,
            4 => WaitsFor::Tagged { with: Rank::try_from(peer).ok(), tag: handler },
            _ => return None,
        })
    }
}

impl fmt::Display for WaitsFor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            WaitsFor::PieceAlone { to, handler, bytes } => {
                write!(f, "in send_piece to rank {to}, handler {handler}, {bytes} bytes, and runs no handler meanwhile")
            }
            WaitsFor::Piece { to, handler, bytes } => {
                write!(f, "runs handlers, and waits in send_piece to rank {to}, handler {handler}, {bytes} bytes")
            }
            WaitsFor::Read { from, handler, bytes } => {
                write!(f, "runs handlers, of which handler {handler} reads {bytes} bytes from rank {from}")
            }
            WaitsFor::Message => write!(f, "runs handlers, nothing to do"),
            WaitsFor::Tagged { with: Some(rank), tag } => {
                write!(f, "waits for a message of clump's, rank {rank}, tag {tag}")
            }
            WaitsFor::Tagged { with: None, tag } => write!(f, "waits for a message of clump's, any rank, tag {tag}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clump_fabric::shm::Phase;

    #[test]
    fn the_launcher_decodes_what_a_rank_encoded() {
        for shown in [
            WaitsFor::PieceAlone { to: 3, handler: -7, bytes: 1 << 40 },
            WaitsFor::Piece { to: 0, handler: i32::MAX, bytes: 1 },
            WaitsFor::Read { from: 5, handler: 0, bytes: 8 },
            WaitsFor::Message,
            WaitsFor::Tagged { with: Some(2), tag: 9 },
            WaitsFor::Tagged { with: None, tag: -1 },
        ] {
            let (waiting, bytes) = shown.to_words();
            let status = |call| Status {
                phase: Phase::Running,
                pid: 1,
                waiting: Some(Waiting { call, ..waiting }),
                bytes,
                abort_code: 0,
            };
            assert_eq!(WaitsFor::of(&status(waiting.call)), Some(shown));
            assert_eq!([1, u16::MAX].map(|call| WaitsFor::of(&status(call))), [None; 2]);
        }
    }
}
