//! Copies every packet that this host sends or receives to standard output, from the IP header on, each behind its
//! length (4 bytes, little endian). An empty packet comes first, when the program has begun to listen. Ends with its
//! standard input, after the packets that have come until then. Needs the right to open packet sockets.
use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use rustix::net::{AddressFamily, RecvFlags, SocketType, eth, recv, socket, sockopt};
use std::io::Write;
use std::os::fd::AsFd;

/// Longer than any packet of a test host.
const LONGEST: usize = 1 << 16;
/// The receive buffer in bytes, so that no packet is lost while the program waits for a processor.
const BUFFER: usize = 64 << 20;

fn main() -> std::io::Result<()> {
    let packets = socket(AddressFamily::PACKET, SocketType::DGRAM, Some(eth::ALL))?;
    sockopt::set_socket_recv_buffer_size_force(&packets, BUFFER)?;
    let (input, mut out) = (std::io::stdin(), std::io::BufWriter::new(std::io::stdout()));
    let mut buffer = vec![0; LONGEST];
    let mut write = |packet: &[u8]| -> std::io::Result<()> {
        out.write_all(&(packet.len() as u32).to_le_bytes())?;
        out.write_all(packet)?;
        out.flush()
    };
    write(&[])?;
    loop {
        let mut ready = [PollFd::new(&packets, PollFlags::IN), PollFd::from_borrowed_fd(input.as_fd(), PollFlags::IN)];
        poll(&mut ready, None)?;
        let ends = !ready[1].revents().is_empty();
        loop {
            match recv(&packets, &mut buffer[..], RecvFlags::DONTWAIT) {
                Ok((len, _)) => write(&buffer[..len])?,
                // The interface was set down or up.
                Err(Errno::NETDOWN | Errno::INTR) => {}
                Err(Errno::AGAIN) => break,
                Err(e) => return Err(e.into()),
            }
        }
        if ends {
            return Ok(());
        }
    }
}
