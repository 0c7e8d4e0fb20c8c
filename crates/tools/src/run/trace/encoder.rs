//! Turns records of calls into packets of a trace.
use super::super::report;
use super::perfetto::{DebugAnnotation, EventType, InternedData, Name, TracePacket, TrackDescriptor, TrackEvent};
use clump_fabric::shm::{TraceKind, TracedCall};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use std::collections::HashSet;
use std::io::{self, Write};

/// All packets form one sequence, so that each name is written once.
const SEQUENCE: u32 = 1;
/// The names of annotations; a name's number is its index and 1 more.
const ANNOTATIONS: [&str; 5] = ["bytes", "to rank", "from rank", "communicator", "in call"];
const BYTES: usize = 0;
const TO: usize = 1;
const FROM: usize = 2;
const COMMUNICATOR: usize = 3;
const IN_CALL: usize = 4;
/// The numbers of the names of events that are no calls, above those of calls, which have 16 bits.
const SENT: u64 = 1 << 17;
const RECEIVED: u64 = SENT + 1;
/// The flag of the packet with which a sequence's interned names begin, and of packets that use them.
const CLEARED: u32 = 1;
const NEEDS_NAMES: u32 = 2;
/// How many bytes of packets are compressed at a time. More compress better, fewer reach the file sooner.
const BATCH: usize = 256 << 10;

/// Collects packets, and compresses them.
#[derive(Default)]
pub struct Encoder {
    /// The packets that are not compressed yet.
    packets: Vec<u8>,
    named: HashSet<u64>,
    tracks: HashSet<u64>,
    begun: bool,
}

/// The time of a record, in nanoseconds since the trace began.
pub struct Times {
    pub begin: u64,
    pub end: u64,
}

impl Encoder {
    /// Adds a record of `rank`. The numbers of the record may have any value.
    pub fn add(&mut self, rank: usize, call: &TracedCall, times: &Times) {
        let track = self.track(rank, call.thread);
        let peer = u64::try_from(call.peer).ok();
        let mut annotations = vec![number(BYTES, call.bytes)];
        annotations.extend(peer.map(|peer| number(if call.receives { FROM } else { TO }, peer)));
        if call.context != TracedCall::NO_CONTEXT {
            annotations.push(text(COMMUNICATOR, report::communicator(call.context, None)));
        }
        let flow = Some(call.flow).filter(|flow| *flow != 0);
        let sends = |event: &mut TrackEvent| event.flow_ids.extend(flow.filter(|_| !call.receives));
        let receives = |event: &mut TrackEvent| event.terminating_flow_ids.extend(flow.filter(|_| call.receives));
        if call.kind != TraceKind::Call {
            let name = if call.receives { RECEIVED } else { SENT };
            self.name(name, || if call.receives { "received" } else { "sent" }.into());
            annotations.push(text(IN_CALL, report::call_name(call.call)));
            let mut event = event(EventType::Instant, track, Some(name), annotations);
            sends(&mut event);
            receives(&mut event);
            return self.event(times.end, event);
        }
        let name = u64::from(call.call) + 1;
        self.name(name, || report::call_name(call.call));
        let mut begin = event(EventType::SliceBegin, track, Some(name), annotations);
        sends(&mut begin);
        self.event(times.begin, begin);
        // A flow ends where the receive ends: the receive may begin before the send.
        let mut end = event(EventType::SliceEnd, track, None, Vec::new());
        receives(&mut end);
        self.event(times.end, end);
    }

    /// Returns the track of a thread of a rank, and describes the track once.
    fn track(&mut self, rank: usize, thread: u8) -> u64 {
        let track = (rank as u64 + 1) << 8 | u64::from(thread);
        if self.tracks.insert(track) {
            let name = match thread {
                0 => format!("rank {rank}"),
                _ => format!("rank {rank}, thread {thread}"),
            };
            let track_descriptor = Some(TrackDescriptor { uuid: track, name });
            self.push(TracePacket { track_descriptor, ..TracePacket::default() });
        }
        track
    }

    /// Names the events with this number, once.
    fn name(&mut self, iid: u64, name: impl FnOnce() -> String) {
        if !self.named.insert(iid) {
            return;
        }
        let mut names = InternedData { event_names: vec![Name { iid, name: name() }], ..InternedData::default() };
        let mut flags = NEEDS_NAMES;
        if !std::mem::replace(&mut self.begun, true) {
            flags |= CLEARED;
            let named = ANNOTATIONS.iter().enumerate();
            names.debug_annotation_names =
                named.map(|(at, name)| Name { iid: at as u64 + 1, name: (*name).into() }).collect();
        }
        self.push(TracePacket { interned_data: Some(names), sequence_flags: flags, ..TracePacket::default() });
    }

    fn event(&mut self, at: u64, event: TrackEvent) {
        self.push(TracePacket {
            timestamp: Some(at),
            track_event: Some(event),
            sequence_flags: NEEDS_NAMES,
            ..TracePacket::default()
        });
    }

    fn push(&mut self, packet: TracePacket) {
        put(&mut self.packets, &TracePacket { trusted_packet_sequence_id: SEQUENCE, ..packet });
    }

