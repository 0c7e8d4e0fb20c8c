//! Tests that a full fabric returns `Full` without waiting and without any change, until the receiver has taken frames.
use super::{Cluster, Kind};

/// How many frames a fabric may accept before the receiver polls. A fabric that accepts more has no bound.
const MOST: u64 = 20_000;

pub fn answers_and_clears<K: Kind>(kind: impl Fn(u32) -> K) {
    let largest = Cluster::new(kind(1), 1).capabilities().largest_frame;
    for len in [0, 8, 40, 1000, 4096, largest] {
        let mut c = Cluster::new(kind(3), 3);
        let reliable = c.capabilities().reliable;
        let (mut sent, mut came) = (0, 0);
        for _ in 0..3 {
            let before = sent;
            // Sends until the fabric stays full: a single `Full` may come by chance.
            let mut refused = 0;
            while refused < 100 {
                match c.send(0, 1, sent, len) {
                    Ok(()) => (sent, refused) = (sent + 1, 0),
                    Err(_) => refused += 1,
                }
                // An unreliable fabric may drop frames instead.
                if !reliable && sent - before >= MOST / 10 {
                    break;
                }
                assert!(sent - before < MOST, "{sent} frames of {len} bytes, and no word of full");
            }
            assert!(sent > before, "full with {len} bytes, although all was received");
            // An idle receiver does not keep the sender from other receivers (long bodies share their room).
            if len <= 1000 {
                c.send_patiently(0, 2, 0, len);
            }
            let said = c.drain(1);
            came += said.len() as u64;
            if reliable {
                assert_eq!(came, sent, "{len} bytes: what was refused did not come, what was accepted did");
            }
        }
    }
}
