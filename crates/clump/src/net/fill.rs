//! Packs frames into chunks.
use super::channel::ACK_DELAY;
use super::driver::Driver;
use super::record::{OVERHEAD, RecordPart};
use clump_core::Rank;
use clump_fabric::clock::Clock;
use clump_fabric::mem::Region;
use clump_fabric::{Datagrams, Full};

impl<T: Datagrams, C: Clock> Driver<T, C> {
    /// Accepts a frame. The frame leaves now, or as soon as the peer has room; a `delayable` frame may wait for
    /// another frame to travel with, be that frame delayable too. Drops frames for a peer that has left.
    pub fn send(&mut self, to: Rank, head: u64, words: &[u64], body: Region, delayable: bool) -> Result<(), Full> {
        let at = self.channel(to);
        let Driver { channels, pool, .. } = self;
        let ch = &mut channels[at];
        if ch.gone {
            return Ok(());
        }
        let all = 8 * words.len() + body.len();
        let most = pool.capacity() - OVERHEAD;
        // Use the open chunk if the whole frame fits, or if filling the chunk saves one chunk for the rest.
        let fits = |rest: usize| {
            let Some(room) = rest.checked_sub(OVERHEAD) else { return false };
            let spares = || (all - room).div_ceil(most) < all.div_ceil(most);
            room >= all || room >= 8 * words.len() && room > most / 2 && spares()
        };
        let mut open = ch.out.open().filter(|n| ch.kept.get(*n).is_some_and(|c| fits(c.rest().len())));
        let alone = open.is_none();
        if ch.out.room() < all.div_ceil(most).max(1) - usize::from(!alone) {
            self.pump(at, self.clock.now());
            return Err(Full);
        }
        let (mut left, mut done) = (all, 0);
        loop {
            let number = open.take().unwrap_or_else(|| {
                let number = ch.out.push();
                ch.kept.put(number, pool.take());
                number
            });
            let Some(chunk) = ch.kept.get(number) else { return Err(Full) };
            let len = left.min(chunk.rest().len() - OVERHEAD);
            RecordPart { head, more: len < left, continues: left < all, len }.write(chunk.rest());
            chunk.len += OVERHEAD;
            let mut rest = len;
            if left == all {
                // All words are in the first part.
                for (i, word) in words.iter().enumerate() {
                    chunk.rest().set::<u64>(i, word.to_le());
                }
                chunk.len += 8 * words.len();
                rest -= 8 * words.len();
            }
            chunk.rest().copy_from(body.slice(done, rest));
            chunk.len += rest;
            done += rest;
            left -= len;
            if left == 0 {
                break;
            }
        }
        self.channels[at].leave_at = (delayable && alone).then(|| self.clock.now() + ACK_DELAY);
        self.pump(at, self.clock.now());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::Reliable;
    use clump_fabric::mem::Leaked;
    use clump_fabric::sim::{Faults, Network};
    use clump_fabric::{Body, Fabric, Network as _, Rx as _, Tx as _, View};

    /// Bytes of the network's frames.
    const FRAME: usize = 8192;
    const DATA: u64 = 9 << 48;
    const SHORT: u64 = 7 << 48;

    /// Returns how many frames of the network carry a short delayable frame and then a frame of `words` and `len`
    /// bytes. Checks that all of it arrives.
    fn frames_for(words: &[u64], len: usize) -> usize {
        let network = Network::new(1, 2, Faults::none(100));
        let place = |rank| Reliable::with_frame(network.place(rank), network.place(0).clock(), 1 << 20, FRAME).split();
        let ((mut tx, _), (mut own, mut rx)) = (place(0), place(1));
        tx.send_delayable(1, SHORT, &[77]).expect("room");
        assert_eq!(network.under_way(), 0, "it waits for something to travel with");
        let body: Vec<u8> = (0..len).map(|i| (i % 251) as u8).collect();
        tx.send(1, DATA, words, Leaked::copy_of(&body).region()).expect("room");
        let count = network.under_way();
        network.pass(1);
        let mut taken = Vec::new();
        let take = |_: u32, head: u64, body: &View<'_>| {
            let mut bytes = Vec::new();
            body.read(0, body.len(0), |all| bytes = all.to_vec());
            taken.push((head, bytes));
        };
        rx.poll(100, (&mut own, take));
        let words: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
        assert!(taken == [(SHORT, 77u64.to_le_bytes().to_vec()), (DATA, [words, body].concat())], "{len} bytes");
        count
    }

    #[test]
    fn a_delayable_frame_travels_in_another_frames_chunk() {
        let network = Network::new(1, 2, Faults::none(100));
        let reliable = Reliable::with_frame(network.place(0), network.place(0).clock(), 1 << 20, FRAME);
        let piece = reliable.split().0.capabilities(1).piece;
        assert!(piece > FRAME - 200, "{piece} of {FRAME} bytes");
        let words = [1, 2, 3, 4];
        for (len, frames) in [(0, 1), (1, 1), (piece - 1, 1), (piece, 1), (2 * piece, 2), (3 * piece, 3)] {
            assert_eq!(frames_for(&words, len), frames, "{len} bytes");
        }
        // If the bytes just do not fit, the frame needs one more network frame, never two.
        for len in piece..piece + 100 {
            assert!((1..=2).contains(&frames_for(&words, len)), "{len} bytes");
        }
    }
}
