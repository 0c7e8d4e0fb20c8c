//! For counting instructions of the small-message path: `valgrind --tool=callgrind path SENDS RECEIVES`.
//! Two endpoints in one thread: all messages are sent, then all received (posted first if the third word is "posted").
use clump::driver::{Endpoint, Leaked, Mode, Select, Waiting, testing::cluster};

#[inline(never)]
fn send(e: &mut Endpoint, b: &Leaked) {
    assert!(e.send(1, 0, 1, b.region(), Mode::Standard).is_none());
}

#[inline(never)]
fn receive(e: &mut Endpoint, b: &Leaked) {
    let r = e.recv(Select { context: 0, source: Some(0), tag: Some(1) }, b.region());
    e.wait(r, Waiting::NOTHING);
}

fn main() -> Result<(), clump::driver::Error> {
    let n: usize = std::env::args().nth(1).map_or(1000, |a| a.parse().expect("a number"));
    let mut two = cluster(2)?;
    let (mut b, mut a) = (two.pop().expect("two"), two.pop().expect("two"));
    let buffer = Leaked::new(8);
    for _ in 0..n {
        send(&mut a, &buffer);
        receive(&mut b, &buffer);
        a.progress();
    }
    b.close()?;
    a.close()
}
