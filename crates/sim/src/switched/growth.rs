//! How long a broadcast takes against the number of hosts, with loss and without: a table for people.
use super::{Setup, Topology, run};
use clump_core::CastLimits;

const HOSTS: [usize; 7] = [2, 8, 32, 128, 512, 1024, 4096];
const BYTES: [usize; 4] = [8, 1 << 10, 4 << 10, 64 << 10];
/// Frames lost, of a thousand.
const LOSS: [u32; 3] = [0, 1, 10];
/// Longer broadcasts to more hosts are left out: each member and frame is an event of its own.
const MOST_FRAMES: usize = 4096 * 8;

/// Prints the topology, then a line for each length, loss and number of hosts up to `most`.
pub fn print(most: usize, times: usize) {
    let topology = Topology::FAST_ETHERNET;
    let Topology { ports, byte, switch } = topology;
    println!("topology: switches of {ports} ports, and one above them if there are several; {byte} ns for a byte,");
    println!("{switch} ns through a switch, store and forward; each figure: middle 80 % of {times} broadcasts");
    println!(" bytes lost/1000  hosts           us   t/t(2)  root frames  repairs");
    for bytes in BYTES {
        for loss in LOSS {
            let mut two = 0;
            for hosts in HOSTS.into_iter().filter(|&h| h <= most && h * bytes.div_ceil(1300) <= MOST_FRAMES) {
                let f = run(Setup { topology, hosts, bytes, loss, limits: CastLimits::OURS, seed: 1 }, times);
                two = if two == 0 { f.latency } else { two };
                let (us, growth) = (f.latency as f64 / 1e3, f.latency as f64 / two as f64);
                let (frames, repairs) = (f.root_frames, f.root.repairs);
                println!("{bytes:>6} {loss:>9} {hosts:>6} {us:>12.1} {growth:>8.2} {frames:>12} {repairs:>8}");
            }
        }
    }
}
