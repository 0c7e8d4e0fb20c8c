//! Letters between the agents of a job's hosts. A letter is a single encrypted datagram of the usual form. The sender
//! chooses the address for each letter, and the receiver learns from which address the letter came. No code here is on
//! a fast path.
use super::clear::{Clear, DroppedDatagrams};
use super::replay::Replay;
use super::seal::{self, Seal, Secret};
use super::socket;
use super::{CLEAR, Returned, TAG, returned};
use crate::{ByRank, HEAD_BITS};
use std::io;
use std::net::{IpAddr, SocketAddr, UdpSocket};

/// The number of words of a letter.
pub const WORDS: usize = 2;
/// The length of a letter's datagram, in bytes.
const LEN: usize = CLEAR + 8 * (1 + 1 + WORDS) + TAG;

/// The life of an agent: it has one, because its job ends with it.
const LIFE: u16 = 0;

/// A genuine letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Letter {
    pub from: u32,
    /// The address that the letter came from; `None` if the kernel did not report it.
    pub address: Option<IpAddr>,
    pub kind: u64,
    pub words: [u64; WORDS],
}

struct Incoming {
    seal: Seal,
    replay: Replay,
}

/// One agent's mailbox.
pub struct Post {
    socket: UdpSocket,
    number: u32,
    numbers: u32,
    secret: Option<Secret>,
    outgoing: ByRank<(Seal, u64)>,
    incoming: ByRank<Incoming>,
    counters: DroppedDatagrams,
}

impl Post {
    /// Creates the mailbox of process `number` among `numbers` processes. Without a secret, letters are not encrypted.
    pub fn new(socket: UdpSocket, number: u32, numbers: u32, secret: Option<Secret>) -> io::Result<Post> {
        socket::prepare(&socket)?;
        returned::keep(&socket)?;
        let counters = DroppedDatagrams::default();
        Ok(Post { socket, number, numbers, secret, outgoing: ByRank::default(), incoming: ByRank::default(), counters })
    }

    /// Gives the mailbox to this process, a fork of the one that made it, which must not send any more: both would seal
    /// with the same nonces.
    pub fn take_over(&mut self) {
        if let Some(secret) = &mut self.secret {
            secret.take_over();
        }
    }

    /// Sends a letter to process `to` at this address. Fails if the kernel does not send it.
    pub fn send(&mut self, to: u32, address: SocketAddr, kind: u64, words: [u64; WORDS]) -> io::Result<()> {
        let Post { socket, number, secret, outgoing, .. } = self;
        let (seal, counter) = outgoing.entry(to).or_insert_with(|| (Seal::new(secret.as_ref(), LIFE, *number, to), 0));
        let mut datagram = [0; LEN];
        let clear = Clear { part: 0, last: 0, from: *number, counter: *counter };
        datagram[..CLEAR].copy_from_slice(&clear.bytes(seal::number(secret.as_ref())));
        let head = kind | (1 + WORDS as u64) << HEAD_BITS;
        // The letter names its receiver, so that a receiver recognises an unencrypted letter that came to the wrong
        // address.
        let text = [head, u64::from(to)].into_iter().chain(words);
        for (to, word) in datagram[CLEAR..].chunks_exact_mut(8).zip(text) {
            to.copy_from_slice(&word.to_le_bytes());
        }
        let sealed = seal.seal(secret.as_ref(), *counter, &mut datagram);
        *counter += 1;
        sealed.ok_or_else(|| io::Error::other("it could not be sealed"))?;
        let Some(name) = socket::name(socket, address) else {
            return Err(io::Error::from_raw_os_error(libc::EAFNOSUPPORT));
        };
        // An ICMP packet, which a stranger may have sent, makes the next call fail. What the packet says
        // is in the queue of errors, and the second call sends.
        socket::send(socket, Some(&name), &datagram, None)
            .or_else(|_| socket::send(socket, Some(&name), &datagram, None))
    }

    /// Returns the next genuine letter; `None` if none has arrived.
    pub fn receive(&mut self) -> Option<Letter> {
        // The kernel cuts a datagram longer than a letter, and the rest does not open.
        let mut buffer = [0; LEN + 1];
        loop {
            let arrival = socket::receive(&self.socket, &mut buffer, true)?;
            if let Some(letter) = self.open(&mut buffer[..arrival.len], arrival.from.map(|from| from.ip())) {
                return Some(letter);
            }
        }
    }

    fn open(&mut self, datagram: &mut [u8], address: Option<IpAddr>) -> Option<Letter> {
        let numbers = self.numbers as usize;
        let clear = match Clear::read(datagram, numbers, seal::number(self.secret.as_ref())) {
            Some(clear) if clear.last == 0 && datagram.len() == LEN => clear,
            Some(_) => {
                self.counters.malformed += 1;
                return None;
            }
            None => {
                self.counters.refuse(datagram, numbers);
                return None;
            }
        };
        let (front, text) = datagram.split_at_mut(CLEAR);
        let Post { number, secret, incoming, counters, .. } = self;
        let mut new = None;
        // The mailbox stores no state for a peer before the peer has sent a genuine letter.
        let peer = match incoming.get_mut(&clear.from) {
            Some(peer) => peer,
            None => new.insert(Incoming {
                seal: Seal::new(secret.as_ref(), LIFE, clear.from, *number),
                replay: Replay::new(LIFE),
            }),
        };
        if !peer.replay.may_come(clear.counter) {
            counters.replayed += 1;
            return None;
        }
        let Some(text) = peer.seal.open(secret.as_ref(), clear.counter, front, text) else {
            counters.forged += 1;
            return None;
        };
        let word = |i: usize| u64::from_le_bytes(text[8 * i..8 * i + 8].try_into().unwrap_or_default());
        if word(0) >> HEAD_BITS != 1 + WORDS as u64 || word(1) != u64::from(*number) {
            counters.malformed += 1;
            return None;
        }
        let kind = word(0) & ((1 << HEAD_BITS) - 1);
        let words = std::array::from_fn(|i| word(2 + i));
        peer.replay.came(clear.counter);
        if let Some(new) = new {
            incoming.insert(clear.from, new);
        }
        Some(Letter { from: clear.from, address, kind, words })
    }

