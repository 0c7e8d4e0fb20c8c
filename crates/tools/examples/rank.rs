//! A rank for the launcher's tests: `rank ROLE`. The role says what the rank does, right or wrong.
use clump::driver::handlers::Handlers;
use clump::driver::points::{DirectedPoints, PointUse, USUAL_BUFFER};
use clump::driver::{Buffer, Endpoint, Leaked, Mode, Region, Select, Waiting};

/// The names of the MPI functions: the launcher shows MPI_Recv by its row.
#[path = "../../mpi/src/calls.rs"]
#[allow(dead_code)] // This program needs only the names.
mod calls;

fn recv_call() -> u16 {
    calls::CALLS.iter().position(|&name| name == "MPI_Recv").expect("MPI_Recv is in the table") as u16
}

fn main() -> Result<(), clump::driver::Error> {
    let role = std::env::args().nth(1).unwrap_or_default();
    // SAFETY: every region outlives its use.
    let mut e = unsafe { clump::Endpoint::open()?.into_driver() };
    let (me, size) = (e.rank(), e.size());
    match role.as_str() {
        // Sends one message around the ring of all ranks.
        "ring" => {
            let (buffer, next, previous) = (Leaked::new(8), (me + 1) % size, (me + size - 1) % size);
            let select = Select { context: 0, source: Some(previous), tag: Some(1) };
            let received = e.recv(select, buffer.region());
            if let Some(sent) = e.send(next, 0, 1, Region::EMPTY, Mode::Standard) {
                e.wait(sent, Waiting::NOTHING);
            }
            e.wait(received, Waiting::NOTHING);
            println!("rank {me} of {size}");
        }
        // Joins, leaves and joins again, three times in all; each time every rank sends to the next one. A rank that is
        // late has not left its first life when the next one's first message arrives.
        "lives" => {
            for life in 0..3u32 {
                if life > 0 {
                    e.close()?;
                    nap(u64::from(me) * 100);
                    // SAFETY: every region outlives its use.
                    e = unsafe { clump::Endpoint::open()?.into_driver() };
                }
                hand_on(&mut e, life)?;
            }
            println!("rank {me} of {size}");
        }
        // Suspends its endpoint and resumes it, as sessions of MPI do that come one after the other.
        "sessions" => {
            for session in 0..3u32 {
                if session > 0 {
                    e.suspend(0);
                    e.resume();
                }
                hand_on(&mut e, session)?;
            }
            println!("rank {me} of {size}");
        }
        // Sends tokens around the ring until the file that the second argument names exists.
        "rounds" => {
            const AGAIN: i32 = 1;
            const LAST: i32 = 2;
            let file = std::env::args().nth(2).expect("a file");
            let (buffer, next, previous) = (Leaked::new(8), (me + 1) % size, (me + size - 1) % size);
            let select = Select { context: 0, source: Some(previous), tag: None };
            let mut tag = AGAIN;
            while tag == AGAIN {
                if me == 0 && std::path::Path::new(&file).exists() {
                    tag = LAST;
                }
                let received = e.recv(select, buffer.region());
                if me != 0 {
                    tag = e.wait(received, Waiting::NOTHING).tag;
                }
                if let Some(sent) = e.send(next, 0, tag, Region::EMPTY, Mode::Standard) {
                    e.wait(sent, Waiting::NOTHING);
                }
                if me == 0 {
                    e.wait(received, Waiting::NOTHING);
                }
            }
            println!("rank {me} of {size}");
        }
        "app" => println!("{me}: {:?}", e.app()),
        "cores" => println!("{} cores, oversubscribed: {}", e.cores(), e.is_oversubscribed()),
        // Starts this program again, with all descriptors that a child may inherit; the child must be no rank of
        // the job.
        "parent" => {
            let own = std::env::current_exe().expect("this program");
            let child = std::process::Command::new(own).arg("ring").status().expect("a child");
            assert!(child.success());
            println!("parent {me} of {size}");
        }
        // This program survives the shell that started it.
        "late" => {
            nap(1500);
            println!("late");
        }
        // Each rank sends to the next from outside its handlers, and no rank reads, so all ranks hang.
        "circle" => {
            let handlers = Handlers::new(e);
            handlers.send((me + 1) % size, 7, Buffer::new(1 << 20))?;
            return handlers.close();
        }
        // The last rank sends half a message, and waits for a message. The other ranks read.
        "half" => {
            let handlers = Handlers::new(e);
            handlers.register(7, |mut message| async move { drop(message.read(100_000).await) });
            let mut message = handlers.begin_message(0, 100_000, 7)?;
            if me + 1 == size {
                handlers.block_on(message.send_piece(Buffer::new(60_000)))??;
            }
            return handlers.run_until(|| false);
        }
        "exchange" => exchange(&mut e),
        "broadcast" => broadcast(&mut e, None),
        "one-root" => broadcast(&mut e, Some(0)),
        "points" => points(&mut e),
        "few" => few(&mut e),
        "at-once" => {
            let all: Vec<u32> = (0..size).collect();
            at_once(&mut e, 3, &all, &[0, size as usize - 1]);
        }
        // The last rank opens the group only when the other ranks cannot continue without it.
        "latecomer" => {
            if me + 1 == size {
                nap(2500);
            }
            let all: Vec<u32> = (0..size).collect();
            at_once(&mut e, 3, &all, &[0]);
        }
        // The last rank has found an error, and reports it by its exit code after it has left the job. The other
        // ranks continue.
        "errors" if me + 1 == size => {
            e.close()?;
            std::process::exit(3);
        }
        "errors" => {
            nap(1200);
            println!("late");
        }
        // All ranks wait for a message that is never sent, except the last rank, which plays the role.
        _ if me + 1 < size => {
            let buffer = Leaked::new(8);
            let select = Select { context: 4, source: Some(size - 1), tag: Some(7) };
            let request = e.recv(select, buffer.region());
            e.wait(request, Waiting { call: recv_call(), peer: size as i32 - 1, tag: 7, context: 4 });
        }
        // Sleep long enough for the other ranks to be seen waiting.
        "abort" => {
            nap(200);
            e.abort(42, "enough");
        }
        "abort-0" => {
            nap(200);
            e.abort(0, "enough");
        }
        "end with 254" => {
            nap(200);
            std::process::exit(254);
        }
        "leave" => {
            nap(200);
            std::process::exit(0);
        }
        "die" => {
            nap(200);
            std::process::abort();
        }
        "sleep" => nap(60_000),
        other => panic!("no such role: {other}"),
    }
    e.close()
}

