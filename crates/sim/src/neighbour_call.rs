//! One neighbourhood collective of a simulated program: a grid or a graph that all members know, what a member passes
//! to the library, and what MPI says must come of it (MPI 5.0, 8.6).
use crate::collective_call::ELEMENT;
use crate::contents::{BLANK, contents};
use clump::driver::{LentBuffer, Local, Region};
use clump_coll::{Entrance, FastPath, GridExchange, Neighbourhood, POSTED, RankBlocks, ShortRound, Team, neighbours};
use clump_fabric::sim::{lent, lent_copy};
use fastrand::Rng;
use std::fmt;

/// The most edges that leave a member of a graph.
const MOST_EDGES: usize = 4;

/// The edges between the members.
#[derive(Debug)]
enum Edges {
    /// A grid of two dimensions: how many members each has, and whether it is closed to a ring.
    Grid([(usize, bool); 2]),
    /// For each member, where its edges lead. An edge may lead to its own member, and several to one.
    Graph(Vec<Vec<usize>>),
}

/// A call, which all members make.
pub struct NeighbourCall {
    members: usize,
    edges: Edges,
    /// The member whose edges come first among the sources of all members of a graph.
    first: usize,
    /// The bytes of blocks. The block of an edge has one of these lengths.
    lens: Vec<usize>,
    /// True if a member has one block for all its neighbours.
    alike: bool,
    /// The number of the contents of the first member's input.
    contents: usize,
}

impl fmt::Debug for NeighbourCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NeighbourCall { members, edges, lens, alike, .. } = self;
        write!(f, "neighbours of {members} in {edges:?}, blocks of {lens:?}, alike: {alike}")
    }
}

impl NeighbourCall {
    /// Returns a random call of `members` members, with blocks of at most `longest` bytes; `number` is its number in
    /// the run.
    pub fn random(rng: &mut Rng, longest: usize, members: usize, number: usize) -> NeighbourCall {
        let edges = if rng.bool() {
            let factors: Vec<usize> = (1..=members).filter(|rows| members.is_multiple_of(*rows)).collect();
            let rows = factors[rng.usize(..factors.len())];
            Edges::Grid([(rows, rng.bool()), (members / rows, rng.bool())])
        } else {
            let mut leads = |_| (0..rng.usize(..=MOST_EDGES)).map(|_| rng.usize(..members)).collect();
            Edges::Graph((0..members).map(&mut leads).collect())
        };
        let most = [1, 40, 300, longest / ELEMENT][rng.usize(..4)];
        let alike = rng.u32(..3) == 0;
        let kinds = if alike || rng.bool() { 1 } else { 3 };
        NeighbourCall {
            members,
            edges,
            first: rng.usize(..members),
            lens: (0..kinds).map(|_| ELEMENT * rng.usize(..=most)).collect(),
            alike,
            contents: (3 << 23) + number * 8,
        }
    }

    /// Returns the member that is one step away in a dimension of a grid; `None` beyond its edge.
    fn step([rows, columns]: [(usize, bool); 2], member: usize, dimension: usize, up: bool) -> Option<usize> {
        let (row, column) = (member / columns.0, member % columns.0);
        let (at, (size, is_ring)) = if dimension == 0 { (row, rows) } else { (column, columns) };
        let next = match up {
            true if at + 1 < size => at + 1,
            true => is_ring.then_some(0)?,
            false if at > 0 => at - 1,
            false => is_ring.then_some(size - 1)?,
        };
        Some(if dimension == 0 { next * columns.0 + column } else { row * columns.0 + next })
    }

    fn destinations(&self, me: usize) -> Vec<Option<usize>> {
        match &self.edges {
            Edges::Grid(grid) => (0..4).map(|i| Self::step(*grid, me, i / 2, i % 2 == 1)).collect(),
            Edges::Graph(leads) => leads[me].iter().copied().map(Some).collect(),
        }
    }

    /// Returns, for each block that a member receives, who sends it, and the block's place at its sender.
    fn sources(&self, me: usize) -> Vec<Option<(usize, usize)>> {
        let Edges::Graph(leads) = &self.edges else {
            // What a member sends down comes from above, and the other way round.
            return self.destinations(me).into_iter().zip(0..).map(|(from, i)| Some((from?, i ^ 1))).collect();
        };
        let from = (0..self.members).map(|i| (self.first + i) % self.members);
        let edges = from.flat_map(|from| leads[from].iter().enumerate().map(move |(i, to)| (from, i, *to)));
        edges.filter(|(.., to)| *to == me).map(|(from, i, _)| Some((from, i))).collect()
    }

