//! A trace as a pcapng file, for Wireshark and tcpdump: an interface for each rank, with the frames that it sent marked
//! outbound and the frames that it received marked inbound.
//!
//! The link type is USER0 (147). A packet is sender and receiver (32 bits each, big-endian), the frame's head (64 bits,
//! big-endian: kind, context, tag; docs/WIRE.md), then words and body as they were sent (little-endian).
use super::trace::{Event, EventSink, What};
use pcap_file::pcapng::PcapNgWriter;
use pcap_file::pcapng::blocks::enhanced_packet::{EnhancedPacketBlock, EnhancedPacketOption};
use pcap_file::pcapng::blocks::interface_description::{InterfaceDescriptionBlock, InterfaceDescriptionOption};
use pcap_file::{DataLink, PcapError};
use std::collections::HashMap;
use std::io::{self, BufWriter, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

/// The number of bytes of a packet before words and body.
pub const HEADER: usize = 16;
/// The bits that are set in a packet's receiver if the frame went to a group. The other bits hold the group's number.
pub const GROUPS: u32 = 0xffff_0000;
/// The flag of a packet block for a received frame; [`OUTBOUND`] is the flag for a sent frame.
const INBOUND: u32 = 1;
const OUTBOUND: u32 = 2;
/// The unit of timestamps as a negative power of ten: 10^-9 s.
const NANOSECONDS: u8 = 9;

/// A file that frames are written to: the [`EventSink`] of a [`Trace`](super::Trace). Clones write to one file.
#[derive(Clone)]
pub struct Capture(Arc<Mutex<File>>);

struct File {
    writer: PcapNgWriter<BufWriter<Box<dyn Write + Send>>>,
    /// The interface number of each rank.
    interfaces: HashMap<u32, u32>,
    /// The virtual time of the following packets; `None`: they get the system's time.
    now: Option<Duration>,
    /// The first error. After it, no packet is written.
    error_seen: Option<PcapError>,
}

impl Capture {
    /// Begins a capture. Every packet is written out at once, so the file shows what a rank did before it died.
    pub fn new(out: impl Write + Send + 'static) -> io::Result<Capture> {
        let writer = PcapNgWriter::new(BufWriter::new(Box::new(out) as Box<dyn Write + Send>)).map_err(error)?;
        Ok(Capture(Arc::new(Mutex::new(File { writer, interfaces: HashMap::new(), now: None, error_seen: None }))))
    }

    /// Sets the timestamp of the following packets. Without this call, packets get the system's time.
    pub fn set_time(&self, now: Duration) {
        self.with(|file| file.now = Some(now));
    }

    /// Ends the capture. Fails if a packet could not be written.
    pub fn finish(&self) -> io::Result<()> {
        self.with(|file| match file.error_seen.take() {
            Some(error_seen) => Err(error(error_seen)),
            None => file.writer.get_mut().flush(),
        })
    }

    fn with<T>(&self, f: impl FnOnce(&mut File) -> T) -> T {
        f(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

fn error(e: PcapError) -> io::Error {
    match e {
        PcapError::IoError(e) => e,
        e => io::Error::other(e),
    }
}

impl EventSink for Capture {
    fn event(&self, event: &Event<'_>) {
        let (outbound, group) = match event.what {
            What::Sent => (true, None),
            What::Arrived => (false, None),
            What::Multicast(group) => (true, Some(group)),
            What::MulticastArrived(group) => (false, Some(group)),
            _ => return,
        };
        self.with(|file| {
            if file.error_seen.is_none() {
                file.error_seen = file.packet(event, outbound, group).err();
            }
        });
    }
}

impl File {
    fn packet(&mut self, event: &Event<'_>, outbound: bool, group: Option<u16>) -> Result<(), PcapError> {
        let interface_id = self.interface(event.rank)?;
        let (from, to) = if outbound { (event.rank, event.peer) } else { (event.peer, event.rank) };
        let to = group.map_or(to, |group| GROUPS | u32::from(group));
        let mut data = Vec::with_capacity(HEADER + event.payload.len());
        data.extend_from_slice(&from.to_be_bytes());
        data.extend_from_slice(&to.to_be_bytes());
        data.extend_from_slice(&event.head.to_be_bytes());
        data.extend_from_slice(event.payload);
        let now = || SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        self.writer.write_pcapng_block(EnhancedPacketBlock {
            interface_id,
            timestamp: self.now.unwrap_or_else(now),
            original_len: data.len() as u32,
            data: data.into(),
            options: vec![EnhancedPacketOption::Flags(if outbound { OUTBOUND } else { INBOUND })],
        })?;
        self.writer.get_mut().flush().map_err(PcapError::IoError)
    }

    fn interface(&mut self, rank: u32) -> Result<u32, PcapError> {
        if let Some(&id) = self.interfaces.get(&rank) {
            return Ok(id);
        }
        self.writer.write_pcapng_block(InterfaceDescriptionBlock {
            linktype: DataLink::USER0,
            snaplen: 0,
            options: vec![
                InterfaceDescriptionOption::IfName(format!("rank{rank}").into()),
                InterfaceDescriptionOption::IfTsResol(NANOSECONDS),
            ],
        })?;
        let id = self.interfaces.len() as u32;
        self.interfaces.insert(rank, id);
        Ok(id)
    }
}
