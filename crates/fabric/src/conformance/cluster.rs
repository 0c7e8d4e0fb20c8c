//! A few processes on one fabric, in one thread.
use crate::mem::{Buffer, LentBuffer, Region};
use crate::{Body, Capabilities, Fabric, Full, Rx, Tx};

/// A kind of fabric under test, with the state that its processes share.
pub trait Kind {
    type Fabric: Fabric;
    fn place(&self, rank: u32) -> Self::Fabric;

    /// Lets some time pass.
    fn step(&self) {}

    /// Lends this memory of `rank` for pulls while the kind lives. Returns the memory's address.
    fn register(&self, rank: u32, memory: LentBuffer) -> u64;

    /// Makes the memory of `rank` inaccessible, before any peer has asked for it. Returns false if this kind cannot do
    /// that.
    fn shut(&self, rank: u32) -> bool;

    /// Makes `peer` write random values wherever `peer` may write and `other` reads. Returns false if there is no such
    /// place.
    fn spoil(&self, peer: u32, other: u32, seed: u64) -> bool;

    /// Returns true if this kind delivers frames unchanged.
    fn intact(&self) -> bool {
        true
    }
}

pub struct Cluster<K: Kind> {
    pub kind: K,
    pub tx: Vec<<K::Fabric as Fabric>::Tx>,
    pub rx: Vec<<K::Fabric as Fabric>::Rx>,
}

/// A received frame in the form that [`Cluster::send`] gives it: words first, then bytes.
#[derive(Debug, PartialEq, Eq)]
pub struct Said {
    pub from: u32,
    pub number: u64,
}

/// How many polls in a row may bring no progress before the suite gives up.
const PATIENCE: u32 = 20_000;
/// How many words a test frame has before its body: the frame's number, and the length of its body.
const WORDS: usize = 2;

impl<K: Kind> Cluster<K> {
    pub fn new(kind: K, ranks: u32) -> Cluster<K> {
        let (tx, rx) = (0..ranks).map(|rank| kind.place(rank).split()).unzip();
        Cluster { kind, tx, rx }
    }

    pub fn capabilities(&self) -> Capabilities {
        self.tx[0].capabilities(0)
    }

    /// Tries once to send a frame, and creates missing memory.
    pub fn frame(&mut self, from: u32, to: u32, head: u64, words: &[u64], body: Region) -> Result<(), Full> {
        let tx = &mut self.tx[from as usize];
        if tx.send(to, head, words, body).is_ok() {
            tx.flush();
            return Ok(());
        }
        if !tx.prepare(to, body.len()).unwrap() {
            return Err(Full);
        }
        assert!(!tx.prepare(to, body.len()).unwrap(), "what was made is there");
        tx.send(to, head, words, body)
    }

    /// Tries once to send frame `number`, with a body of `len` bytes.
    pub fn send(&mut self, from: u32, to: u32, number: u64, len: usize) -> Result<(), Full> {
        let body = lent_copy(&pattern(number, len));
        self.frame(from, to, head(number), &[number, len as u64], body.region())
    }

    /// Polls `rank` once, and compares each frame with the frame that its number stands for. Returns the frames. If the
    /// kind may change frames, leaves out changed frames.
    pub fn poll(&mut self, rank: u32, burst: usize) -> Vec<Said> {
        self.kind.step();
        let intact = self.kind.intact();
        let mut said = Vec::new();
        let mut handed = 0;
        let take = |from: u32, its_head: u64, body: &BodyOf<'_, K>| {
            handed += 1;
            let number = right(its_head, body);
            assert!(number.is_some() || !intact, "a frame from {from} is not what was sent");
            said.extend(number.map(|number| Said { from, number }));
        };
        let count = self.rx[rank as usize].poll(burst, (&mut self.tx[rank as usize], take));
        assert_eq!(count, handed);
        said
    }

    /// Returns true if a frame has arrived for `rank`.
    pub fn ready(&mut self, rank: u32) -> bool {
        self.rx[rank as usize].ready(&mut self.tx[rank as usize])
    }

    /// Polls until nothing has arrived for a long time.
    pub fn drain(&mut self, rank: u32) -> Vec<Said> {
        let mut said = Vec::new();
        let mut idle = 0;
        while idle < 200 {
            let more = self.poll(rank, 32);
            idle = if more.is_empty() { idle + 1 } else { 0 };
            said.extend(more);
        }
        said
    }

    /// Sends a frame, and polls the receiver while there is no room.
    pub fn send_patiently(&mut self, from: u32, to: u32, number: u64, len: usize) -> Vec<Said> {
        let mut said = Vec::new();
        for _ in 0..PATIENCE {
            if self.send(from, to, number, len).is_ok() {
                return said;
            }
            said.extend(self.poll(to, 8));
        }
        panic!("no room from {from} to {to} for {len} bytes after {PATIENCE} polls of the receiver");
    }
}

pub type BodyOf<'a, K> = <<<K as Kind>::Fabric as Fabric>::Rx as Rx>::Body<'a>;

/// Returns the bytes of frame `number`.
pub fn pattern(number: u64, len: usize) -> Vec<u8> {
    (0..len as u64).map(|i| (i * 7 + number * 13 + (i >> 8) + 1) as u8).collect()
}

/// Returns the head of frame `number`. It uses all bits that a head may have.
pub fn head(number: u64) -> u64 {
    number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 8
}

/// Allocates `len` zero bytes, which the test keeps until its operations have ended.
pub fn lent(len: usize) -> LentBuffer {
    // SAFETY: the tests of this folder keep each buffer until no operation uses it.
    unsafe { LentBuffer::new(Buffer::new(len)) }
}

/// Allocates a copy of `bytes`, as [`lent`] does.
pub fn lent_copy(bytes: &[u8]) -> LentBuffer {
    // SAFETY: as for `lent`.
    unsafe { LentBuffer::new(Buffer::copy_of(bytes)) }
}

/// Returns the frame's number, if everything about the frame is as it was sent.
pub fn right(its_head: u64, body: &impl Body) -> Option<u64> {
    let [number, len] = body.words::<WORDS>()?;
    let len = usize::try_from(len).ok()?;
    if its_head != head(number) || body.len(WORDS) != len {
        return None;
    }
    let into = lent(len);
    let copied = body.copy_to(WORDS, 0, into.region());
    (copied == len && into.region().to_vec() == pattern(number, len)).then_some(number)
}