/// Sends 50 numbers to the next rank, and checks those of the previous one.
fn hand_on(e: &mut Endpoint, round: u32) -> Result<(), clump::driver::Error> {
    let (me, size) = (e.rank(), e.size());
    let select = Select { context: 0, source: Some((me + size - 1) % size), tag: Some(1) };
    for i in 0..50 {
        let (into, number) = (Leaked::new(4), Leaked::copy_of(&(round * 100 + i).to_le_bytes()));
        let received = e.recv(select, into.region());
        if let Some(sent) = e.send((me + 1) % size, 0, 1, number.region(), Mode::Standard) {
            e.wait(sent, Waiting::NOTHING);
        }
        e.wait(received, Waiting::NOTHING);
        assert_eq!(into.region().to_vec(), (round * 100 + i).to_le_bytes(), "a message of another life");
    }
    Ok(())
}

/// `rank exchange FILE`: short and long messages go round all ranks, and receivers check every byte, until `FILE.stop`
/// exists. Meanwhile rank 0 writes to `FILE`, five times a second: rounds, the longest time of one message in ms since
/// `FILE.clear` was removed, the longest packets of this rank in bytes, and the bytes a second since the last writing.
fn exchange(e: &mut Endpoint) {
    const LENGTHS: [usize; 6] = [8, 1300, 20_000, 70_000, 1 << 20, 3000];
    let file = std::env::args().nth(2).expect("a file");
    let exists = |end: &str| std::path::Path::new(&format!("{file}.{end}")).exists();
    let (me, size) = (e.rank(), e.size());
    let (next, previous) = ((me + 1) % size, (me + size - 1) % size);
    let (sent, received) = (Leaked::new(LENGTHS[4]), Leaked::new(LENGTHS[4]));
    let pattern: Vec<u8> = (0..LENGTHS[4] + 256).map(|i| (i * 7 + (i >> 8)) as u8).collect();
    let (mut longest, mut written, mut bytes) = (std::time::Duration::ZERO, std::time::Instant::now(), 0);
    for round in 0.. {
        // Rank 0 says by the first byte whether this is the last round.
        let mut goes_on = me > 0 || !exists("stop");
        for len in LENGTHS {
            let begin = std::time::Instant::now();
            let expected = &pattern[round % 256..][..len - 1];
            let into = received.region().slice(0, len);
            into.write(&vec![0xee; len]);
            let request = e.recv(Select { context: 0, source: Some(previous), tag: Some(1) }, into);
            let pass = |e: &mut Endpoint, goes_on: bool| {
                sent.region().write(&[&[u8::from(goes_on)], expected].concat());
                e.send(next, 0, 1, sent.region().slice(0, len), Mode::Standard)
            };
            let first = if me == 0 { pass(e, goes_on) } else { None };
            e.wait(request, Waiting::NOTHING);
            let got = into.to_vec();
            assert!(got[1..] == *expected, "rank {me}: round {round}, {len} bytes: not what was sent");
            goes_on = got[0] == 1;
            let second = if me > 0 { pass(e, goes_on) } else { None };
            for request in first.into_iter().chain(second) {
                e.wait(request, Waiting::NOTHING);
            }
            // The first message waits for a rank that starts late.
            if round > 0 || len != LENGTHS[0] {
                longest = longest.max(begin.elapsed());
            }
            bytes += len;
        }
        if me == 0 && written.elapsed().as_millis() >= 200 {
            let rate = bytes as f64 / written.elapsed().as_secs_f64();
            let length = e.observed().packet_length(next).unwrap_or(0);
            let told = format!("{round} {} {length} {rate:.0}", longest.as_millis());
            std::fs::write(format!("{file}.new"), told).expect("a file");
            std::fs::rename(format!("{file}.new"), &file).expect("a file");
            (written, bytes) = (std::time::Instant::now(), 0);
            if std::fs::remove_file(format!("{file}.clear")).is_ok() {
                longest = std::time::Duration::ZERO;
            }
        }
        if !goes_on {
            println!("rank {me}: {round} rounds, longest {} ms", longest.as_millis());
            return;
        }
    }
}

