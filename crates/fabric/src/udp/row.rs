//! Datagrams that leave in one system call.
use super::clear::LAST;
use super::socket;
use super::{CLEAR, Cut, LONGEST, TAG};
use crate::mem::Region;
use socket2::SockAddr;
use std::io;
use std::net::UdpSocket;

/// The most datagrams that leave in one system call. [`BYTES`] is the most bytes of them.
const ROW: usize = 60;
const BYTES: usize = 62 << 10;
/// A row of datagrams to one peer or one group that have not left. All datagrams but the last have `segment` bytes.
/// They are contiguous, because gathering them from a hundred pieces of memory costs the kernel more than the copy
/// costs this process.
pub struct Row {
    pub to: u32,
    /// How the row's frames are cut.
    pub cut: Cut,
    pub bytes: Vec<u8>,
    /// The offset at which each datagram ends, among the row's bytes.
    pub ends: Vec<usize>,
    pub segment: usize,
    /// The length of the last datagram, in bytes.
    pub last: usize,
}

impl Row {
    /// Returns an empty row, with room for a full row and a frame behind it.
    pub fn new() -> Row {
        let (bytes, ends) = (Vec::with_capacity(BYTES + LONGEST), Vec::with_capacity(ROW));
        Row { to: 0, cut: Cut::of(0), bytes, ends, segment: 0, last: 0 }
    }

    /// Returns true if one more datagram of `len` bytes to `to` fits the row.
    pub fn fits_one(&self, to: u32, len: usize) -> bool {
        self.to == to
            && self.last == self.segment
            && self.ends.len() < ROW
            && self.bytes.len() + len <= BYTES
            && len <= self.segment
    }

    /// Returns true if a frame of `len` bytes (clear bytes and tag included) to `to` fits the row.
    pub fn fits(&self, to: u32, len: usize) -> bool {
        let count = self.cut.count(len);
        let first = if count == 1 { len } else { CLEAR + self.cut.part };
        self.to == to
            && self.last == self.segment
            && self.ends.len() + count <= ROW
            && self.bytes.len() + len + count * CLEAR <= BYTES
            && (first == self.segment || count == 1 && len < self.segment)
    }

    /// Completes a datagram that consists of the bytes from `start` on.
    pub fn end(&mut self, start: usize) {
        self.last = self.bytes.len() - start;
        if self.ends.is_empty() {
            self.segment = self.last;
        }
        self.ends.push(self.bytes.len());
    }

    /// Adds the clear bytes of datagram `i` of a frame's `count`. Returns where they begin.
    fn add_clear(&mut self, clear: &[u8], i: usize, count: usize) -> usize {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(clear);
        self.bytes[start + 1] = i as u8;
        self.bytes[start + 2] |= count as u8 - 1;
        start
    }

    /// Adds a frame, clear bytes and tag included, cut into datagrams.
    pub fn add(&mut self, frame: &[u8]) {
        let (clear, text) = frame.split_at(CLEAR);
        let count = self.cut.count(frame.len());
        for (i, part) in text.chunks(self.cut.part).enumerate() {
            let start = self.add_clear(clear, i, count);
            self.bytes.extend_from_slice(part);
            self.end(start);
        }
    }

    /// Returns the row's frames, clear bytes and tag included, as they were before they were cut.
    pub fn frames(&self) -> Vec<Vec<u8>> {
        let mut frames: Vec<Vec<u8>> = Vec::new();
        let mut start = 0;
        for &end in &self.ends {
            let datagram = &self.bytes[start..end];
            match frames.last_mut().filter(|_| datagram[1] > 0) {
                Some(frame) => frame.extend_from_slice(&datagram[CLEAR..]),
                None => {
                    frames.push(datagram.to_vec());
                    frames.last_mut().into_iter().for_each(|frame| frame[2] &= !LAST);
                }
            }
            start = end;
        }
        frames
    }

