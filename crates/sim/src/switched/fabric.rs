//! Links and switches. A switch receives a whole frame before it sends it on (store and forward). The frame waits in
//! the queue of each output until the frames before it have left.

/// Two levels of switches: each host is connected to a switch with `ports` ports, and these switches to one above them.
#[derive(Clone, Copy, Debug)]
pub struct Topology {
    pub ports: usize,
    /// Nanoseconds for a byte on a link.
    pub byte: u64,
    /// Nanoseconds for the way through a switch.
    pub switch: u64,
}

impl Topology {
    /// The paper's link: Fast Ethernet, 100 Mbit/s.
    pub const FAST_ETHERNET: Topology = Topology { ports: 32, byte: 80, switch: 5_000 };

    /// Returns the nanoseconds that each further switch adds for a frame of `bytes` bytes.
    pub fn hop(&self, bytes: u64) -> u64 {
        bytes * self.byte + self.switch
    }
}

/// The times at which the outputs of hosts and switches will be free.
pub struct Switches {
    topology: Topology,
    hosts: usize,
    /// When each host's output will be free.
    up: Vec<u64>,
    /// When the output to each host, at its switch, will be free.
    down: Vec<u64>,
    /// When the output of each lower switch to the switch above will be free.
    rise: Vec<u64>,
    /// When the output to each lower switch, at the switch above, will be free.
    fall: Vec<u64>,
}

impl Switches {
    pub fn new(topology: Topology, hosts: usize) -> Switches {
        let leaves = hosts.div_ceil(topology.ports);
        let (up, down) = (vec![0; hosts], vec![0; hosts]);
        Switches { topology, hosts, up, down, rise: vec![0; leaves], fall: vec![0; leaves] }
    }

    /// Appends a frame to an output's queue. Returns the time at which the frame arrives at the link's other end.
    fn pass(topology: Topology, output: &mut u64, at: u64, bytes: u64) -> u64 {
        *output = at.max(*output) + bytes * topology.byte;
        *output
    }

    fn leaf(&self, host: usize) -> usize {
        host / self.topology.ports
    }

    /// Returns the time at which a frame from one host to another arrives.
    pub fn unicast(&mut self, at: u64, from: usize, to: usize, bytes: u64) -> u64 {
        let (topology, a, b) = (self.topology, self.leaf(from), self.leaf(to));
        let mut at = Switches::pass(topology, &mut self.up[from], at, bytes) + topology.switch;
        if a != b {
            at = Switches::pass(topology, &mut self.rise[a], at, bytes) + topology.switch;
            at = Switches::pass(topology, &mut self.fall[b], at, bytes) + topology.switch;
        }
        Switches::pass(topology, &mut self.down[to], at, bytes)
    }

    /// Returns, for a frame to all other hosts, each host and the time at which the frame arrives there.
    pub fn multicast(&mut self, at: u64, from: usize, bytes: u64) -> Vec<(usize, u64)> {
        let (topology, own) = (self.topology, self.leaf(from));
        let here = Switches::pass(topology, &mut self.up[from], at, bytes) + topology.switch;
        let mut at_leaf = vec![here; self.fall.len()];
        if self.fall.len() > 1 {
            let above = Switches::pass(topology, &mut self.rise[own], here, bytes) + topology.switch;
            for (leaf, at) in at_leaf.iter_mut().enumerate().filter(|(leaf, _)| *leaf != own) {
                *at = Switches::pass(topology, &mut self.fall[leaf], above, bytes) + topology.switch;
            }
        }
        let to = (0..self.hosts).filter(|&to| to != from);
        to.map(|to| (to, Switches::pass(topology, &mut self.down[to], at_leaf[to / topology.ports], bytes))).collect()
    }
}