    fn around(&self, me: usize) -> Neighbourhood {
        let number = |member: usize| member as u32;
        let sources: Vec<_> = self.sources(me).into_iter().map(|from| from.map(|(from, _)| number(from))).collect();
        let grid = matches!(self.edges, Edges::Grid(_));
        // Of two messages from one member in a grid, the first is for the place above.
        let matching = (0..sources.len()).map(|i| if grid { i ^ 1 } else { i }).collect();
        let destinations = self.destinations(me).into_iter().map(|to| to.map(number)).collect();
        Neighbourhood { sources, destinations, matching, grid }
    }

    /// Returns the length of a member's block for its `i`-th destination.
    fn len(&self, from: usize, i: usize) -> usize {
        self.lens[(from + i) % self.lens.len()]
    }

    /// Returns a member's block for its `i`-th destination.
    fn block(&self, from: usize, i: usize) -> Vec<u8> {
        contents(self.contents + from, self.input_len(from) as u64).split_off(self.start(from, i))[..self.len(from, i)]
            .to_vec()
    }

    /// Returns where a member's block for its `i`-th destination begins in its input.
    fn start(&self, from: usize, i: usize) -> usize {
        if self.alike { 0 } else { (0..i).map(|i| self.len(from, i)).sum() }
    }

    fn input_len(&self, me: usize) -> usize {
        if self.alike { self.lens[0] } else { self.start(me, self.destinations(me).len()) }
    }

    /// Returns the lengths of the blocks that a member receives.
    fn room(&self, me: usize) -> Vec<usize> {
        self.sources(me).into_iter().map(|from| from.map_or(self.lens[0], |(from, i)| self.len(from, i))).collect()
    }

    /// Returns a member's input and output.
    pub fn memory(&self, me: usize) -> (LentBuffer, LentBuffer) {
        let input = lent_copy(&contents(self.contents + me, self.input_len(me) as u64));
        let output = lent(self.room(me).iter().sum());
        output.region().write(&vec![BLANK; output.region().len()]);
        (input, output)
    }

    fn blocks(&self, me: usize, output: Region) -> RankBlocks {
        let mut end = 0;
        let block = |len: usize| {
            end += len;
            output.slice(end - len, len)
        };
        RankBlocks::Listed(self.room(me).into_iter().map(block).collect())
    }

    /// Returns true if the blocks go over a board that all members share, as MPI decides it.
    fn is_posted(&self) -> bool {
        let (each, blocks) = (self.lens[0], if self.alike { 1 } else { 4 });
        matches!(self.edges, Edges::Grid(_)) && self.lens.len() == 1 && each > 0 && each * blocks <= POSTED
    }

    /// Calls `f` with the exchange over a board.
    fn on_board<T>(
        &self,
        me: usize,
        input: Region,
        f: impl FnOnce(&GridExchange<'_, &dyn Fn(usize) -> Region>) -> T,
    ) -> T {
        let (around, each, alike) = (self.around(me), self.lens[0], self.alike);
        let from = |i: usize| input.slice(self.start(me, i), each);
        f(&GridExchange { around: &around, each, alike, from: &from })
    }

    /// Returns true if the call can be a short round. All members get the same answer.
    pub fn is_short(&self) -> bool {
        self.is_posted()
    }

    pub fn begin_short(&self, at: FastPath<'_, impl Local>, me: usize, input: Region) -> Option<ShortRound> {
        self.on_board(me, input, |exchange| exchange.begin_short(at))
    }

    pub fn end_short(
        &self,
        at: FastPath<'_, impl Local>,
        me: usize,
        round: &mut ShortRound,
        (input, output): (Region, Region),
    ) -> Result<bool, usize> {
        self.on_board(me, input, |exchange| exchange.end_short(at, round, &self.blocks(me, output)))
    }

    pub async fn run(&self, me: usize, team: &Team<impl Entrance>, input: Region, output: Region) {
        let (around, to) = (self.around(me), self.blocks(me, output));
        let from = |i: usize| input.slice(self.start(me, i), self.len(me, i));
        if self.is_posted() && team.shares_board() {
            let (each, alike) = (self.lens[0], self.alike);
            return GridExchange { around: &around, each, alike, from }.run(team, &to).await;
        }
        neighbours(team, &around, from, &to).await;
    }

    /// Checks a member's output, and that its input is as it was.
    pub fn check(&self, me: usize, input: Region, output: Region) -> Result<(), String> {
        let sources = self.sources(me).into_iter();
        let block = |from| match from {
            Some((from, i)) => self.block(from, i),
            None => vec![BLANK; self.lens[0]],
        };
        let (wanted, got): (Vec<u8>, _) = (sources.flat_map(block).collect(), output.to_vec());
        if let Some(at) = wanted.iter().zip(&got).position(|(wanted, got)| wanted != got) {
            return Err(format!("the result is wrong at byte {at} of {}", wanted.len()));
        }
        match input.to_vec() == contents(self.contents + me, self.input_len(me) as u64) {
            true => Ok(()),
            false => Err("the input has changed".to_owned()),
        }
    }
}