/// `rank broadcast COUNT LENGTH [FILE]`: every rank broadcasts in turn, `COUNT` times in all, and receivers check
/// every byte. Halfway, rank 0 creates `FILE.half` and waits for `FILE.go`. Prints how the broadcasts went, and the
/// longest time in each half. With `rank one-root …`, one root sends all broadcasts but the last.
fn broadcast(e: &mut Endpoint, root: Option<usize>) {
    const GROUP: u16 = 3;
    let argument = |at: usize| std::env::args().nth(at);
    let number = |at: usize| argument(at).and_then(|n| n.parse::<usize>().ok()).expect("a number");
    let (count, len) = (number(2), number(3));
    let (me, members) = (e.rank(), (0..e.size()).collect::<Vec<_>>());
    assert!(e.broadcasts().open_group(GROUP, 1, &members, me as usize));
    let data = Leaked::new(len);
    let mut longest = [std::time::Duration::ZERO; 2];
    let mut half = false;
    for at in 0..count {
        if at == count / 2 {
            half = e.broadcasts().multicasts(GROUP);
            if let Some(file) = argument(4).filter(|_| me == 0) {
                std::fs::write(format!("{file}.half"), "").expect("a file");
                while !std::path::Path::new(&format!("{file}.go")).exists() {
                    e.progress();
                    nap(1);
                }
            }
        }
        let root = match root {
            // The last broadcast comes from another member, which has received all earlier broadcasts by then.
            Some(_) if at + 1 == count => members.len() - 1,
            Some(root) => root,
            None => at % members.len(),
        };
        let pattern: Vec<u8> = (0..len).map(|i| (i * 7 + (i >> 8) + at * 13 + 1) as u8).collect();
        let begin = std::time::Instant::now();
        let broadcast = if root == me as usize {
            data.region().write(&pattern);
            e.broadcasts().send(GROUP, data.region())
        } else {
            data.region().write(&vec![0xee; len]);
            e.broadcasts().receive(GROUP, root, data.region())
        };
        let got = loop {
            match e.broadcasts().end(broadcast) {
                Some(end) => break end,
                None => drop(e.progress()),
            }
        };
        assert_eq!(got, Ok(len as u64), "broadcast {at}");
        assert!(data.region().to_vec() == pattern, "rank {me}: broadcast {at} of rank {root} is another");
        // Leave two broadcasts out: the first also waits for ranks that start late, the one at half for the file.
        if at > 0 && at != count / 2 {
            let longest = &mut longest[usize::from(at > count / 2)];
            *longest = begin.elapsed().max(*longest);
        }
    }
    let (by, c) = (|on| if on { "multicast" } else { "a tree" }, e.broadcasts().counters());
    let whole = by(e.broadcasts().multicasts(GROUP));
    println!("rank {me}: {count} by {}, then {whole}; longest {longest:?}; {c:?}", by(half));
    e.broadcasts().close_group(GROUP);
    while e.knows_group(GROUP) {
        e.progress();
    }
}

