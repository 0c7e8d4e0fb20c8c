//! Tests that faults occur as often as requested, and equally for equal seeds, and that traces and captures report the
//! frames that passed.
use super::{Capture, Event, Fault, Faults, Trace, What};
use crate::mem::{Leaked, Region};
use crate::shm::{Segment, Shm};
use crate::{Fabric, Full, RemoteMemory, Rx, Tx};
use pcap_file::DataLink;
use pcap_file::pcapng::{Block, PcapNgReader};
use std::io::Write;
use std::sync::{Arc, Mutex};
use std::time::Duration;

type ShmBody<'a> = <<Shm as Fabric>::Rx as Rx>::Body<'a>;

fn pair() -> (Shm, Shm) {
    let segment = Arc::new(Segment::create(2).unwrap());
    (Shm::new(&segment, 0), Shm::new(&segment, 1))
}

/// Sends 1,000 frames. Returns the frames that arrive, and how often the sender got `Full`.
fn run(seed: u64, faults: Faults) -> (Vec<(u64, Vec<u8>)>, u32) {
    let (a, b) = pair();
    let ((mut tx, _), (mut own, mut rx)) = (Fault::new(a, seed, faults).split(), Fault::new(b, seed, faults).split());
    tx.prepare(1, 8).unwrap();
    let (mut full, mut arrived) = (0, Vec::new());
    for number in 0..1000u64 {
        let body = Leaked::copy_of(&number.to_le_bytes());
        while tx.send(1, number, &[], body.region()).is_err() {
            full += 1;
            assert!(full < 100_000);
        }
        if number % 10 == 9 {
            rx.poll(
                32,
                (&mut own, |_: u32, head: u64, body: &crate::Frame| arrived.push((head, body.body(0).to_vec()))),
            );
        }
    }
    for _ in 0..100 {
        rx.poll(32, (&mut own, |_: u32, head: u64, body: &crate::Frame| arrived.push((head, body.body(0).to_vec()))));
    }
    (arrived, full)
}

fn right((head, body): &(u64, Vec<u8>)) -> bool {
    body[..] == head.to_le_bytes()
}

#[test]
fn each_fault_occurs_as_often_as_requested() {
    let none = Faults::default();
    let (clean, full) = run(1, none);
    assert!(clean.len() == 1000 && full == 0 && clean.iter().all(right) && clean.is_sorted());

    let lost = 1000 - run(1, Faults { drop: 100, ..none }).0.len();
    assert!((50..150).contains(&lost), "{lost} of 1000 lost");
    let twice = run(1, Faults { duplicate: 100, ..none }).0;
    assert!((1050..1150).contains(&twice.len()) && twice.is_sorted(), "{} of 1000 came", twice.len());
    let late = run(1, Faults { delay: 100, longest_delay: 20, ..none }).0;
    assert!(late.len() == 1000 && late.is_sorted(), "delay alone keeps the order");
    let mixed = run(1, Faults { reorder: 100, ..none }).0;
    assert!(mixed.len() == 1000 && !mixed.is_sorted());
    let spoiled = run(1, Faults { corrupt: 100, ..none }).0;
    let wrong = spoiled.iter().filter(|f| !right(f)).count();
    assert!(spoiled.len() == 1000 && (50..150).contains(&wrong), "{wrong} of 1000 wrong");
    let (all, full) = run(1, Faults { full: 50, longest_full: 20, ..none });
    assert!(all.len() == 1000 && (200..1200).contains(&full), "{full} times full");
}

#[test]
fn equal_seeds_give_equal_faults() {
    let faults = Faults {
        drop: 100,
        duplicate: 100,
        delay: 100,
        longest_delay: 9,
        reorder: 100,
        corrupt: 100,
        full: 20,
        longest_full: 9,
        refuse: 0,
    };
    assert_eq!(run(3, faults), run(3, faults));
    assert_ne!(run(3, faults), run(4, faults));
}

#[test]
fn capabilities_reflect_the_faults() {
    let (none, of) = (Faults::default(), |faults| Fault::new(pair().0, 1, faults).split().0.capabilities(1));
    let kept = of(Faults { delay: 1, full: 1, refuse: 1, ..none });
    assert_eq!(kept, crate::shm::CAPABILITIES);
    for lossy in [Faults { drop: 1, ..none }, Faults { duplicate: 1, ..none }, Faults { corrupt: 1, ..none }] {
        assert!(!of(lossy).reliable);
    }
    assert!(!of(Faults { reorder: 1, ..none }).ordered);
}

