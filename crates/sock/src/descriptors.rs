//! What the library knows of each descriptor of this process.
use clump_sockfile::CONNECTIONS;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Release};
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU32};

/// Descriptors from this number on stay in the kernel.
const MOST: usize = 1 << 16;
/// No socket, or one that stays in the kernel.
const NONE: u32 = 0;
/// A TCP socket of this process that no other process holds, and that has moved no byte yet.
const CANDIDATE: u32 = 1;
/// Flag: the other bits are a set of epoll.
const SET: u32 = 1 << 30;
/// Flag: the other bits are a connection and a side.
const CARRIED: u32 = 1 << 31;
/// Flag beside [`CARRIED`]: other processes have inherited the socket, too.
const INHERITED: u32 = 1 << 29;

static DESCRIPTORS: [AtomicU32; MOST] = [const { AtomicU32::new(NONE) }; MOST];
/// How many descriptors of this process name each end of a connection.
static REFERENCES: [AtomicU16; 2 * CONNECTIONS] = [const { AtomicU16::new(0) }; 2 * CONNECTIONS];

/// How many calls use each end now, so that its place is not freed under them.
static USERS: [AtomicU16; 2 * CONNECTIONS] = [const { AtomicU16::new(0) }; 2 * CONNECTIONS];

/// One end of a connection: its index in the table, and which side this process is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct End {
    pub index: usize,
    pub side: usize,
}

/// What a descriptor is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Known {
    Nothing,
    Candidate,
    Carried(End),
    /// A connection that several processes hold since a fork before its first byte.
    Inherited(End),
    Set(usize),
}

impl Known {
    /// Returns the end of a connection that is in the table.
    #[inline(always)]
    pub fn end(self) -> Option<End> {
        match self {
            Known::Carried(end) | Known::Inherited(end) => Some(end),
            _ => None,
        }
    }
}

fn word(fd: i32) -> Option<&'static AtomicU32> {
    usize::try_from(fd).ok().and_then(|fd| DESCRIPTORS.get(fd))
}

fn references(end: End) -> &'static AtomicU16 {
    &REFERENCES[(end.index * 2 + end.side) % (2 * CONNECTIONS)]
}

/// Returns the count of the calls that use an end.
#[inline(always)]
pub fn users(end: End) -> &'static AtomicU16 {
    &USERS[(end.index * 2 + end.side) % (2 * CONNECTIONS)]
}

/// Looks a descriptor up.
#[inline(always)]
pub fn known(fd: i32) -> Known {
    decode(word(fd).map_or(NONE, |word| word.load(Acquire)))
}

#[inline(always)]
fn decode(word: u32) -> Known {
    match word {
        NONE => Known::Nothing,
        CANDIDATE => Known::Candidate,
        word if word & CARRIED != 0 => {
            let bits = (word & !(CARRIED | INHERITED)) as usize;
            let end = End { index: (bits / 2) % CONNECTIONS, side: bits % 2 };
            if word & INHERITED == 0 { Known::Carried(end) } else { Known::Inherited(end) }
        }
        word => Known::Set((word & !SET) as usize),
    }
}

fn encode(known: Known) -> u32 {
    match known {
        Known::Nothing => NONE,
        Known::Candidate => CANDIDATE,
        Known::Carried(end) => CARRIED | (end.index * 2 + end.side) as u32,
        Known::Inherited(end) => INHERITED | encode(Known::Carried(end)),
        Known::Set(set) => SET | set as u32,
    }
}

/// Records what a descriptor is. A connection gains a reference.
pub fn set(fd: i32, what: Known) {
    let Some(word) = word(fd) else { return };
    if let Some(end) = what.end() {
        references(end).fetch_add(1, AcqRel);
    }
    word.store(encode(what), Release);
}

/// Records that this process alone holds a socket that others had inherited, under all its descriptors.
pub fn take_over(end: End) {
    let (old, new) = (encode(Known::Inherited(end)), encode(Known::Carried(end)));
    for word in &DESCRIPTORS[..highest() as usize] {
        // A descriptor that is closed meanwhile stays so.
        let _ = word.compare_exchange(old, new, AcqRel, Acquire);
    }
}

/// Returns true if the descriptor's number is one that the library can keep.
pub fn can_keep(fd: i32) -> bool {
    word(fd).is_some()
}

/// Forgets a descriptor, and returns what it was.
pub fn take(fd: i32) -> Known {
    decode(word(fd).map_or(NONE, |word| word.swap(NONE, AcqRel)))
}

/// Takes a reference from an end. Returns true if that was the last.
pub fn release(end: End) -> bool {
    references(end).fetch_sub(1, AcqRel) == 1
}

/// Returns true if several descriptors name the end.
pub fn is_duplicated(end: End) -> bool {
    references(end).load(Acquire) > 1
}

/// Records of every connection that another process holds it, too.
pub fn inherit_all() {
    for word in &DESCRIPTORS[..highest() as usize] {
        if let Known::Carried(end) = decode(word.load(Acquire)) {
            word.store(encode(Known::Inherited(end)), Release);
        }
    }
}

/// Calls `each` with every descriptor of a connection in the table.
pub fn for_each_carried(mut each: impl FnMut(i32, End)) {
    for fd in 0..highest() {
        if let Some(end) = known(fd).end() {
            each(fd, end);
        }
    }
}

/// Leaves all candidates in the kernel: another process holds them from now on.
pub fn forget_candidates() {
    for fd in 0..highest() {
        if known(fd) == Known::Candidate {
            take(fd);
        }
    }
}

/// Whether a descriptor has been put into a set since it was opened.
static IN_SETS: [AtomicBool; MOST] = [const { AtomicBool::new(false) }; MOST];

/// Records that a descriptor is in a set.
pub fn note_in_set(fd: i32) {
    if let Some(word) = usize::try_from(fd).ok().and_then(|fd| IN_SETS.get(fd)) {
        word.store(true, Release);
    }
}

/// A descriptor is about to be closed. Returns true if it may be in a set.
pub fn take_in_set(fd: i32) -> bool {
    usize::try_from(fd).ok().and_then(|fd| IN_SETS.get(fd)).is_none_or(|word| word.swap(false, AcqRel))
}

static HIGHEST: AtomicU32 = AtomicU32::new(0);

/// Records that this descriptor is in use.
pub fn note_highest(fd: i32) {
    HIGHEST.fetch_max((fd.max(0) as u32 + 1).min(MOST as u32), AcqRel);
}

/// Returns the first number that no known descriptor has or had.
pub fn highest() -> i32 {
    HIGHEST.load(Acquire) as i32
}
