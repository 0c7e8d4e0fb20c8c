//! Chooses whether and where the hosts of a job multicast to each other. The launcher decides for all hosts.
use super::task::{Multicasting, Ways};
use clump::driver::hosts::{Contacts, GroupPlace, Host};
use std::net::IpAddr;

/// Returns the agent's report about multicast, for its launcher.
pub fn of(contacts: &Contacts) -> Multicasting {
    match contacts.link() {
        Ok(link) => Multicasting { v4: link.v4, v6: link.v6, why: None },
        Err(why) => Multicasting { why: Some(why), ..Multicasting::default() },
    }
}

/// Returns the job's first multicast address and its port, derived from the random `drawn`. The error says why
/// there is no multicast.
pub fn choose(
    names: &[String],
    hosts: &[Host],
    ways: &[Ways],
    ports: Option<(u16, u16)>,
    drawn: &[u8; 32],
) -> Result<(IpAddr, u16), String> {
    if let Some((name, why)) = names.iter().zip(ways).find_map(|(name, w)| Some((name, w.multicast.why.as_ref()?))) {
        return Err(format!("on host {name}, {why}"));
    }
    let v6 = match (ways.iter().all(|w| w.multicast.v4), ways.iter().all(|w| w.multicast.v6)) {
        (true, _) => false,
        (false, true) => true,
        (false, false) => return Err("the hosts' interfaces have neither IPv4 nor IPv6 in common".into()),
    };
    let port = match ports {
        None => None,
        Some((first, last)) => {
            let used = |port: &u16| hosts.iter().any(|h| h.agent == *port || h.ports.contains(port));
            // Search from the end of the range: the hosts' own sockets begin at an arbitrary port, so that the last
            // ports are more often free.
            let free = (first..=last).rev().find(|port| !used(port));
            Some(free.ok_or_else(|| format!("no port of {first}-{last} (--ports) is left for it"))?)
        }
    };
    let place = GroupPlace::drawn(drawn, v6, port, String::new());
    Ok((place.address, place.port))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn way(v4: bool, v6: bool, why: Option<&str>) -> Ways {
        Ways { multicast: Multicasting { v4, v6, why: why.map(str::to_owned) }, ..Ways::default() }
    }

    #[test]
    fn multicast_needs_all_hosts_and_the_error_names_a_host_without_it() {
        let names = ["a", "b"].map(str::to_owned);
        let host = |ports: &[u16], agent| Host {
            kernel: "k".into(),
            net: 1,
            cores: 1,
            addresses: vec![],
            ports: ports.to_vec(),
            agent,
        };
        let hosts = [host(&[7, 8], 9), host(&[7, 8], 6)];
        let choose = |ways: [Ways; 2], ports| super::choose(&names, &hosts, &ways, ports, &[0x55; 32]);
        assert!(choose([way(true, true, None), way(true, false, None)], None).is_ok_and(|(a, _)| a.is_ipv4()));
        assert!(choose([way(false, true, None), way(true, true, None)], None).is_ok_and(|(a, _)| a.is_ipv6()));
        let neither = choose([way(true, false, None), way(false, true, None)], None).expect_err("nothing in common");
        assert!(neither.contains("in common"), "{neither}");
        let why = choose([way(true, true, None), way(false, false, Some("interface wg0 has no multicast"))], None);
        assert_eq!(why, Err("on host b, interface wg0 has no multicast".into()));
        let both = || [way(true, true, None), way(true, true, None)];
        assert_eq!(choose(both(), Some((5, 9))).map(|(_, port)| port), Ok(5));
        assert!(choose(both(), Some((6, 9))).is_err_and(|why| why.contains("6-9 (--ports)")));
    }
}
