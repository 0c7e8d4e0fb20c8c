//! Listens on test hosts, and finds nonces that were used twice.
use super::example;
use super::hosts::Hosts;
use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};
use std::io::{BufReader, Read};
use std::net::{Ipv4Addr, SocketAddrV4};
use std::process::{Child, Command, Stdio};

/// The number of clear bytes in front of a datagram (docs/WIRE.md).
const CLEAR: usize = 16;
/// The number of clear bytes in front of a datagram to a group.
const GROUP_CLEAR: usize = 24;
/// The length of the authentication tag, and of the blocks that [`repeats`] compares.
const BLOCK: usize = 16;
/// The number of the counter's lowest bit that tells the life.
const LIFE: u32 = 48;

/// A datagram that a host has sent.
#[derive(Clone, Debug)]
pub struct Datagram {
    pub host: Ipv4Addr,
    pub to: SocketAddrV4,
    pub bytes: Vec<u8>,
}

/// What tells a key apart from all others, but for its epoch, which is a part of the counter. A receiver's socket
/// stands for the secret and for the receiver: no other job receives on it, and it stays in all lives of a rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    pub host: Ipv4Addr,
    pub to: SocketAddrV4,
    pub from: u32,
    pub group: Option<u16>,
}

impl Datagram {
    fn key(&self) -> Key {
        let group = (self.bytes[3] != 0).then(|| u16::from_le_bytes([self.bytes[16], self.bytes[17]]));
        let from = u32::from_le_bytes(self.bytes[4..8].try_into().expect("four bytes"));
        Key { host: self.host, to: self.to, from, group }
    }

    /// Returns the nonce.
    fn counter(&self) -> u64 {
        u64::from_le_bytes(self.bytes[8..16].try_into().expect("eight bytes"))
    }

    fn life(&self) -> u64 {
        self.counter() >> LIFE
    }

    /// Returns the datagram's index in its frame.
    fn part(&self) -> u8 {
        self.bytes[1]
    }

    fn sealed(&self) -> &[u8] {
        &self.bytes[if self.bytes[3] == 0 { CLEAR } else { GROUP_CLEAR }..]
    }
}

/// Returns a line for every datagram that shows that a nonce was used twice with a key:
/// - It has the key, the counter and the part of another. The sender seals a frame again with a new counter before it
///   sends the frame again, so equal bytes are a repetition, too.
/// - It is the first of its frame, and its first block is that of another frame. All of Clump's ciphers add a stream
///   of bytes that depends on key and nonce, and frames with equal counters mostly begin with equal texts. This finds
///   keys that are alike without knowing which are: two jobs, or two sockets, with one secret.
pub fn repeats(datagrams: &[Datagram]) -> Vec<String> {
    let (mut nonces, mut blocks) = (HashMap::new(), HashMap::new());
    let mut found = Vec::new();
    for datagram in datagrams {
        let (key, life, counter, part) = (datagram.key(), datagram.life(), datagram.counter(), datagram.part());
        let named = format!("{key:?}, life {life}, counter {:#x}, part {part}", counter & ((1 << LIFE) - 1));
        match nonces.entry((key, counter, part)) {
            Entry::Vacant(new) => drop(new.insert(datagram)),
            Entry::Occupied(old) if old.get().sealed() == datagram.sealed() => {
                found.push(format!("sent twice: {named}"));
                continue;
            }
            Entry::Occupied(_) => found.push(format!("two texts: {named}")),
        }
        let block: [u8; BLOCK] = *datagram.sealed().first_chunk().expect("a tag at least");
        if part == 0
            && let Some(other) = blocks.insert(block, named.clone())
        {
            found.push(format!("one first block: {named}, and {other}"));
        }
    }
    found
}

/// What a test has heard of its hosts.
pub struct Heard(pub Vec<Datagram>);

impl Heard {
    /// Returns how many datagrams there were, if no nonce was used twice. Panics otherwise, or if there were few.
    #[track_caller]
    pub fn once(&self, least: usize) -> usize {
        let found = repeats(&self.0);
        let (count, all) = (found.len(), self.0.len());
        let lines = found.into_iter().take(8).collect::<Vec<_>>().join("\n");
        assert!(count == 0, "{count} of {all} datagrams show a nonce that was used twice:\n{lines}");
        assert!(all >= least, "only {all} datagrams were heard, not {least}");
        self.check_gaps();
        all
    }

