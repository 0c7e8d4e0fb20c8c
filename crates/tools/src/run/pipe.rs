//! Writing to a pipe without ever waiting for its reader.
use rustix::io::Errno;
use std::collections::VecDeque;
use std::os::fd::OwnedFd;

/// A pipe's end, and what is still to be written to it.
pub struct Writer {
    fd: OwnedFd,
    left: VecDeque<u8>,
    ends: bool,
}

impl Writer {
    pub fn new(fd: OwnedFd) -> Writer {
        // Cannot fail for a pipe that is open.
        let _ = rustix::io::ioctl_fionbio(&fd, true);
        Writer { fd, left: VecDeque::new(), ends: false }
    }
    pub fn fd(&self) -> &OwnedFd {
        &self.fd
    }
    /// Bytes that are still to be written.
    pub fn left(&self) -> usize {
        self.left.len()
    }
    pub fn push(&mut self, bytes: &[u8]) {
        self.left.extend(bytes);
    }
    /// Nothing comes after what was pushed.
    pub fn end(&mut self) {
        self.ends = true;
    }

    /// Writes what can be written now. False: it is over, since all is written or nobody reads any more.
    pub fn flush(&mut self) -> bool {
        while !self.left.is_empty() {
            match rustix::io::write(&self.fd, self.left.as_slices().0) {
                Ok(n) => drop(self.left.drain(..n)),
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return true,
                Err(_) => {
                    self.left.clear();
                    return false;
                }
            }
        }
        !self.ends
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    #[test]
    fn more_than_a_pipe_holds_is_written_bit_by_bit_and_then_it_ends() {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        let mut writer = Writer::new(writer.into());
        let bytes: Vec<u8> = (0..300_000u32).map(|n| n as u8).collect();
        writer.push(&bytes);
        assert!(writer.flush() && writer.left() > 0, "a pipe holds 64 KiB");
        let read = std::thread::spawn(move || {
            let (mut reader, mut all) = (reader, Vec::new());
            reader.read_to_end(&mut all).expect("read");
            all
        });
        writer.end();
        while writer.flush() {
            std::thread::yield_now();
        }
        drop(writer);
        assert!(read.join().expect("a thread") == bytes);
    }

    #[test]
    fn without_a_reader_it_is_over() {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let mut writer = Writer::new(writer.into());
        assert!(writer.flush());
        writer.push(b"lost");
        assert!(!writer.flush() && writer.left() == 0);
    }
}
