//! What each guarantee costs between hosts (Fast Messages, figure 2): the time of a message of 16 words at its sender
//! and at its receiver, with all guarantees and with one after the other switched off.
use super::super::job::BETWEEN;
use super::Variant;
use clump::driver::net::Guarantees;
use clump::driver::{Mode, Select, Waiting};
use clump_tools::measure::pair::{Rank, now};
use clump_tools::measure::results::Results;
use clump_tools::measure::stats::median;
use std::time::Duration;

/// Bytes of a message: 16 words, as in the paper.
pub const BYTES: u64 = 64;
/// Number of messages that are sent together. They fit the network's first window.
const TOGETHER: usize = 12;
/// How long the receiver sleeps until the messages have arrived at its socket.
const ARRIVE: Duration = Duration::from_millis(1);
const CONTEXT: u16 = 3;
const TAG: i32 = 1;
/// The tag by which the receiver says that it is ready.
const GO: i32 = 2;
/// The tag of the messages with which the receiver looks for messages that it does not receive.
const NONE: i32 = 3;

/// The names of the rows.
const SIDES: [&str; 2] = ["send", "receive"];
/// The paper's cycles for a message of 16 words: buffers, in-order delivery, fault tolerance, and the whole.
const PAPER: ([u32; 3], u32) = ([148, 21, 47], 397);

/// Measures one variant. Each rank prints its own side's time of a message in ns.
pub fn run(rank: &mut Rank, variant: Variant, n: usize) -> Result<(), String> {
    let ordered = matches!(variant, Variant::AllGuarantees | Variant::NoBuffers);
    let fault_tolerant = variant != Variant::NoGuarantees;
    let buffered = variant == Variant::AllGuarantees;
    rank.round_trip(4)?;
    rank.endpoint.tuned().set_guarantees(Guarantees { ordered, fault_tolerant });
    let (first, peer) = (rank.first(), 1 - rank.endpoint.rank());
    let data = clump::driver::Leaked::new(BYTES as usize * TOGETHER);
    let part = |i: usize| data.region().slice(i * BYTES as usize, BYTES as usize);
    let from = |tag| Select { context: CONTEXT, source: Some(peer), tag: Some(tag) };
    let end = &mut rank.endpoint;
    let mut samples = Vec::with_capacity(n);
    for _ in 0..n {
        let took = if first {
            let go = end.recv(from(GO), part(0).slice(0, 4));
            end.wait(go, Waiting::NOTHING);
            let start = now();
            let sent: Vec<_> =
                (0..TOGETHER).filter_map(|i| end.send(peer, CONTEXT, TAG, part(i), Mode::Standard)).collect();
            let took = now() - start;
            for request in sent {
                end.wait(request, Waiting::NOTHING);
            }
            took
        } else {
            let mut receives = Vec::with_capacity(TOGETHER);
            if !buffered {
                receives.extend((0..TOGETHER).map(|i| end.recv(from(TAG), part(i))));
            }
            // The first messages may arrive while the word to begin still leaves.
            let before = end.counters().unexpected;
            if let Some(go) = end.send(peer, CONTEXT, GO, part(0).slice(0, 4), Mode::Standard) {
                end.wait(go, Waiting::NOTHING);
            }
            std::thread::sleep(ARRIVE);
            let start = now();
            if buffered {
                // The messages go to the pushed buffer, because no receive names their place.
                while end.counters().unexpected < before + TOGETHER as u64 {
                    let _ = end.probe(from(NONE));
                }
                receives.extend((0..TOGETHER).map(|i| end.recv(from(TAG), part(i))));
            }
            for request in receives {
                end.wait(request, Waiting::NOTHING);
            }
            now() - start
        };
        samples.push(took as f64 / TOGETHER as f64);
    }
    end.tuned().set_guarantees(Guarantees::ALL);
    if let Some(ns) = median(&samples) {
        println!("point {} {BYTES} {ns:.3} ns", SIDES[usize::from(!first)]);
    }
    Ok(())
}

/// Describes what each guarantee costs, by subtraction, beside the paper's figure.
pub fn explain(results: &Results) -> String {
    let mut text = String::new();
    let of = |side: &str, variant: Variant| {
        let (_, row) = results.rows().find(|(key, _)| key.name.trim_start_matches(BETWEEN) == side)?;
        row.systems.get(variant.name())?.median()
    };
    for side in SIDES {
        let all = [Variant::AllGuarantees, Variant::NoBuffers, Variant::NoOrder, Variant::NoGuarantees];
        let [Some(all), Some(buffers), Some(order), Some(none)] = all.map(|variant| of(side, variant)) else {
            continue;
        };
        text += &format!(
            "{side}: {all:.0} ns, of these buffers {:.0}, in-order delivery {:.0}, fault tolerance {:.0}, the rest \
             {none:.0}\n",
            all - buffers,
            buffers - order,
            order - none
        );
    }
    let ([buffers, order, faults], all) = PAPER;
    text += &format!(
        "the paper: {all} cycles, of these buffers {buffers}, in-order delivery {order}, fault tolerance {faults}\n\
         On one machine the ring loses nothing and keeps the order, so none of these can be switched off there.\n"
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use clump_tools::measure::results::{Key, Point};

    #[test]
    fn costs_are_differences() {
        let mut results = Results::default();
        for (variant, ns) in [
            (Variant::AllGuarantees, 900.0),
            (Variant::NoBuffers, 700.0),
            (Variant::NoOrder, 650.0),
            (Variant::NoGuarantees, 400.0),
        ] {
            let key = Key { name: format!("{BETWEEN}send"), ranks: 2, size: BYTES };
            results.add(variant.name(), Point { key, value: ns, unit: "ns".into(), more: Default::default() });
        }
        let text = explain(&results);
        let says = "send: 900 ns, of these buffers 200, in-order delivery 50, fault tolerance 250, the rest 400";
        assert!(text.contains(says) && !text.contains("receive:"), "{text}");
    }
}
