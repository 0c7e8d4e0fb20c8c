//! Datagrams to an agent that looks for ways to other hosts. The agent uses only addresses of the list and addresses
//! that datagrams come from, and finds only hosts of the list.
use super::{by, outcome};
use crate::reader::{Reader, Writer};
use clump::driver::hosts::{Cipher, ContactOutcome, Contacts, Host, Plan, Sealing};
use std::net::{IpAddr, Ipv4Addr, UdpSocket};
use std::time::{Duration, Instant};

const LOCAL: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
/// The address of each host on the list.
const LISTED: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 2));

fn socket() -> UdpSocket {
    UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).expect("a socket")
}

fn port(socket: &UdpSocket) -> u16 {
    socket.local_addr().expect("bound").port()
}

/// Returns a plan of three hosts with one rank each, whose agents have these ports.
fn plan(cipher: Option<Cipher>, addresses: &[IpAddr], agents: [u16; 3]) -> Plan {
    let host =
        |agent| Host { kernel: "k".into(), net: 1, cores: 1, addresses: addresses.to_vec(), ports: vec![1], agent };
    let sealing = cipher.map(|cipher| Sealing { cipher, secret: [7; 32] });
    Plan::new(sealing, 1500, agents.map(host).into())
}

/// Runs an input. The first byte selects the cipher ([`by`]); datagrams to the agent of host 0 follow.
pub fn run(input: &[u8]) -> u64 {
    let mut input = Reader(input);
    let cipher = by(input.u8());
    let (ours, theirs) = (socket(), socket());
    let to = (Ipv4Addr::LOCALHOST, port(&ours));
    // The agent's own datagrams go nowhere: no socket has that port at the listed address.
    let plan = plan(cipher, &[LISTED], [port(&ours), port(&theirs), port(&theirs)]);
    let mut now = Instant::now();
    let mut contacts = Contacts::new(&plan, ours, 0, now).expect("contacts");
    contacts.tick(now);
    let mut sent = 0u64;
    while !input.is_empty() && sent < 64 {
        theirs.send_to(input.block(), to).expect("sent");
        sent += 1;
        now += Duration::from_millis(20);
        contacts.tick(now);
    }
    let unreached = contacts.unreached();
    let mut tried = 0;
    for u in &unreached {
        assert!((1..3).contains(&u.host) && u.heard.is_none_or(|a| a == LOCAL), "{u:?}");
        assert!(u.attempts.iter().all(|a| [LISTED, LOCAL].contains(&a.address)), "{u:?}");
        assert!(u.attempts.len() <= 2 && u.attempts.iter().all(|a| a.outcome != ContactOutcome::Answered), "{u:?}");
        tried += u.attempts.len() as u64;
    }
    let mut narrow = plan.clone();
    contacts.narrow(&mut narrow);
    assert!(narrow.hosts.iter().all(|h| h.addresses == [LISTED] || h.addresses == [LOCAL]), "{narrow:?}");
    assert_eq!(contacts.is_settled(), unreached.is_empty());
    let heard = unreached.iter().filter(|u| u.heard.is_some()).count() as u64;
    let foreign = unreached.first().map_or(0, |u| u64::from(u.foreign) | u64::from(u.other_cipher) << 1);
    outcome(&[u64::from(cipher.map_or(0, Cipher::number)), unreached.len() as u64, tried, heard, foreign])
}

/// Returns the datagrams that the agents of hosts 1 and 2 send to the agent of host 0: contacts, and answers to the
/// contacts of host 0.
fn real(cipher: Option<Cipher>) -> Vec<Vec<u8>> {
    let catcher = socket();
    catcher.set_nonblocking(true).expect("a socket");
    let others = [socket(), socket()];
    let ports = [port(&catcher), port(&others[0]), port(&others[1])];
    let plan = plan(cipher, &[LOCAL], ports);
    let now = Instant::now();
    let hosts = others.into_iter().zip(1..);
    let mut contacts: Vec<_> = hosts.map(|(s, h)| Contacts::new(&plan, s, h, now).expect("contacts")).collect();
    // Host 0 asks as well, from a socket of its own: the answers arrive at the catcher's port.
    let mut own = Contacts::new(&plan, socket(), 0, now).expect("contacts");
    for round in 0..4 {
        let now = now + round * Duration::from_millis(60);
        own.tick(now);
        contacts.iter_mut().for_each(|c| {
            c.tick(now);
        });
    }
    let mut buffer = [0; 2048];
    std::iter::from_fn(|| catcher.recv(&mut buffer).ok().map(|len| buffer[..len].to_vec())).collect()
}

pub fn corpus() -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for first in 0..super::BY {
        let datagrams = real(by(first));
        assert!(datagrams.len() >= 4, "contacts and answers");
        let input = |d: &mut dyn Iterator<Item = &Vec<u8>>| d.fold(Writer::default().u8(first), |w, d| w.block(d)).0;
        all.push(input(&mut datagrams.iter()));
        all.push(input(&mut datagrams.iter().rev().chain(&datagrams)));
    }
    all
}
