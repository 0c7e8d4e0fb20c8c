//! Writes to a pipe without blocking.
use rustix::io::Errno;
use std::collections::VecDeque;
use std::os::fd::OwnedFd;

/// The writing end of a pipe, and the bytes that are still to be written.
pub struct Writer {
    fd: OwnedFd,
    left: VecDeque<u8>,
    ends: bool,
}

impl Writer {
    pub fn new(fd: OwnedFd) -> Writer {
        // This cannot fail for an open pipe.
        let _ = rustix::io::ioctl_fionbio(&fd, true);
        Writer { fd, left: VecDeque::new(), ends: false }
    }
    pub fn fd(&self) -> &OwnedFd {
        &self.fd
    }
    /// Returns the number of bytes that are still to be written.
    pub fn left(&self) -> usize {
        self.left.len()
    }
    pub fn push(&mut self, bytes: &[u8]) {
        self.left.extend(bytes);
    }
    /// Closes the pipe once everything that was pushed is written.
    pub fn end(&mut self) {
        self.ends = true;
    }

    /// Writes as much as possible without blocking. Returns false once everything is written and the pipe ends, or
    /// if the reader has closed it.
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
    fn more_bytes_than_a_pipe_holds_are_written_in_parts() {
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
    fn without_a_reader_flush_returns_false() {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let mut writer = Writer::new(writer.into());
        assert!(writer.flush());
        writer.push(b"lost");
        assert!(!writer.flush() && writer.left() == 0);
    }
}
