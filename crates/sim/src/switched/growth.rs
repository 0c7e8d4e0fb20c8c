//! Prints tables of a broadcast's time against the number of hosts, with and without loss.
use super::{Figures, Setup, Topology, run};
use clump_core::BroadcastLimits;

const HOSTS: [usize; 9] = [2, 4, 8, 16, 32, 128, 512, 1024, 4096];
const BYTES: [usize; 5] = [8, 1 << 10, 4 << 10, 64 << 10, 4 << 20];
/// Frames lost, per mille.
const LOSS: [u32; 3] = [0, 1, 10];
/// The largest number of hosts times frames of a broadcast. Longer runs are left out, because each member and frame is
/// an event.
const MOST_FRAMES: usize = 4096 * 8;
/// The number of hosts up to which even long runs are made.
const FEW: usize = 32;
/// The length in bytes up to which the paper's variants are run.
const OTHERS_BYTES: usize = 64 << 10;

/// The variants: Clump's, the paper's push-pull broadcast, one whose root waits for all members, the paper's simple
/// broadcast, and Clump's without multicast.
const WAYS: [(&str, BroadcastLimits, bool); 5] = [
    ("ours", BroadcastLimits::OURS, true),
    ("push-pull", BroadcastLimits::PUSH_PULL, true),
    ("waits-all", BroadcastLimits::PUSH_PULL_ALL, true),
    ("simple", BroadcastLimits::SIMPLE, true),
    ("tree", BroadcastLimits::OURS, false),
];

fn figures(way: usize, hosts: usize, bytes: usize, loss: u32, times: usize) -> Figures {
    let (_, limits, multicast) = WAYS[way];
    run(Setup { topology: Topology::FAST_ETHERNET, hosts, bytes, loss, limits, multicast, seed: 1 }, times)
}

fn is_run(way: usize, hosts: usize, bytes: usize) -> bool {
    let few = hosts <= FEW && (way == 0 || bytes <= OTHERS_BYTES);
    few || way == 0 && hosts * bytes.div_ceil(1300) <= MOST_FRAMES
}

/// Prints the topology, a line for each length, loss and number of hosts up to `most`, and the ratio of times on 32
/// and on 2 hosts.
pub fn print(most: usize, times: usize) {
    let Topology { ports, byte, switch } = Topology::FAST_ETHERNET;
    println!("topology: switches of {ports} ports, and one above them if there are several; {byte} ns for a byte,");
    println!("{switch} ns through a switch, store and forward; each figure: middle 80 % of {times} broadcasts, in us");
    print!("  bytes lost/1000  hosts");
    WAYS.iter().for_each(|(name, ..)| print!(" {name:>11}   t/t(2)"));
    println!("  root frames  repairs  parities");
    let mut grown = Vec::new();
    for bytes in BYTES {
        for loss in LOSS {
            let mut two = [0; WAYS.len()];
            for hosts in HOSTS.into_iter().filter(|&h| h <= most && is_run(0, h, bytes)) {
                print!("{bytes:>7} {loss:>9} {hosts:>6}");
                let mut ours = None;
                for (way, two) in two.iter_mut().enumerate() {
                    if !is_run(way, hosts, bytes) {
                        print!(" {:>11} {:>8}", "-", "-");
                        continue;
                    }
                    let f = figures(way, hosts, bytes, loss, times);
                    *two = if *two == 0 { f.latency } else { *two };
                    let (us, growth) = (f.latency as f64 / 1e3, f.latency as f64 / *two as f64);
                    print!(" {us:>11.1} {growth:>8.2}");
                    ours.get_or_insert(f);
                    if hosts == FEW {
                        grown.push((bytes, loss, way, growth));
                    }
                }
                let of = |f: Figures| (f.root_frames, f.root.repairs, f.root.parities);
                let (frames, repairs, parities) = ours.map_or((0, 0, 0), of);
                println!(" {frames:>12} {repairs:>8} {parities:>9}");
            }
        }
    }
    if !grown.is_empty() {
        println!("\nt(32)/t(2)            0        0.1 %          1 % lost");
    }
    for bytes in BYTES {
        for (way, (name, ..)) in WAYS.iter().enumerate() {
            let of = |loss| grown.iter().find(|g| (g.0, g.1, g.2) == (bytes, loss, way)).map(|g| g.3);
            if let [Some(none), Some(some), Some(much)] = LOSS.map(of) {
                println!("{bytes:>7} {name:>10} {none:>8.2} {some:>8.2} {much:>8.2}");
            }
        }
    }
}
