//! Tests of native pull: a process reads and writes another process's memory in place, or the access is refused.
use super::cluster::{lent, lent_copy, pattern};
use super::{Cluster, Kind};
use crate::mem::Region;
use crate::{Fabric, Refused, RemoteMemory};

/// An address at which no process has memory.
const NOWHERE: u64 = 8;

/// Repeats `what` until it succeeds, because some refusals come by chance.
fn patiently(mut what: impl FnMut() -> Result<(), Refused>) {
    assert!((0..100).any(|_| what().is_ok()), "refused 100 times");
}

/// Returns true if native pull works. If the kind has none, or this machine forbids it, checks that every pull is
/// refused, and returns false.
fn has_pull<K: Kind<Fabric: Fabric<Tx: RemoteMemory>>>(c: &mut Cluster<K>, address: u64) -> bool {
    let can = c.tx[1].can_pull(0);
    if !can {
        assert_eq!(c.tx[1].pull(0, address, lent(8).region()), Err(Refused));
        assert_eq!(c.tx[1].push(0, address, lent(8).region()), Err(Refused));
    }
    assert!(!can || c.capabilities().native_pull, "pulls are possible, and the capabilities deny it");
    can
}

pub fn both_ways<K: Kind<Fabric: Fabric<Tx: RemoteMemory>>>(kind: impl Fn(u32) -> K) {
    let mut c = Cluster::new(kind(2), 2);
    const LEN: usize = 300_000;
    let address = c.kind.register(0, lent_copy(&pattern(1, LEN)));
    if !has_pull(&mut c, address) {
        return;
    }
    let mut expected = pattern(1, LEN);
    for (offset, len) in [(0, 1), (0, 8), (13, 4096), (4095, 2), (0, LEN), (LEN - 1, 1), (77, 200_000)] {
        let into = lent_copy(&vec![0xee; len + 16]);
        patiently(|| c.tx[1].pull(0, address + offset as u64, into.region().slice(8, len)));
        let got = into.region().to_vec();
        assert!(got[8..8 + len] == expected[offset..offset + len], "{len} bytes from {offset}");
        assert!(got[..8] == [0xee; 8] && got[8 + len..] == [0xee; 8], "bytes beside the destination");

        let data = pattern(offset as u64 + 5, len);
        let from = lent_copy(&data);
        patiently(|| c.tx[1].push(0, address + offset as u64, from.region()));
        expected[offset..offset + len].copy_from_slice(&data);
        let all = lent(LEN);
        patiently(|| c.tx[1].pull(0, address, all.region()));
        assert!(all.region().to_vec() == expected, "after {len} bytes to {offset}");
    }
    // Pulling no bytes always succeeds.
    patiently(|| c.tx[1].pull(0, address, Region::EMPTY));
}

pub fn refused<K: Kind<Fabric: Fabric<Tx: RemoteMemory>>>(kind: impl Fn(u32) -> K) {
    let mut c = Cluster::new(kind(3), 3);
    let address = c.kind.register(0, lent_copy(&pattern(1, 100)));
    let shut = c.kind.register(2, lent(100));
    if c.kind.shut(2) {
        assert!(!c.tx[1].can_pull(2));
        assert_eq!(c.tx[1].pull(2, shut, lent(100).region()), Err(Refused));
        assert_eq!(c.tx[1].push(2, shut, lent(100).region()), Err(Refused));
    }
    if has_pull(&mut c, address) {
        let into = lent(100);
        assert_eq!(c.tx[1].pull(0, NOWHERE, into.region()), Err(Refused));
        assert_eq!(c.tx[1].push(0, NOWHERE, into.region()), Err(Refused));
        assert_eq!(c.tx[1].pull(0, u64::MAX - 5, into.region()), Err(Refused));
        patiently(|| c.tx[1].pull(0, address, into.region()));
        assert!(into.region().to_vec() == pattern(1, 100));
    }
    // After the refusals, frames still travel between all processes.
    for (from, to) in [(1, 0), (0, 1), (1, 2), (2, 1)] {
        let came = (0..20).any(|number| {
            c.send_patiently(from, to, number, 5000);
            !c.drain(to).is_empty()
        });
        assert!(came, "{from} to {to}");
    }
}
