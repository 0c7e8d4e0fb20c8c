//! Two processes, one message to and fro: `clump run -n 2 pingpong [BYTES] [ROUNDS]` prints the one-way time.
use clump::{Buffer, Endpoint};
use std::time::Instant;

fn main() -> Result<(), clump::Error> {
    let mut args = std::env::args().skip(1).map(|a| a.parse::<usize>().expect("a number"));
    let (bytes, rounds) = (args.next().unwrap_or(8), args.next().unwrap_or(100_000));
    let mut e = Endpoint::open()?;
    assert_eq!(e.size(), 2, "start with two ranks");
    let (me, other) = (e.rank(), 1 - e.rank());
    let mut buffer = Buffer::new(bytes);
    let mut best = f64::MAX;
    for _ in 0..5 {
        let start = Instant::now();
        for _ in 0..rounds {
            for turn in 0..2 {
                let request =
                    if turn == me { e.send(other, 1, buffer)? } else { e.recv(Some(other), Some(1), buffer)? };
                (_, buffer) = e.wait(request)?;
            }
        }
        best = best.min(start.elapsed().as_secs_f64() / rounds as f64 / 2.0);
    }
    if me == 0 {
        println!("{bytes} bytes: {:.1} ns one-way", best * 1e9);
    }
    e.close()
}
