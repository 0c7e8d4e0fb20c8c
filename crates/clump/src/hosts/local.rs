//! Describes an agent's own host.
use super::{Cipher, GroupPlace, Host, Plan, kernel, net};
use crate::error::{Error, ErrorKind};
use clump_fabric::udp::{self, Secret};
use std::net::{IpAddr, Ipv4Addr, UdpSocket};
use std::time::Duration;

/// Bytes of the longest packet, for a host that reaches only itself.
const OWN_MTU: usize = 1500;

/// This host, with a socket for each of its ranks and one for its agent.
pub struct Local {
    /// What other hosts must know of this host.
    pub host: Host,
    /// Bytes of the longest packet that all its network links carry.
    pub mtu: usize,
    /// How many bits the host's processor encrypts with AES at a time; 0 if the processor has no AES.
    pub aes: u32,
    /// The ranks' sockets.
    pub ranks: Vec<UdpSocket>,
    /// The agent's socket.
    pub agent: UdpSocket,
}

impl Local {
    /// Describes this host for `ranks` ranks, with sockets on ports of that range (both ends included), or on any
    /// port. Fails if a socket cannot be opened.
    pub fn new(ranks: usize, range: Option<(u16, u16)>) -> Result<Local, Error> {
        let failed = |what: &str, e: std::io::Error| Error::new(ErrorKind::System, format!("cannot {what}: {e}"));
        let mut sockets = bind(ranks + 1, range)?;
        let agent = sockets.pop().ok_or_else(|| Error::new(ErrorKind::System, "no socket was opened"))?;
        let port = |s: &UdpSocket| s.local_addr().map(|a| a.port()).map_err(|e| failed("ask for a socket's port", e));
        let ports = sockets.iter().map(port).collect::<Result<Vec<_>, _>>()?;
        let interfaces = udp::interfaces().map_err(|e| failed("list this machine's addresses", e))?;
        let mut addresses: Vec<IpAddr> = interfaces.iter().map(|i| i.address).collect();
        if addresses.is_empty() {
            // Loopback reaches only hosts that are this machine under another name.
            addresses.push(Ipv4Addr::LOCALHOST.into());
        }
        let cores = clump_fabric::sys::usable_cores() as u32;
        let host = Host { kernel: kernel(), net: net(), cores, addresses, ports, agent: port(&agent)? };
        let mtu = interfaces.iter().map(|i| i.mtu).min().unwrap_or(OWN_MTU);
        Ok(Local { host, mtu, aes: clump_fabric::sys::aes_bits(), ranks: sockets, agent })
    }
}

/// Opens `count` sockets.
fn bind(count: usize, range: Option<(u16, u16)>) -> Result<Vec<UdpSocket>, Error> {
    let failed = |e: std::io::Error| Error::new(ErrorKind::System, format!("cannot open a UDP socket: {e}"));
    let Some((first, last)) = range else {
        return (0..count).map(|_| udp::bind(None).map_err(failed)).collect();
    };
    let room = usize::from(last) + 1 - usize::from(first).min(usize::from(last) + 1);
    let mut sockets = Vec::with_capacity(count);
    let mut why = String::new();
    // Start at an arbitrary port, so that late datagrams of an earlier job are unlikely to reach this job.
    let start = std::process::id() as usize % room.max(1);
    for at in 0..room {
        if sockets.len() == count {
            break;
        }
        let port = first + ((start + at) % room) as u16;
        match udp::bind(Some(port)) {
            Ok(socket) => sockets.push(socket),
            Err(e) => why = format!("; the last one that was refused is {port}: {e}"),
        }
    }
    if sockets.len() < count {
        return Err(Error::new(
            ErrorKind::System,
            format!(
                "of the UDP ports {first}-{last} only {} are free, and {count} are needed here (one for each rank, \
                 and one for the host){why}; give a larger range with --ports",
                sockets.len()
            ),
        ));
    }
    Ok(sockets)
}

/// Returns the version of the protocol between machines: all processes of a job must have the same.
pub fn version() -> String {
    format!("{}, datagrams {}", env!("CARGO_PKG_VERSION"), udp::VERSION)
}

/// The speed of a cipher on this machine.
pub struct Speed {
    /// The cipher.
    pub cipher: Cipher,
    /// The time to seal 4 KiB.
    pub time: Duration,
}

/// Returns the speed of each cipher that suits this machine.
pub fn speeds() -> Vec<Speed> {
    let fit = Cipher::ALL.into_iter().filter(|cipher| cipher.is_for(clump_fabric::sys::aes_bits()));
    fit.map(|cipher| Speed { cipher, time: udp::sealing_time(cipher) }).collect()
}

/// Returns the interfaces of this machine on which a multicast group can be joined and sent to; each was tried. The
/// error says why there are none.
pub fn multicast() -> Result<Vec<String>, String> {
    let interfaces = udp::interfaces().map_err(|e| format!("this machine's addresses cannot be listed: {e}"))?;
    let drawn = Secret::random().map_err(|e| e.to_string())?;
    let (mut works, mut why) = (Vec::<String>::new(), None);
    for one in interfaces {
        if works.contains(&one.name) {
            continue;
        }
        let place = GroupPlace::drawn(&drawn, one.address.is_ipv6(), None, one.name.clone());
        match udp::try_group(&place) {
            Ok(()) => works.push(one.name),
            Err(e) => why = Some(e.to_string()),
        }
    }
    match works.is_empty() {
        true => Err(why.unwrap_or_else(|| "there is no interface that leads to others".into())),
        false => Ok(works),
    }
}

/// Returns a fresh secret for a job.
pub fn secret() -> Result<[u8; 32], Error> {
    Ok(Secret::random()?)
}

/// Returns the secret from which the fabric derives its keys; `None` if nothing is sealed.
pub(crate) fn key(plan: &Plan) -> Option<Secret> {
    plan.sealing.as_ref().map(|sealing| Secret::new(sealing.cipher, &sealing.secret))
}
