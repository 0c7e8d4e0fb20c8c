//! What an agent finds out about its own host.
use super::{Host, kernel};
use crate::Error;
use clump_fabric::udp::{self, Secret};
use std::net::{IpAddr, Ipv4Addr, UdpSocket};

/// Bytes of a packet on a link that is not there (a host that reaches only itself).
const OWN_MTU: usize = 1500;

/// This host, with a socket for each of its ranks and one for its agent.
pub struct Local {
    pub host: Host,
    /// Bytes of the longest packet that all its links carry.
    pub mtu: usize,
    pub ranks: Vec<UdpSocket>,
    pub agent: UdpSocket,
}

impl Local {
    /// For `ranks` ranks. Error: no socket, or no address, in a sentence.
    pub fn new(ranks: usize) -> Result<Local, Error> {
        let failed = |what: &str, e: std::io::Error| Error(format!("cannot {what}: {e}"));
        let bind = || udp::bind(None).map_err(|e| failed("open a UDP socket", e));
        let sockets = (0..ranks).map(|_| bind()).collect::<Result<Vec<_>, _>>()?;
        let agent = bind()?;
        let port = |s: &UdpSocket| s.local_addr().map(|a| a.port()).map_err(|e| failed("ask for a socket's port", e));
        let ports = sockets.iter().map(port).collect::<Result<Vec<_>, _>>()?;
        let interfaces = udp::interfaces().map_err(|e| failed("list this machine's addresses", e))?;
        let mut addresses: Vec<IpAddr> = interfaces.iter().map(|i| i.address).collect();
        if addresses.is_empty() {
            // Only hosts that are this machine under another name can be reached.
            addresses.push(Ipv4Addr::LOCALHOST.into());
        }
        let cores = clump_fabric::sys::usable_cores() as u32;
        let host = Host { kernel: kernel(), cores, addresses, ports, agent: port(&agent)? };
        let mtu = interfaces.iter().map(|i| i.mtu).min().unwrap_or(OWN_MTU);
        Ok(Local { host, mtu, ranks: sockets, agent })
    }
}

/// The version of what this build says between machines: every process of a job must be of the same.
pub fn version() -> String {
    format!("{}, datagrams {}", env!("CARGO_PKG_VERSION"), udp::VERSION)
}

/// A fresh secret for a job.
pub fn secret() -> Result<[u8; 32], Error> {
    Ok(Secret::random()?)
}
