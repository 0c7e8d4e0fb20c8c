//! The list of hosts: a list that can be read can be written and read again, and no error shows the job's secret.
use super::outcome;
use clump::driver::hosts::{Cipher, Host, Plan, Sealing, Tuning};

pub fn corpus() -> Vec<Vec<u8>> {
    let host = |kernel: &str, address: &str, ports: &[u16]| Host {
        kernel: kernel.into(),
        net: 4026531840,
        cores: 2,
        addresses: vec![address.parse().expect("an address"), "fd00::7".parse().expect("an address")],
        ports: ports.to_vec(),
        agent: 9,
    };
    let hosts = vec![host("a-b", "10.0.0.1", &[5, 6]), host("c", "10.0.0.2", &[7]), host("a-b", "10.0.0.3", &[])];
    let plan = Plan { sealing: None, mtu: 1500, progress: false, tuning: None, groups: None, hosts, order: Vec::new() };
    let sealed = Cipher::ALL.map(|cipher| {
        Plan { sealing: Some(Sealing { cipher, secret: [0xa5; 32] }), ..plan.clone() }.to_text().into_bytes()
    });
    let tuning = Some(Tuning { push1: 80, push2: 680, pull: 4096, depth: 2, grain: 9, eager: 80 });
    let open = Plan { progress: true, tuning, ..plan }.to_text().into_bytes();
    sealed.into_iter().chain([open]).collect()
}

pub fn run(input: &[u8]) -> u64 {
    match Plan::from_text(&String::from_utf8_lossy(input)) {
        Ok(plan) => {
            assert_eq!(Plan::from_text(&plan.to_text()).as_ref(), Ok(&plan));
            let hosts = plan.hosts();
            assert!((0..plan.ranks() as u32).all(|r| (hosts.host_of(r) as usize) < plan.hosts.len()));
            outcome(&[
                1,
                plan.ranks() as u64,
                plan.hosts.len() as u64,
                plan.sealing.map_or(0, |s| u64::from(s.cipher.number())),
            ])
        }
        Err(e) => {
            assert!(!e.sentence().contains("a5a5a5"), "{e}");
            outcome(&[2, e.sentence().len() as u64])
        }
    }
}
