//! Letters between the agents of a job's hosts.
use clump_fabric::udp::{Letter, Post};
use std::net::{IpAddr, SocketAddr};

/// The kind of a letter that asks for an answer. Its first word is the index of the address.
pub(super) const CONTACT: u64 = 3;
/// The kind of a letter that answers a contact. Its first word is the contact's first word.
pub(super) const ANSWER: u64 = 4;

/// What an agent needs to write to other agents, and to answer their contacts as long as it lives.
pub(super) struct Agents {
    pub post: Post,
    pub ranks: u32,
    pub host: u32,
    /// The port of the agent on each host.
    pub ports: Vec<u16>,
}

impl Agents {
    /// Returns the next letter of another agent, and the number of its host. Answers contacts on the way.
    pub fn next(&mut self) -> Option<(u32, Letter)> {
        loop {
            let letter = self.post.receive()?;
            let Some(host) = letter.from.checked_sub(self.ranks).filter(|h| *h != self.host) else { continue };
            if letter.kind == CONTACT
                && let (Some(ip), Some(port)) = (letter.address, self.ports.get(host as usize))
            {
                // If the answer is lost, the agent asks again.
                let _ = self.post.send(letter.from, SocketAddr::new(ip, *port), ANSWER, letter.words);
            }
            return Some((host, letter));
        }
    }

    pub fn send(&mut self, host: u32, address: IpAddr, kind: u64, words: [u64; 2]) -> std::io::Result<()> {
        let port = self.ports.get(host as usize).copied().unwrap_or(0);
        self.post.send(self.ranks + host, SocketAddr::new(address, port), kind, words)
    }
}
