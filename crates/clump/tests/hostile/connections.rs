//! Attacks on connections to the victim's memory: a connection of the honest rank, which deposits in each round; a
//! connection of the traitor, where few deposits are correct; and a closed connection that was the traitor's. Only
//! correct deposits may place bytes and leave notes.
use crate::attack::{HONEST, RIGHT, TRAITOR, Target, Traitor, WINDOW, Whose};
use crate::memory::Reused;
use crate::pattern;
use clump::driver::Endpoint;
use clump::driver::windows::{Connection, Note, NoteQueue, Telling};
use fastrand::Rng;

pub struct Connections {
    queue: NoteQueue,
    /// The numbers of the two ranks' connections in the queue.
    honest: u32,
    traitors: u32,
    to: Connection,
    /// The expected contents of the honest rank's buffer, and the expected note.
    shadow: Vec<u8>,
    wanted: Option<Note>,
    /// Number of the traitor's correct deposits that left a note.
    pub right: u64,
}

impl Connections {
    pub fn new(victim: &mut Endpoint, honest: &mut Endpoint, traitor: &mut Traitor) -> Connections {
        let mut queue = NoteQueue::new(victim, 8).expect("a queue");
        let mut offer = |rank, whose| {
            let number = queue.offer(victim, rank, WINDOW, Telling::Note).expect("an offer");
            let invitation = queue.buffer(number).expect("open").invitation();
            let words = invitation.to_words();
            traitor.connections.push(Target { window: words[2] as u32, key: words[3], whose });
            (number, invitation)
        };
        let (closed, _) = offer(TRAITOR, Whose::Closed);
        let (theirs, invitation) = offer(HONEST, Whose::Another);
        let (traitors, _) = offer(TRAITOR, Whose::Traitors);
        assert!(queue.close(victim, closed));
        let to = Connection::open(honest, &invitation).expect("a connection");
        assert!(!to.is_mapped(), "between machines it goes by frames");
        let shadow = vec![0; WINDOW as usize];
        Connections { queue, honest: theirs, traitors, to, shadow, wanted: None, right: 0 }
    }

    /// Makes the honest rank deposit bytes. The caller must keep the returned memory until the bytes have arrived.
    pub fn deposit(&mut self, rng: &mut Rng, honest: &mut Endpoint, round: u64) -> Reused {
        let len = rng.u64(1..=WINDOW);
        let offset = rng.u64(..=WINDOW - len);
        let bytes = pattern(len as usize, round ^ 1 << 40);
        self.shadow[offset as usize..(offset + len) as usize].copy_from_slice(&bytes);
        self.wanted = Some(Note { connection: self.honest, offset, len });
        let data = Reused::copy_of(&bytes);
        let deposit = self.to.deposit(honest, offset, data.region()).expect("it is inside");
        self.to.forget(honest, deposit);
        data
    }

    pub fn has_arrived(&self, honest: &mut Endpoint) -> bool {
        self.to.has_arrived(honest)
    }

    /// Checks that the honest rank's deposit left one note, and that all other notes are of deposits that the
    /// traitor may make.
    pub fn check(&mut self, honest: &mut Endpoint, round: u64) {
        assert_eq!(self.to.outcome(honest), Ok(()), "round {round}: an honest deposit was refused");
        let right = Note { connection: self.traitors, offset: 0, len: RIGHT.len() as u64 };
        while let Some(note) = self.queue.poll() {
            match note == right {
                true => self.right += 1,
                false => assert_eq!(Some(note), self.wanted.take(), "round {round}: no rank may have deposited that"),
            }
        }
        assert_eq!(self.wanted, None, "round {round}: an honest deposit was not told");
        assert_eq!(self.queue.dropped(), 0, "round {round}: a note was written that is nonsense");
        let bytes = |number| self.queue.buffer(number).expect("open").to_vec();
        assert!(bytes(self.honest) == self.shadow, "round {round}: a hostile deposit has landed");
        let own = bytes(self.traitors);
        let (start, rest) = own.split_at(RIGHT.len());
        let may_be = start == RIGHT || start == [0; RIGHT.len()];
        assert!(may_be && rest.iter().all(|b| *b == 0), "round {round}: a wrong deposit of the traitor's has landed");
    }
}