#[test]
fn a_trace_reports_every_event_in_order() {
    let told = Arc::new(Mutex::new(Vec::new()));
    let sink = {
        let told = told.clone();
        move |e: &Event<'_>| told.lock().unwrap().push((e.rank, e.peer, e.what, e.head, e.payload.to_vec(), e.len))
    };
    let (a, b) = pair();
    let (mut tx, _) = Trace::new(a, 0, sink.clone()).split();
    let (mut own, mut rx) = Trace::new(b, 1, sink).split();
    assert_eq!(tx.send(1, 5, &[6], Leaked::copy_of(&[7]).region()), Err(Full), "no ring yet");
    assert!(tx.prepare(1, 1).unwrap());
    tx.send(1, 5, &[6], Leaked::copy_of(&[7]).region()).unwrap();
    rx.poll(9, (&mut own, |_: u32, _: u64, body: &ShmBody<'_>| assert_eq!(body.words(), Some([6]))));
    // Rank 1 has not published its identity.
    assert!(tx.pull(1, 8, Leaked::new(3).region()).is_err());
    let bytes = vec![6, 0, 0, 0, 0, 0, 0, 0, 7];
    assert_eq!(
        *told.lock().unwrap(),
        [
            (0, 1, What::Full, 5, bytes.clone(), 9),
            (0, 1, What::Sent, 5, bytes.clone(), 9),
            (1, 0, What::Arrived, 5, bytes, 9),
            (0, 1, What::Pulled(false), 0, vec![], 3),
        ]
    );
}

/// A file in memory that can be read while the capture writes it.
#[derive(Clone, Default)]
struct Memory(Arc<Mutex<Vec<u8>>>);

impl Write for Memory {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_capture_holds_sent_and_received_frames() {
    let file = Memory::default();
    let capture = Capture::new(file.clone()).unwrap();
    capture.set_time(Duration::new(77, 123));
    let (a, b) = pair();
    let (mut tx, _) = Trace::new(a, 0, capture.clone()).split();
    let (mut own, mut rx) = Trace::new(b, 1, capture.clone()).split();
    let _ = tx.send(1, 1, &[], Region::EMPTY);
    tx.prepare(1, 0).unwrap();
    tx.send(1, 0x00ab_cdef_0123_4567, &[0x0102_0304], Leaked::copy_of(b"body").region()).unwrap();
    rx.poll(9, (&mut own, |_: u32, _: u64, _: &ShmBody<'_>| ()));
    capture.finish().unwrap();

    let bytes = file.0.lock().unwrap().clone();
    let mut reader = PcapNgReader::new(&bytes[..]).unwrap();
    let (mut names, mut packets) = (Vec::new(), Vec::new());
    while let Some(block) = reader.next_block() {
        match block.unwrap() {
            Block::InterfaceDescription(i) => {
                assert_eq!(i.linktype, DataLink::USER0);
                names.push(format!("{:?}", i.options[0]));
            }
            Block::EnhancedPacket(p) => {
                assert_eq!((p.timestamp, p.original_len as usize), (Duration::new(77, 123), p.data.len()));
                packets.push((p.interface_id, format!("{:?}", p.options), p.data.to_vec()));
            }
            other => panic!("{other:?}"),
        }
    }
    let mut expected = vec![0, 0, 0, 0, 0, 0, 0, 1, 0, 0xab, 0xcd, 0xef, 1, 0x23, 0x45, 0x67, 4, 3, 2, 1, 0, 0, 0, 0];
    expected.extend_from_slice(b"body");
    assert_eq!(names, ["IfName(\"rank0\")", "IfName(\"rank1\")"]);
    assert_eq!(
        packets,
        [(0, "[Flags(2)]".to_owned(), expected.clone()), (1, "[Flags(1)]".to_owned(), expected)],
        "what was full is not there"
    );
}

/// A disk without room. The program must go on, and `finish` must report the error.
struct Broken(usize);

impl Write for Broken {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0 = self.0.checked_sub(bytes.len()).ok_or_else(|| std::io::Error::other("no room"))?;
        Ok(bytes.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_program_goes_on_if_its_capture_cannot_be_written() {
    let capture = Capture::new(Broken(200)).unwrap();
    let (a, _) = pair();
    let (mut tx, _) = Trace::new(a, 0, capture.clone()).split();
    tx.prepare(1, 0).unwrap();
    for number in 0..50 {
        tx.send(1, number, &[], Region::EMPTY).unwrap();
    }
    assert!(capture.finish().unwrap_err().to_string().contains("no room"));
}