    /// Adds a frame that is not encrypted, cut into datagrams. `front` holds the bytes in front of its body.
    pub fn add_open(&mut self, front: &[u8], body: Region) {
        let (clear, front) = front.split_at(CLEAR);
        let (head, end) = (front.len(), front.len() + body.len());
        let (mut at, count) = (0, self.cut.count(CLEAR + end + TAG));
        for i in 0..count {
            let start = self.add_clear(clear, i, count);
            let to = (at + self.cut.part).min(end + TAG);
            // Bytes of the front, then of the body, then zeros in place of the tag.
            self.bytes.extend_from_slice(&front[at.min(head)..to.min(head)]);
            let (from, until) = (at.clamp(head, end) - head, to.clamp(head, end) - head);
            body.slice(from, until - from).append_to(&mut self.bytes);
            self.bytes.extend_from_slice(&[0; TAG][..to.max(end) - at.max(end)]);
            self.end(start);
            at = to;
        }
    }

    pub fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
    }
}

/// Returns true if the kernel refused a datagram because it is too long.
pub fn is_too_long(sent: &io::Result<()>) -> bool {
    sent.as_ref().is_err_and(|e| e.raw_os_error() == Some(libc::EMSGSIZE))
}

/// Sends a row. Uses one system call if the row is one datagram or the kernel can cut it (`rows`).
pub fn send(socket: &UdpSocket, name: Option<&SockAddr>, row: &Row, rows: &mut bool) -> io::Result<()> {
    if let [_] = row.ends[..] {
        return socket::send(socket, name, &row.bytes, None);
    }
    if *rows {
        let sent = socket::send(socket, name, &row.bytes, Some(row.segment as u16));
        match sent.as_ref().err().and_then(io::Error::raw_os_error) {
            Some(libc::EINVAL | libc::EIO | libc::EOPNOTSUPP) => {}
            _ => return sent,
        }
    }
    // Datagrams that the kernel refuses for another reason than their length count as lost.
    let mut sent = Ok(());
    let mut start = 0;
    for &end in &row.ends {
        sent = socket::send(socket, name, &row.bytes[start..end], None);
        if is_too_long(&sent) {
            // Linux before 6.14 gives EINVAL for a row of datagrams that are too long.
            return sent;
        }
        start = end;
    }
    *rows = false;
    sent
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mem::Leaked;
    use crate::udp::PARTS;

    #[test]
    fn an_unencrypted_frame_is_cut_like_an_encrypted_one() {
        let cut = Cut::of(Cut::length_for(1500));
        let row = || Row { cut, ..Row::new() };
        let front: Vec<u8> = (0..40).map(|i| if i == 2 { 0x30 } else { i }).collect();
        let edges = [1, 2, 3].map(|n| n * cut.part - 24).into_iter().flat_map(|at| at - 20..at + 20);
        for len in edges.chain([0, 1, LONGEST - 40 - TAG]) {
            let body: Vec<u8> = (0..len).map(|i| (i % 251) as u8).collect();
            let (mut whole, mut open) = (row(), row());
            whole.add(&[&front[..], &body, &[0; TAG]].concat());
            open.add_open(&front, Leaked::copy_of(&body).region());
            assert!(whole.bytes == open.bytes && whole.ends == open.ends, "{len} bytes");
            assert_eq!((whole.segment, whole.last), (open.segment, open.last));
            assert_eq!(whole.ends.len(), cut.count(40 + len + TAG));
        }
    }

    #[test]
    fn a_row_gives_its_frames_back_to_be_cut_anew() {
        for length in 0..PARTS.len() as u8 {
            let mut row = Row { cut: Cut::of(length), ..Row::new() };
            let frames: Vec<Vec<u8>> =
                [LONGEST, LONGEST, 900, 33].iter().zip(1u8..).map(|(len, i)| vec![i << 4; *len]).collect();
            let frames: Vec<Vec<u8>> = frames
                .into_iter()
                .map(|mut f| {
                    f[1] = 0;
                    f
                })
                .collect();
            frames.iter().for_each(|frame| row.add(frame));
            assert_eq!(row.frames(), frames);
            let last = row.ends[row.cut.count(LONGEST) - 1];
            assert_eq!(last % row.cut.count(LONGEST), 0, "all datagrams of a longest frame have one length");
        }
    }
}
