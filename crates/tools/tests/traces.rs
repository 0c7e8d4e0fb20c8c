//! `clump run --trace` and `clump trace` of real jobs. What Perfetto's own package reads is checked by
//! crates/tools/tests/python/check_trace.py.
mod common;
#[path = "../src/run/trace/perfetto.rs"]
mod perfetto;
use common::{clump, compiled, run, wait_until};
use perfetto::{EventType, TracePacket, TrackEvent};
use prost::Message;
use std::collections::{BTreeMap, HashMap};
use std::io::Read;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

/// The program whose calls are known: crates/mpi/tests/sight/traced.c.
fn traced() -> &'static str {
    static PROGRAM: OnceLock<String> = OnceLock::new();
    PROGRAM.get_or_init(|| compiled("mpi/tests/sight/traced.c"))
}

#[derive(Clone, PartialEq, prost::Message)]
struct Trace {
    #[prost(message, repeated, tag = "1")]
    packet: Vec<TracePacket>,
}

fn packets(bytes: &[u8]) -> Vec<TracePacket> {
    let unpacked = |packet: TracePacket| match packet.compressed_packets {
        None => vec![packet],
        Some(bytes) => {
            let mut plain = Vec::new();
            flate2::read::ZlibDecoder::new(&bytes[..]).read_to_end(&mut plain).expect("zlib");
            packets(&plain)
        }
    };
    Trace::decode(bytes).expect("a trace").packet.into_iter().flat_map(unpacked).collect()
}

/// A slice or an instant.
struct Slice {
    name: String,
    begin: u64,
    end: u64,
    sends: Vec<u64>,
    receives: Vec<u64>,
    numbers: HashMap<String, u64>,
}

/// Reads a trace: the slices and instants of each track, by the track's name. Checks that slices are nested.
fn read(file: &Path) -> BTreeMap<String, Vec<Slice>> {
    let all = packets(&std::fs::read(file).expect("the trace"));
    let mut tracks = HashMap::new();
    let (mut names, mut annotations) = (HashMap::new(), HashMap::new());
    let mut events: HashMap<u64, Vec<(u64, TrackEvent)>> = HashMap::new();
    for packet in all {
        for (known, new) in packet.interned_data.into_iter().flat_map(|data| {
            let events = data.event_names.into_iter().map(|name| (true, name));
            events.chain(data.debug_annotation_names.into_iter().map(|name| (false, name))).collect::<Vec<_>>()
        }) {
            if known { &mut names } else { &mut annotations }.insert(new.iid, new.name);
        }
        if let Some(track) = packet.track_descriptor {
            tracks.insert(track.uuid, track.name);
        }
        if let Some(event) = packet.track_event {
            events.entry(event.track_uuid).or_default().push((packet.timestamp.expect("a time"), event));
        }
    }
    let slices = |events: Vec<(u64, TrackEvent)>| {
        let (mut done, mut open): (Vec<Slice>, Vec<Slice>) = (Vec::new(), Vec::new());
        for (at, event) in events {
            if event.r#type() == EventType::SliceEnd {
                let mut slice = open.pop().expect("a slice that has begun");
                (slice.end, slice.receives) = (at, event.terminating_flow_ids);
                assert!(slice.begin <= at);
                done.push(slice);
                continue;
            }
            let numbers = event
                .debug_annotations
                .iter()
                .filter_map(|one| Some((annotations[&one.name_iid].clone(), one.uint_value?)));
            let slice = Slice {
                name: String::clone(&names[&event.name_iid.expect("a name")]),
                begin: at,
                end: at,
                numbers: numbers.collect(),
                sends: event.flow_ids.clone(),
                receives: event.terminating_flow_ids.clone(),
            };
            if event.r#type() == EventType::Instant { done.push(slice) } else { open.push(slice) }
        }
        assert!(open.is_empty());
        done
    };
    events.into_iter().map(|(track, events)| (tracks[&track].clone(), slices(events))).collect()
}

/// Checks that each flow that ends begins once, and ends after it has begun, and returns the number of these flows.
fn check_flows(tracks: &BTreeMap<String, Vec<Slice>>) -> usize {
    let all = || tracks.values().flatten();
    let mut sent: HashMap<u64, &Slice> = HashMap::new();
    for (slice, flow) in all().flat_map(|slice| slice.sends.iter().map(move |flow| (slice, *flow))) {
        assert!(sent.insert(flow, slice).is_none(), "a flow begins twice");
    }
    let received: Vec<(&Slice, u64)> =
        all().flat_map(|slice| slice.receives.iter().map(move |flow| (slice, *flow))).collect();
    for (receive, flow) in &received {
        let send = sent.remove(flow).expect("a send");
        assert!(receive.end >= send.begin, "{} ends before {} begins", receive.name, send.name);
        if send.numbers.contains_key("to rank") && receive.numbers.contains_key("from rank") {
            assert_eq!(send.numbers["bytes"], receive.numbers["bytes"], "{} and {}", send.name, receive.name);
        }
    }
    received.len()
}