/// `rank points COUNT LENGTH FILE`: rank 0 sends `COUNT` messages to all others by a directed point and lightweight
/// ones, then closes the point to the last rank, and sends some more. Halfway, it creates `FILE.half` and waits for
/// `FILE.go`; after `COUNT` messages it creates `FILE.end` and waits for `FILE.on`. Receivers check order and every
/// byte.
fn points(e: &mut Endpoint) {
    const POINT: u32 = 5;
    const MORE: usize = 20;
    let argument = |at: usize| std::env::args().nth(at).expect("an argument");
    let number = |at: usize| argument(at).parse::<usize>().expect("a number");
    let (count, len, file) = (number(2), number(3), argument(4));
    let (me, size) = (e.rank(), e.size());
    let mut points = DirectedPoints::new(9);
    let data = Leaked::new(len);
    let pattern = |at: usize| (0..len).map(|i| (i * 7 + (i >> 8) + at * 13 + 1) as u8).collect::<Vec<u8>>();
    if me > 0 {
        let point = points.open(POINT, PointUse::ReceiveOnly, 0).expect("a point");
        let all = if me + 1 == size && size > 2 { count } else { count + MORE };
        for at in 0..all {
            let incoming = loop {
                match points.receive(e, point, data.region()).expect("it receives") {
                    Some(incoming) => break incoming,
                    None => advance(e),
                }
            };
            let outcome = loop {
                match points.receive_end(e, incoming) {
                    Some(end) => break end.expect("the sender lives"),
                    None => advance(e),
                }
            };
            assert_eq!((outcome.source, outcome.len, outcome.truncated), (0, len as u64, None), "message {at}");
            assert!(data.region().to_vec() == pattern(at), "rank {me}: message {at} is another");
        }
        println!("rank {me}: {all} messages");
        return;
    }
    let root = points.open(0, PointUse::SendOnly, USUAL_BUFFER).expect("a point");
    let lights: Vec<_> = (1..size)
        .map(|rank| {
            let light = points.open_light(0, PointUse::SendOnly).expect("a point");
            points.link(light, root).expect("a link");
            points.direct(light, size, rank, POINT).expect("a target");
            light
        })
        .collect();
    for at in 0..count + MORE {
        let pause = [(count / 2, "half", "go"), (count, "end", "on")].into_iter().find(|pause| pause.0 == at);
        if let Some((_, here, on)) = pause {
            std::fs::write(format!("{file}.{here}"), "").expect("a file");
            while !std::path::Path::new(&format!("{file}.{on}")).exists() {
                e.progress();
                nap(1);
            }
        }
        if at == count && size > 2 {
            assert_eq!(points.close(e, lights[size as usize - 2]), Ok(true));
        }
        data.region().write(&pattern(at));
        for sent in points.send(e, root, data.region()).expect("it is sent") {
            while !sent.is_over(e) {
                advance(e);
            }
        }
        e.progress();
    }
    let open = if size > 2 { &lights[..size as usize - 2] } else { &lights[..] };
    open.iter().for_each(|light| assert_eq!(points.close(e, *light), Ok(true)));
    while !points.close(e, root).expect("a point") {
        e.progress();
    }
    println!("rank 0: {:?}", e.broadcasts().counters());
}

