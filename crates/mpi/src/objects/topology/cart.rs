//! A Cartesian grid of processes, numbered row by row: the last coordinate runs fastest (MPI 5.0, 8.2).

/// A grid of processes. For each dimension, it holds the number of processes, and true if the dimension is periodic.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Cart {
    pub dims: Vec<u32>,
    pub periods: Vec<bool>,
}

impl Cart {
    /// Returns the number of processes (1 for a grid without dimensions), or `None` if the number overflows.
    pub fn size(&self) -> Option<u32> {
        self.dims.iter().try_fold(1u32, |n, d| n.checked_mul(*d))
    }

    /// Returns the coordinates of a rank.
    pub fn coords(&self, rank: u32) -> Vec<u32> {
        let mut left = rank;
        let mut coords = vec![0; self.dims.len()];
        for (c, d) in coords.iter_mut().zip(&self.dims).rev() {
            *c = left % d;
            left /= d;
        }
        coords
    }

    /// Returns the rank at these coordinates. There must be one coordinate for each dimension, and all must be inside
    /// the grid.
    pub fn rank(&self, coords: &[u32]) -> u32 {
        coords.iter().zip(&self.dims).fold(0, |rank, (c, d)| rank * d + c)
    }

    /// Wraps a coordinate into the grid. Returns `None` if the dimension is not periodic and the coordinate lies
    /// outside.
    pub fn wrap(&self, dimension: usize, coord: i64) -> Option<u32> {
        let n = i64::from(self.dims[dimension]);
        match (0..n).contains(&coord) {
            true => Some(coord as u32),
            false if self.periods[dimension] => Some(coord.rem_euclid(n) as u32),
            false => None,
        }
    }

    /// Returns the rank `by` steps from `rank` along a dimension, or `None` beyond the edge.
    pub fn neighbour(&self, rank: u32, dimension: usize, by: i64) -> Option<u32> {
        let mut coords = self.coords(rank);
        coords[dimension] = self.wrap(dimension, i64::from(coords[dimension]) + by)?;
        Some(self.rank(&coords))
    }

    /// Splits the grid into the grids that consist of the dimensions selected by `keep`. Returns such a grid, the
    /// number of the grid to which `rank` belongs, and `rank`'s rank in that grid.
    pub fn part(&self, keep: &[bool], rank: u32) -> (Cart, u32, u32) {
        let coords = self.coords(rank);
        let (mut inside, mut outside) = (Cart::default(), Cart::default());
        let (mut here, mut there) = (Vec::new(), Vec::new());
        for (d, &kept) in keep.iter().enumerate() {
            let (grid, at) = if kept { (&mut inside, &mut here) } else { (&mut outside, &mut there) };
            grid.dims.push(self.dims[d]);
            grid.periods.push(self.periods[d]);
            at.push(coords[d]);
        }
        let (which, rank) = (outside.rank(&there), inside.rank(&here));
        (inside, which, rank)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid() -> Cart {
        Cart { dims: vec![2, 3, 4], periods: vec![false, true, false] }
    }

    #[test]
    fn ranks_and_coordinates_are_each_others_inverse() {
        let g = grid();
        assert_eq!((g.size(), Cart::default().size(), Cart::default().rank(&[])), (Some(24), Some(1), 0));
        assert_eq!(g.coords(23), [1, 2, 3]);
        assert_eq!(g.coords(6), [0, 1, 2]);
        assert!((0..24).all(|r| g.rank(&g.coords(r)) == r));
        let vast = Cart { dims: vec![1 << 16, 1 << 16], periods: vec![false; 2] };
        assert_eq!(vast.size(), None);
    }

    #[test]
    fn rings_close_and_edges_do_not() {
        let g = grid();
        assert_eq!(g.neighbour(6, 1, 2), Some(g.rank(&[0, 0, 2])));
        assert_eq!(g.neighbour(6, 1, -7), Some(6 - 4));
        assert_eq!(g.neighbour(6, 0, 1), Some(18));
        assert_eq!((g.neighbour(6, 0, -1), g.neighbour(6, 2, 2)), (None, None));
        assert_eq!(g.neighbour(6, 1, i64::from(i32::MIN)), Some(g.rank(&[0, 2, 2])));
    }

    #[test]
    fn parts_number_their_members_in_order() {
        let (sub, which, rank) = grid().part(&[true, false, true], 23);
        assert_eq!((sub.dims, sub.periods, which, rank), (vec![2, 4], vec![false, false], 2, 7));
        let (none, which, rank) = grid().part(&[false; 3], 17);
        assert_eq!((none, which, rank), (Cart::default(), 17, 0));
    }
}
