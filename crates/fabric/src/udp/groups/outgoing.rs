//! Sending multicast frames: successive datagrams to one group leave in one row.
use super::clear::GroupClear;
use super::member::GroupMember;
use super::{GROUP_CLEAR, longest};
use crate::mem::Region;
use crate::udp::TAG;
use crate::udp::row::{self, Row};
use crate::udp::seal::{self, Seal, Secret, first_counter};
use crate::{Full, HEAD_BITS, PREFIX};
use socket2::SockAddr;
use std::collections::HashMap;
use std::io;
use std::sync::Arc;

/// The stream to one group. This process keeps the stream after it has left the group, because counters must never
/// repeat.
struct MemberSender {
    seal: Seal,
    counter: u64,
    name: SockAddr,
}

pub struct GroupSender {
    member: Arc<GroupMember>,
    rank: u32,
    life: u16,
    secret: Option<Arc<Secret>>,
    cipher: u8,
    longest: usize,
    links: HashMap<u16, MemberSender>,
    row: Row,
    /// True if the kernel can cut a row into datagrams.
    rows: bool,
    /// How many datagrams the kernel has refused.
    pub refused: u64,
}

impl GroupSender {
    pub fn new(
        member: Arc<GroupMember>,
        (rank, life): (u32, u16),
        secret: Option<Arc<Secret>>,
        mtu: usize,
    ) -> GroupSender {
        let (cipher, row) = (seal::number(secret.as_deref()), Row::new());
        let links = HashMap::new();
        GroupSender { member, rank, life, secret, cipher, longest: longest(mtu), links, row, rows: true, refused: 0 }
    }

    pub fn put(&mut self, group: u16, head: u64, words: &[u64], body: Region) -> Result<(), Full> {
        let len = 8 * words.len() + body.len();
        if !self.member.has(group) || len > self.longest {
            return Ok(());
        }
        assert!(words.len() <= PREFIX && head >> HEAD_BITS == 0);
        let len = GROUP_CLEAR + 8 + len + TAG;
        if !self.row.ends.is_empty() && !self.row.fits_one(u32::from(group), len) && !self.leave() {
            return Err(Full);
        }
        let GroupSender { member, rank, life, secret, cipher, links, row, .. } = self;
        let link = match links.entry(group) {
            std::collections::hash_map::Entry::Occupied(link) => link.into_mut(),
            std::collections::hash_map::Entry::Vacant(place) => {
                let Some(name) = member.name(group) else { return Ok(()) };
                let seal = Seal::for_group(secret.as_deref(), *life, group, *rank);
                place.insert(MemberSender { seal, counter: first_counter(*life), name: name.into() })
            }
        };
        let counter = link.counter;
        link.counter += 1;
        let start = row.bytes.len();
        row.to = u32::from(group);
        row.bytes.extend_from_slice(&GroupClear { group, from: *rank, counter }.bytes(*cipher));
        row.bytes.extend_from_slice(&(head | (words.len() as u64) << HEAD_BITS).to_le_bytes());
        words.iter().for_each(|word| row.bytes.extend_from_slice(&word.to_le_bytes()));
        body.append_to(&mut row.bytes);
        row.bytes.extend_from_slice(&[0; TAG]);
        match link.seal.seal_behind(secret.as_deref(), counter, GROUP_CLEAR, &mut row.bytes[start..]) {
            Some(()) => row.end(start),
            None => {
                row.bytes.truncate(start);
                self.refused += 1;
            }
        }
        Ok(())
    }

    /// Sends the gathered datagrams in one row. Returns true if they have left.
    pub fn leave(&mut self) -> bool {
        if self.row.ends.is_empty() {
            return true;
        }
        if let (Some(socket), Some(link)) = (self.member.socket(), self.links.get(&(self.row.to as u16))) {
            match row::send(socket, Some(&link.name), &self.row, &mut self.rows) {
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => return false,
                // The kernel reports an error about an earlier datagram, or has no route. The row is lost, as any
                // multicast may be.
                sent => self.refused += u64::from(sent.is_err()),
            }
        }
        self.row.clear();
        true
    }
}