    /// Checks that the sniffers have heard nearly all frames: counters go up by one, but the system sends none to a
    /// process that has ended.
    #[track_caller]
    fn check_gaps(&self) {
        let mut counters: HashMap<(Key, u64), BTreeSet<u64>> = HashMap::new();
        for d in &self.0 {
            counters.entry((d.key(), d.life())).or_default().insert(d.counter());
        }
        let heard: usize = counters.values().map(BTreeSet::len).sum();
        let ends = counters.values().filter_map(|all| all.first().zip(all.last()));
        let sealed: u64 = ends.map(|(first, last)| last - first + 1).sum();
        assert!(heard as u64 * 10 >= sealed * 9, "heard {heard} frames of {sealed}");
    }

    /// Returns the number of lives in which a rank has sent.
    pub fn lives(&self) -> u64 {
        self.0.iter().map(|d| d.life() + 1).max().unwrap_or(0)
    }

    /// Returns the number of keys, not counting the epochs.
    pub fn keys(&self) -> usize {
        self.0.iter().map(Datagram::key).collect::<std::collections::HashSet<_>>().len()
    }
}

/// Listens on all of some hosts.
pub struct Sniffers(Vec<(Ipv4Addr, Sniffer)>);

struct Sniffer {
    child: Child,
    reader: Option<std::thread::JoinHandle<Vec<Vec<u8>>>>,
}

impl Sniffers {
    /// Gives the first `count` hosts the addresses 10.9.0.1 and so on, and listens on them. Interfaces get every
    /// datagram by itself, although senders give the system rows of them.
    pub fn on(hosts: &Hosts, count: usize) -> Sniffers {
        let sniffer = |n: usize| {
            let address = Ipv4Addr::new(10, 9, 0, n as u8 + 1);
            hosts.on(n, &format!("ip addr add {address}/24 dev eth0; ip link set eth0 gso_max_segs 1"));
            (address, Sniffer::start(hosts, n))
        };
        Sniffers((0..count).map(sniffer).collect())
    }

    /// Returns what the hosts have sent to each other so far, and ends.
    pub fn finish(self) -> Heard {
        let sent = self.0.into_iter().flat_map(|(host, sniffer)| {
            let packets = sniffer.finish();
            packets.into_iter().filter_map(move |packet| datagram(&packet)).filter(move |d| d.host == host)
        });
        Heard(sent.collect())
    }
}

impl Sniffer {
    fn start(hosts: &Hosts, host: usize) -> Sniffer {
        let words = hosts.on_host(host);
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).arg(example("sniffer")).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("nsenter (package util-linux)");
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        assert!(next(&mut out).is_some(), "the sniffer cannot listen");
        let reader = std::thread::spawn(move || std::iter::from_fn(|| next(&mut out)).collect());
        Sniffer { child, reader: Some(reader) }
    }

    fn finish(mut self) -> Vec<Vec<u8>> {
        drop(self.child.stdin.take());
        let packets = self.reader.take().expect("once").join().expect("a reader");
        assert!(self.child.wait().expect("wait").success(), "the sniffer has failed");
        packets
    }
}

impl Drop for Sniffer {
    fn drop(&mut self) {
        // If it has ended, the kill fails, and that is fine.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the next packet of a sniffer; `None` at its end.
fn next(out: &mut impl Read) -> Option<Vec<u8>> {
    let mut len = [0; 4];
    out.read_exact(&mut len).ok()?;
    let mut packet = vec![0; u32::from_le_bytes(len) as usize];
    out.read_exact(&mut packet).ok()?;
    Some(packet)
}

/// Returns the datagram in an IPv4 packet; `None` if there is none, or if the packet has not left the host.
fn datagram(packet: &[u8]) -> Option<Datagram> {
    const UDP: u8 = 17;
    let &[first, _, _, _, _, _, _, _, _, UDP, _, _, a, b, c, d, e, f, g, h, ..] = packet else { return None };
    let (host, to) = (Ipv4Addr::new(a, b, c, d), Ipv4Addr::new(e, f, g, h));
    let udp = packet.get(usize::from(first & 15) * 4..).filter(|_| first >> 4 == 4 && host != to)?;
    let word = |at: usize| u16::from_be_bytes([udp[at], udp[at + 1]]);
    let bytes = udp.get(8..usize::from(word(4)))?.to_vec();
    assert!(bytes.len() >= CLEAR + BLOCK, "not Clump's: {} bytes from {host} to port {}", bytes.len(), word(2));
    Some(Datagram { host, to: SocketAddrV4::new(to, word(2)), bytes })
}
