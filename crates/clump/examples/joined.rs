//! Sends an empty message around the ring of all ranks, under any launcher: `joined`. With `joined abort`, the last
//! rank aborts; `joined app` also prints the number of its program.
use clump::driver::{Endpoint, Leaked, Mode, Region, Select, Waiting};

fn main() -> Result<(), clump::driver::Error> {
    // SAFETY: every region outlives its use.
    let mut e = unsafe { clump::Endpoint::open()?.into_driver() };
    let (me, size) = (e.rank(), e.size());
    if std::env::args().nth(1).as_deref() == Some("abort") && me + 1 == size {
        e.abort(42, "as asked");
    }
    let (next, previous) = ((me + 1) % size, (me + size - 1) % size);
    let buffer = Leaked::new(8);
    let received = e.recv(Select { context: 0, source: Some(previous), tag: Some(1) }, buffer.region());
    // Rank 0 begins, so that every rank depends on all others.
    if me == 0 {
        send(&mut e, next);
    }
    e.wait(received, Waiting::NOTHING);
    if me != 0 {
        send(&mut e, next);
    }
    match std::env::args().nth(1).as_deref() {
        Some("app") => println!("rank {me} of {size}, app {:?}", e.app()),
        _ => println!("rank {me} of {size}"),
    }
    e.close()
}

fn send(e: &mut Endpoint, to: u32) {
    if let Some(request) = e.send(to, 0, 1, Region::EMPTY, Mode::Standard) {
        e.wait(request, Waiting::NOTHING);
    }
}