/// Polls once. Lets another process have the processor if nothing has come.
fn advance(e: &mut Endpoint) {
    if !e.progress() {
        std::thread::yield_now();
    }
}

/// `rank few COUNT LENGTH`: two groups of some of the ranks each. The last rank is in neither, and receives none of
/// their broadcasts.
fn few(e: &mut Endpoint) {
    let (me, last) = (e.rank(), e.size() - 1);
    let members: Vec<u32> = (0..last).filter(|rank| rank % 2 == me % 2).collect();
    let over = Leaked::new(0);
    if me < last {
        at_once(e, 3 + (me % 2) as u16, &members, &[members.len() - 1]);
        if let Some(sent) = e.send(last, 0, 2, over.region(), Mode::Standard) {
            e.wait(sent, Waiting::NOTHING);
        }
        return;
    }
    for source in 0..last {
        let received = e.recv(Select { context: 0, source: Some(source), tag: Some(2) }, over.region());
        e.wait(received, Waiting::NOTHING);
    }
    println!("rank {me}: {:?}", e.broadcasts().counters());
}

/// `rank at-once COUNT LENGTH`, `rank latecomer COUNT LENGTH`: in each of `COUNT` rounds, all `roots` broadcast at
/// once.
fn at_once(e: &mut Endpoint, group: u16, members: &[u32], roots: &[usize]) {
    let number = |at: usize| std::env::args().nth(at).and_then(|n| n.parse::<usize>().ok()).expect("a number");
    let (count, len) = (number(2), number(3));
    let me = members.iter().position(|m| *m == e.rank()).expect("a member");
    assert!(e.broadcasts().open_group(group, 1, members, me));
    let buffers: Vec<Leaked> = roots.iter().map(|_| Leaked::new(len)).collect();
    for at in 0..count {
        let pattern =
            |root: usize| (0..len).map(|i| (i * 7 + (i >> 8) + at * 13 + root * 101) as u8).collect::<Vec<u8>>();
        let mut open = Vec::new();
        for (&root, data) in roots.iter().zip(&buffers) {
            data.region().write(&if root == me { pattern(root) } else { vec![0xee; len] });
            open.push(match root == me {
                true => e.broadcasts().send(group, data.region()),
                false => e.broadcasts().receive(group, root, data.region()),
            });
        }
        for ((broadcast, &root), data) in open.into_iter().zip(roots).zip(&buffers) {
            let got = loop {
                match e.broadcasts().end(broadcast) {
                    Some(end) => break end,
                    None => drop(e.progress()),
                }
            };
            assert_eq!(got, Ok(len as u64), "round {at}");
            assert!(data.region().to_vec() == pattern(root), "member {me}: round {at} of root {root} is another");
        }
    }
    let by = if e.broadcasts().multicasts(group) { "multicast" } else { "a tree" };
    println!("member {me} of {}: {count} rounds, then {by}; {:?}", members.len(), e.broadcasts().counters());
    e.broadcasts().close_group(group);
    while e.knows_group(group) {
        e.progress();
    }
}

fn nap(milliseconds: u64) {
    std::thread::sleep(std::time::Duration::from_millis(milliseconds));
}
