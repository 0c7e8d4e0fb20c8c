//! Receiving multicast frames.
use super::GROUP_CLEAR;
use super::clear::GroupClear;
use super::member::GroupMember;
use crate::frame::View;
use crate::mem::Region;
use crate::udp::inbound::Inbound;
use crate::udp::replay::Replay;
use crate::udp::seal::{self, Seal, Secret};
use crate::udp::{DroppedDatagrams, Rx};
use crate::{HEAD_BITS, PREFIX, Receiver};
use std::collections::HashMap;
use std::net::UdpSocket;
use std::sync::Arc;

/// The length of the longest row of datagrams that one system call returns, in bytes.
const ROOM: usize = 64 << 10;

/// The most receives of one poll. With fewer, foreign senders that send faster than this process receives fill the
/// socket, and the members' datagrams find no room. With more, other sockets wait longer.
pub const MOST: usize = 16;

/// The stream from one sender to one group. This process keeps the stream after it has left the group, so that replay
/// protection goes on.
struct RootReceiver {
    seal: Seal,
    replay: Replay,
}

pub struct GroupReceiver {
    inbound: Inbound,
    member: Arc<GroupMember>,
    rank: u32,
    life: u16,
    /// The number of ranks of the job, any of which may be in a group.
    ranks: usize,
    secret: Option<Arc<Secret>>,
    cipher: u8,
    links: HashMap<(u16, u32), RootReceiver>,
    buffer: Vec<u8>,
}

impl GroupReceiver {
    pub fn new(
        socket: Arc<UdpSocket>,
        member: Arc<GroupMember>,
        (rank, life): (u32, u16),
        ranks: usize,
        secret: Option<Arc<Secret>>,
    ) -> GroupReceiver {
        let cipher = seal::number(secret.as_deref());
        let (inbound, buffer) = (Inbound::new(socket), vec![0; ROOM]);
        GroupReceiver { inbound, member, rank, life, ranks, secret, cipher, links: HashMap::new(), buffer }
    }

    /// Hands over the frames that have arrived. Returns the number of frames.
    pub fn poll(&mut self, counters: &mut DroppedDatagrams, to: &mut impl Receiver<Rx>) -> usize {
        let mut handed = 0;
        for _ in 0..MOST {
            match self.poll_one(counters, to) {
                Some(frames) => handed += frames,
                None => break,
            }
        }
        handed
    }

    /// Hands over the frames of one receive. Returns their number, or `None` if no datagram has arrived.
    fn poll_one(&mut self, counters: &mut DroppedDatagrams, to: &mut impl Receiver<Rx>) -> Option<usize> {
        let arrival = self.inbound.receive(&mut self.buffer, false)?;
        let (mut at, mut handed) = (0, 0);
        while at < arrival.len {
            let end = arrival.len.min(at + arrival.segment);
            let frame = self.open(at, end, counters);
            at = end;
            let Some((clear, text)) = frame else { continue };
            let bytes = &self.buffer[text];
            let word = u64::from_le_bytes(bytes[..8].try_into().unwrap_or_default());
            let (head, words) = (word & ((1 << HEAD_BITS) - 1), (word >> HEAD_BITS) as usize);
            if words > PREFIX || bytes.len() < 8 + 8 * words {
                counters.malformed += 1;
                continue;
            }
            // SAFETY: the bytes lie in this side's own buffer, which no code touches before the receiver has returned.
            let payload = unsafe { Region::new(bytes.as_ptr().add(8), bytes.len() - 8) };
            // SAFETY: the frame stays in place during the call.
            let view = unsafe { View::new(payload, arrival.queued) };
            to.multicast(clear.from, clear.group, head, &view);
            handed += 1;
        }
        Some(handed)
    }

    /// Opens the datagram at these bytes of the buffer. Returns the range of its text, which is head, words and body.
    fn open(
        &mut self,
        at: usize,
        end: usize,
        counters: &mut DroppedDatagrams,
    ) -> Option<(GroupClear, std::ops::Range<usize>)> {
        let GroupReceiver { member, rank, life, ranks, secret, cipher, links, buffer, .. } = self;
        let datagram = &mut buffer[at..end];
        let Some(clear) = GroupClear::read(datagram, *ranks, *cipher) else {
            match datagram.len() {
                ..GROUP_CLEAR => counters.malformed += 1,
                _ => counters.refuse(datagram, *ranks),
            }
            return None;
        };
        // A process also receives its own frames, and frames to other groups with the same address. It ignores these.
        if clear.from == *rank || !member.has(clear.group) {
            return None;
        }
        let (front, rest) = datagram.split_at_mut(GROUP_CLEAR);
        let mut new = None;
        // This process stores no state for a sender before the sender has sent a genuine frame.
        let link = match links.get_mut(&(clear.group, clear.from)) {
            Some(link) => link,
            None => new.insert(RootReceiver {
                seal: Seal::for_group(secret.as_deref(), *life, clear.group, clear.from),
                replay: Replay::new(*life),
            }),
        };
        if !link.replay.may_come(clear.counter) {
            counters.replayed += 1;
            return None;
        }
        let Some(text) = link.seal.open(secret.as_deref(), clear.counter, front, rest) else {
            counters.forged += 1;
            return None;
        };
        let len = text.len();
        link.replay.came(clear.counter);
        if let Some(new) = new {
            links.insert((clear.group, clear.from), new);
        }
        if len < 8 {
            counters.malformed += 1;
            return None;
        }
        let start = at + GROUP_CLEAR;
        Some((clear, start..start + len))
    }
}
