//! Chooses how a pull moves its bytes, by the pull's length and by how this process reaches the sender's memory. See
//! decision 27.

/// The fewest bytes of a pull that reads the sender's memory, by loads or by system calls. Below, the sender's frame
/// arrives sooner than this process could find the memory.
const LEAST: u64 = 4 << 10;

/// How a pull moves its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Copies by loads from mapped memory of the sender.
    Loads,
    /// Copies by system calls.
    System,
    /// Lets the sender send the bytes in frames: each byte is copied twice.
    Frames,
}

/// How this process reaches the sender's memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SenderAccess {
    pub by_loads: bool,
    pub by_system: bool,
}

impl SenderAccess {
    /// Returns true if the method can copy the bytes.
    pub fn allows(self, method: Method) -> bool {
        match method {
            Method::Loads => self.by_loads,
            Method::System => self.by_system,
            Method::Frames => true,
        }
    }
}

impl Method {
    /// Chooses the method of a pull of `len` bytes. `at_once` forbids frames where another method is possible,
    /// whatever the length.
    pub fn choose(access: SenderAccess, len: u64, at_once: bool) -> Method {
        match access {
            _ if len < LEAST && !at_once => Method::Frames,
            SenderAccess { by_loads: true, .. } => Method::Loads,
            SenderAccess { by_system: true, .. } => Method::System,
            _ => Method::Frames,
        }
    }

    /// Returns true if some pull of `len` bytes may use another method than frames.
    pub fn may_read(len: u64, at_once: bool) -> bool {
        at_once || len >= LEAST
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choices(len: u64, at_once: bool) -> [Method; 4] {
        let access = |(by_loads, by_system)| SenderAccess { by_loads, by_system };
        [(true, true), (true, false), (false, true), (false, false)]
            .map(|reached| Method::choose(access(reached), len, at_once))
    }

    #[test]
    fn loads_come_before_system_calls_and_both_before_frames() {
        for len in [LEAST, 64 << 10, 1 << 30] {
            for at_once in [true, false] {
                assert_eq!(choices(len, at_once), [Method::Loads, Method::Loads, Method::System, Method::Frames]);
                assert!(Method::may_read(len, at_once));
            }
        }
    }

    #[test]
    fn a_short_pull_reads_the_senders_memory_only_if_frames_are_forbidden() {
        assert_eq!(choices(LEAST - 1, false), [Method::Frames; 4]);
        assert!(!Method::may_read(LEAST - 1, false));
        assert_eq!(choices(1, true), [Method::Loads, Method::Loads, Method::System, Method::Frames]);
        assert!(Method::may_read(1, true));
    }

    #[test]
    fn access_allows_what_it_reaches() {
        let access = SenderAccess { by_loads: false, by_system: true };
        assert_eq!([Method::Loads, Method::System, Method::Frames].map(|m| access.allows(m)), [false, true, true]);
    }
}