#[test]
fn all_calls_of_a_job_are_in_its_trace_and_flows_join_receives_with_their_sends() {
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("job.pftrace");
    let rounds = 300;
    let done = run(["-n", "4", "--trace"]).arg(&file).arg(traced()).arg(rounds.to_string()).finish();
    assert_eq!((done.code, done.err.as_str()), (0, ""));
    let tracks = read(&file);
    assert_eq!(tracks.keys().collect::<Vec<_>>(), ["rank 0", "rank 1", "rank 2", "rank 3"]);
    for calls in tracks.values() {
        let count = |name: &str| calls.iter().filter(|slice| slice.name == name).count();
        for (name, times) in [
            ("MPI_Send", 1),
            ("MPI_Recv", 1),
            ("MPI_Isend", 3),
            ("MPI_Irecv", 4),
            ("MPI_Wait", 1),
            ("MPI_Waitall", 2),
            ("MPI_Sendrecv", 1),
            ("MPI_Allreduce", 1),
        ] {
            assert_eq!(count(name), times * rounds, "{name}");
        }
        assert_eq!((count("MPI_Comm_dup"), count("MPI_Barrier")), (1, 1));
        let bytes = |name: &str| calls.iter().filter(|s| s.name == name).map(|s| s.numbers["bytes"]).sum::<u64>();
        assert_eq!((bytes("MPI_Recv"), bytes("MPI_Allreduce")), (8 * rounds as u64, 8 * rounds as u64));
        assert_eq!(bytes("MPI_Waitall"), (16 + 100_000) * rounds as u64);
        let slices: Vec<&Slice> = calls.iter().filter(|slice| slice.name.starts_with("MPI_")).collect();
        assert!(slices.windows(2).all(|pair| pair[0].end <= pair[1].begin), "calls of one thread follow each other");
    }
    assert_eq!(check_flows(&tracks), 4 * 5 * rounds);
}

#[test]
fn the_last_calls_of_a_running_job_are_written_if_the_job_keeps_them() {
    let dir = tempfile::tempdir().expect("a directory");
    let (go, file) = (dir.path().join("go"), dir.path().join("last.pftrace"));
    let write = |number: &str| {
        let out = Command::new(clump()).args(["trace", number, "-o"]).arg(&file).output().expect("clump");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (out.status.code(), text(&out.stdout) + &text(&out.stderr))
    };
    for (setting, rounds) in [("0", "10"), ("1", "10"), ("1", "5000")] {
        let mut job = run(["-n", "2", traced(), rounds]).arg(&go).env("CLUMP_TRACE", setting).start();
        let number = job.child.id().to_string();
        if setting == "0" {
            wait_until("the job is seen", || write(&number).1.contains("does not keep its calls"));
        } else {
            // The last call is made when all else is in the ring.
            wait_until("the last call is in the trace", || {
                assert!(job.child.try_wait().expect("wait").is_none());
                let tracks = if write(&number).0 == Some(0) { read(&file) } else { BTreeMap::new() };
                tracks.len() == 2 && tracks.values().all(|all| all.iter().any(|s| s.name == "MPI_Barrier"))
            });
            let tracks = read(&file);
            let whole = rounds == "10";
            assert!(tracks.values().all(|all| all.iter().any(|s| s.name == "MPI_Comm_dup") == whole));
            if whole {
                assert_eq!(check_flows(&tracks), 2 * 5 * 10);
            }
        }
        std::fs::write(&go, "").expect("a file");
        let done = job.finish();
        assert_eq!((done.code, done.err.as_str()), (0, ""));
        std::fs::remove_file(&go).expect("the file");
    }
}

#[test]
fn a_full_disk_is_told_once_and_the_job_goes_on() {
    let done = run(["-n", "2", "--trace", "/dev/full", traced(), "20000"]).finish();
    assert_eq!(done.code, 0, "{}", done.err);
    assert_eq!(done.err.matches("cannot write the trace to /dev/full: ").count(), 1, "{}", done.err);
    let missing = run(["-n", "2", "--trace", "/nowhere/x", traced(), "1"]).finish();
    assert_eq!(missing.code, 2);
    assert!(missing.err.contains("--trace: cannot write to /nowhere/x: "), "{}", missing.err);
}
