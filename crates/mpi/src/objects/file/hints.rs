//! Info hints of files (MPI 5.0, 14.2.8). A hint is taken if its key is known here and its value is valid.
//! MPI_File_get_info returns each of them with the value in force.
use crate::objects::info::object::Info;

/// When collective calls exchange pieces between the processes so that each process accesses contiguous parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exchange {
    Always,
    Never,
    /// When the call's pieces are small and interleaved.
    Automatic,
}

/// What the hints of a file say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hints {
    /// Number of processes that access the file in a collective call with exchange; 0: on each machine
    /// [`WRITERS`] or [`READERS`], or all processes if there are fewer.
    pub aggregators: u32,
    /// Bytes of the file that such a process reads or writes at once.
    pub buffer: u64,
    pub write: Exchange,
    pub read: Exchange,
    /// True if independent reads may read the gaps of a view, too (data sieving).
    pub sieve: bool,
    /// Bytes that such a read reads at once.
    pub sieve_buffer: u64,
    /// Alignment in bytes of the parts that processes access in a collective call with exchange; 0: the page.
    pub stripe: u64,
}

/// Processes of one machine that write a file in a collective call with exchange, by default. The kernel admits one
/// writer of a file at a time. Fewer: no process exchanges pieces while another one writes. More: writers wait for each
/// other, and windows have smaller pieces.
pub const WRITERS: usize = 2;
/// Processes of one machine that read a file in a collective call with exchange, by default. More: smaller pieces.
/// Fewer: processors have nothing to do.
pub const READERS: usize = 8;
/// Default of [`Hints::buffer`]. Smaller: more system calls and messages. Larger: the bytes leave the processor's cache
/// between the exchange and the system call.
const BUFFER: u64 = 1 << 20;
/// Default of [`Hints::sieve_buffer`], ROMIO's.
const SIEVE: u64 = 4 << 20;
/// Bounds of buffer sizes in bytes.
const BUFFERS: std::ops::RangeInclusive<u64> = 4096..=1 << 30;

impl Default for Hints {
    fn default() -> Hints {
        Hints {
            aggregators: 0,
            buffer: BUFFER,
            write: Exchange::Automatic,
            read: Exchange::Automatic,
            sieve: false,
            sieve_buffer: SIEVE,
            stripe: 0,
        }
    }
}

impl Exchange {
    fn of(value: &str) -> Option<Exchange> {
        match value {
            "enable" | "true" => Some(Exchange::Always),
            "disable" | "false" => Some(Exchange::Never),
            "automatic" => Some(Exchange::Automatic),
            _ => None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Exchange::Always => "enable",
            Exchange::Never => "disable",
            Exchange::Automatic => "automatic",
        }
    }
}

/// Number of words of hints in a message.
pub const WORDS: usize = 5;

impl Hints {
    /// Returns the hints that all processes must share, as words of a message.
    pub fn to_words(self) -> [u64; WORDS] {
        [self.aggregators.into(), self.buffer, self.write as u64, self.read as u64, self.stripe]
    }

    /// Replaces the hints that all processes must share by those of another process.
    pub fn adopt(&mut self, [aggregators, buffer, write, read, stripe]: [u64; WORDS]) {
        let exchange = |word| match word {
            0 => Exchange::Always,
            1 => Exchange::Never,
            _ => Exchange::Automatic,
        };
        (self.aggregators, self.buffer, self.stripe) = (aggregators as u32, buffer, stripe);
        (self.write, self.read) = (exchange(write), exchange(read));
    }

    /// Takes the known hints of `given`. Ignores unknown keys and invalid values, as the standard demands.
    pub fn accept(&mut self, given: &Info) {
        for (key, value) in given.pairs() {
            self.take(key, value.trim());
        }
    }

    fn take(&mut self, key: &str, value: &str) -> Option<()> {
        let size = || value.parse::<u64>().ok().filter(|n| BUFFERS.contains(n));
        match key {
            "cb_nodes" => self.aggregators = value.parse().ok().filter(|n| *n > 0)?,
            "cb_buffer_size" => self.buffer = size()?.next_multiple_of(4096),
            "romio_cb_write" => self.write = Exchange::of(value)?,
            "romio_cb_read" => self.read = Exchange::of(value)?,
            "collective_buffering" => {
                let exchange = Exchange::of(value).filter(|e| *e != Exchange::Automatic)?;
                (self.write, self.read) = (exchange, exchange);
            }
            "romio_ds_read" => self.sieve = matches!(Exchange::of(value)?, Exchange::Always),
            "ind_rd_buffer_size" => self.sieve_buffer = size()?,
            "striping_unit" => self.stripe = size()?.next_multiple_of(4096),
            _ => {}
        }
        Some(())
    }

    /// Returns all hints with the values in force. `aggregators` is the number that collective calls use.
    pub fn info(&self, aggregators: usize) -> Info {
        let mut info = Info::new();
        info.set("cb_nodes", &aggregators.to_string());
        info.set("cb_buffer_size", &self.buffer.to_string());
        info.set("romio_cb_write", self.write.name());
        info.set("romio_cb_read", self.read.name());
        info.set("romio_ds_write", "disable");
        info.set("romio_ds_read", if self.sieve { "enable" } else { "disable" });
        info.set("ind_rd_buffer_size", &self.sieve_buffer.to_string());
        info.set("striping_unit", &self.stripe.max(4096).to_string());
        info
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn valid_hints_are_taken_and_reported() {
        let mut given = Info::new();
        for (key, value) in [
            ("cb_nodes", "3"),
            ("cb_buffer_size", "5000"),
            ("romio_cb_write", "enable"),
            ("romio_cb_read", "sometimes"),
            ("romio_ds_write", "enable"),
            ("romio_ds_read", "enable"),
            ("striping_unit", "-1"),
            ("colour", "blue"),
        ] {
            given.set(key, value);
        }
        let mut hints = Hints::default();
        hints.accept(&given);
        let want = Hints { aggregators: 3, buffer: 8192, write: Exchange::Always, sieve: true, ..Hints::default() };
        assert_eq!(hints, want);
        let info = hints.info(3);
        assert_eq!((info.get("cb_buffer_size"), info.get("romio_ds_write")), (Some("8192"), Some("disable")));
        assert_eq!((info.get("romio_cb_read"), info.get("colour")), (Some("automatic"), None));
        let mut other = Hints { sieve: true, ..Hints::default() };
        other.adopt(hints.to_words());
        assert_eq!(other, hints);
    }
}