    /// Returns the next report of a datagram that was not delivered; `None` if there is no report.
    pub fn returned(&mut self) -> Option<Returned> {
        returned::next(&self.socket)
    }

    /// Returns the counts of dropped datagrams.
    pub fn counters(&self) -> DroppedDatagrams {
        self.counters
    }

    /// Sleeps until a letter arrives, `other` becomes readable or is closed, or `ms` milliseconds have passed.
    pub fn wait(&self, other: Option<i32>, ms: i32) {
        socket::wait(&self.socket, [other, None], ms);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Cipher;

    /// A process's cipher and a byte of its secret; `None`: the process does not encrypt.
    type By = Option<(Cipher, u8)>;
    const ONE: By = Some((Cipher::AegisX2, 1));

    fn pair(secrets: [By; 2]) -> ([Post; 2], SocketAddr, SocketAddr) {
        let sockets = [0, 1].map(|_| UdpSocket::bind(("127.0.0.1", 0)).expect("a socket"));
        let [a, b] = [0, 1].map(|i| sockets[i].local_addr().expect("bound"));
        let mut numbers = 0..;
        let posts = sockets.map(|socket| {
            let number = numbers.next().expect("endless");
            let secret = secrets[number as usize].map(|(cipher, byte)| Secret::new(cipher, &[byte; 32]));
            Post::new(socket, number, 3, secret).expect("a post")
        });
        (posts, a, b)
    }

    #[test]
    fn letters_arrive_only_from_processes_with_the_secret() {
        for secrets in [[ONE, ONE], [None, None]] {
            let ([mut one, mut two], _, b) = pair(secrets);
            one.send(1, b, 7, [8, 9]).expect("sent");
            // This letter is for another process; it came to the wrong address.
            one.send(2, b, 7, [8, 9]).expect("sent");
            two.wait(None, 1000);
            let letter = two.receive().expect("it is there");
            let address = Some(b.ip());
            assert_eq!(letter, Letter { from: 0, address, kind: 7, words: [8, 9] });
            two.wait(None, 1000);
            assert_eq!(two.receive(), None);
            let dropped = two.counters();
            assert_eq!(dropped.forged + dropped.malformed + dropped.replayed, 1, "{dropped:?}");
        }
        let ([mut one, mut two], _, b) = pair([ONE, Some((Cipher::AegisX2, 2))]);
        one.send(1, b, 7, [8, 9]).expect("sent");
        two.wait(None, 1000);
        assert_eq!(two.receive(), None);
        assert_eq!(two.counters().forged, 1);
    }

    /// An attacker between two hosts gains nothing by making one host use another cipher, or none: the other host drops
    /// the datagrams and counts the reason. Forging the cipher's number does not help either.
    #[test]
    fn a_downgrade_is_refused_and_counted() {
        let weaker = [Some((Cipher::AesGcm, 1)), Some((Cipher::ChaCha20Poly1305, 1)), None];
        for (stronger, weaker) in [ONE, Some((Cipher::AegisX4, 1))].into_iter().flat_map(|s| weaker.map(|w| (s, w))) {
            for posing in [false, true] {
                let ([mut one, mut two], _, b) = pair([weaker, stronger]);
                let middle = UdpSocket::bind(("127.0.0.1", 0)).expect("a socket");
                one.send(1, middle.local_addr().expect("bound"), 7, [8, 9]).expect("sent");
                let mut datagram = [0; LEN + 1];
                let len = middle.recv(&mut datagram).expect("it is there");
                if posing {
                    datagram[2] = stronger.map_or(0, |(cipher, _)| cipher.number() << 4);
                }
                middle.send_to(&datagram[..len], b).expect("sent");
                two.wait(None, 1000);
                assert_eq!(two.receive(), None, "{weaker:?} in place of {stronger:?}");
                let expected = if posing { (0, 1) } else { (1, 0) };
                assert_eq!((two.counters().other_cipher, two.counters().forged), expected);
            }
        }
    }

    #[test]
    fn a_returned_datagram_is_reported_and_later_letters_arrive() {
        let ([mut one, mut two], a, b) = pair([ONE, ONE]);
        let closed = UdpSocket::bind(("127.0.0.1", 0)).and_then(|s| s.local_addr()).expect("an address");
        one.send(1, closed, 7, [0, 0]).expect("sent");
        one.wait(None, 1000);
        let refused = Returned { to: Some(closed.ip()), errno: libc::ECONNREFUSED, told: true };
        assert_eq!(one.returned(), Some(refused));
        assert_eq!((one.returned(), one.receive()), (None, None));
        two.send(0, a, 5, [6, 7]).expect("sent");
        one.wait(None, 1000);
        assert_eq!(one.receive().map(|l| (l.kind, l.words)), Some((5, [6, 7])));
        one.send(1, b, 1, [0, 0]).expect("sent");
    }
}