    /// Returns true if so many packets wait that [`take`](Self::take) should be called.
    pub fn is_due(&self) -> bool {
        self.packets.len() >= BATCH
    }

    /// Returns the bytes of the packets so far, compressed, to be appended to the file; none if there are none.
    pub fn take(&mut self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        if !self.packets.is_empty() {
            let mut zlib = ZlibEncoder::new(Vec::new(), Compression::fast());
            zlib.write_all(&self.packets)?;
            let compressed_packets = Some(zlib.finish()?);
            self.packets.clear();
            put(&mut bytes, &TracePacket { compressed_packets, ..TracePacket::default() });
        }
        Ok(bytes)
    }
}

/// Appends a packet as field 1 of a trace.
fn put(to: &mut Vec<u8>, packet: &TracePacket) {
    prost::encoding::message::encode(1, packet, to);
}

fn event(kind: EventType, track: u64, name: Option<u64>, annotations: Vec<DebugAnnotation>) -> TrackEvent {
    TrackEvent {
        debug_annotations: annotations,
        r#type: kind.into(),
        name_iid: name,
        track_uuid: track,
        flow_ids: Vec::new(),
        terminating_flow_ids: Vec::new(),
    }
}

fn number(name: usize, value: u64) -> DebugAnnotation {
    DebugAnnotation { name_iid: name as u64 + 1, uint_value: Some(value), string_value: None }
}

fn text(name: usize, value: String) -> DebugAnnotation {
    DebugAnnotation { name_iid: name as u64 + 1, uint_value: None, string_value: Some(value) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use prost::Message;
    use std::io::Read;

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

    fn call() -> TracedCall {
        TracedCall {
            kind: TraceKind::Call,
            begin: 0,
            end: 0,
            call: 1,
            thread: 0,
            context: 0,
            peer: 3,
            bytes: 8,
            flow: 77,
            receives: false,
        }
    }

    #[test]
    fn a_send_and_its_receive_are_slices_that_a_flow_connects() {
        let mut encoder = Encoder::default();
        encoder.add(0, &call(), &Times { begin: 10, end: 20 });
        let mut bytes = encoder.take().unwrap();
        encoder.add(3, &TracedCall { peer: 0, receives: true, thread: 1, ..call() }, &Times { begin: 5, end: 30 });
        bytes.extend(encoder.take().unwrap());
        assert!(encoder.take().unwrap().is_empty(), "nothing is left");
        let all = packets(&bytes);
        let tracks: Vec<_> = all.iter().filter_map(|p| p.track_descriptor.clone()).collect();
        assert_eq!([&*tracks[0].name, &tracks[1].name], ["rank 0", "rank 3, thread 1"]);
        let named: Vec<_> = all.iter().filter_map(|p| p.interned_data.as_ref()).collect();
        assert_eq!((named.len(), &*named[0].event_names[0].name), (1, report::call_name(1).as_str()));
        let events: Vec<_> = all.iter().filter_map(|p| Some((p.timestamp?, p.track_event.as_ref()?))).collect();
        assert_eq!(events.iter().map(|(at, _)| *at).collect::<Vec<_>>(), [10, 20, 5, 30]);
        assert_eq!((events[0].1.track_uuid, events[3].1.track_uuid), (tracks[0].uuid, tracks[1].uuid));
        assert_eq!((&events[0].1.flow_ids[..], &events[3].1.terminating_flow_ids[..]), (&[77][..], &[77][..]));
        assert!(events[2].1.flow_ids.is_empty() && events[2].1.terminating_flow_ids.is_empty());
        assert_eq!(events[0].1.debug_annotations[1], number(TO, 3));
        assert_eq!(events[2].1.debug_annotations[2], text(COMMUNICATOR, "MPI_COMM_WORLD".into()));
    }

    #[test]
    fn messages_within_a_call_are_instants() {
        let mut encoder = Encoder::default();
        let received = TracedCall { kind: TraceKind::Received, receives: true, ..call() };
        encoder.add(1, &received, &Times { begin: 7, end: 7 });
        let all = packets(&encoder.take().unwrap());
        let event = all.iter().find_map(|p| p.track_event.as_ref()).expect("an event");
        assert_eq!((event.r#type(), &event.terminating_flow_ids[..]), (EventType::Instant, &[77][..]));
    }

    #[test]
    fn a_million_calls_take_less_than_40_megabytes() {
        let mut encoder = Encoder::default();
        let (mut size, mut noise) = (0, 1u64);
        // A tenth of the calls, with times and numbers that do not compress.
        for at in 0..100_000u64 {
            noise = noise.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let times = Times { begin: at * 1500 + (noise >> 54), end: at * 1500 + 1100 + (noise >> 55 & 255) };
            let one = TracedCall { flow: noise, bytes: noise >> 44, receives: at % 2 == 1, ..call() };
            encoder.add((at % 4) as usize, &one, &times);
            if encoder.is_due() {
                size += encoder.take().unwrap().len();
            }
        }
        size += encoder.take().unwrap().len();
        assert!(size * 10 < 40_000_000, "{size} bytes for 100,000 calls");
    }
}
