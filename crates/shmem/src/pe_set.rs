//! The PEs of a team or an active set: numbers that lie a stride apart.

/// PEs that lie a stride apart, one of which may be this process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PeSet {
    pub start: i32,
    pub stride: i32,
    pub size: i32,
}

impl PeSet {
    /// Returns the PE with that index in the set.
    #[inline(always)]
    pub fn pe(&self, index: i32) -> i32 {
        self.start + index * self.stride
    }

    /// Returns the PE with that index; `None` if the set has no such index.
    #[inline(always)]
    pub fn pe_checked(&self, index: i32) -> Option<i32> {
        (0..self.size).contains(&index).then(|| self.pe(index))
    }

    /// Returns the index of a PE; `None` if the set does not have it.
    pub fn index(&self, pe: i32) -> Option<i32> {
        let from_start = pe - self.start;
        let index = match self.stride {
            0 if from_start == 0 => 0,
            0 => return None,
            stride if from_start % stride == 0 => from_start / stride,
            _ => return None,
        };
        (0..self.size).contains(&index).then_some(index)
    }

    /// Returns the PEs in their order.
    pub fn pes(self) -> impl Iterator<Item = i32> {
        (0..self.size).map(move |index| self.pe(index))
    }

    /// Returns the first PE of the set on each machine, in the set's order. `machine` numbers the PEs' machines.
    pub fn first_of_each_machine(self, machine: impl Fn(usize) -> u32) -> Vec<usize> {
        let (mut firsts, mut seen) = (Vec::new(), Vec::new());
        for pe in self.pes().map(|pe| pe as usize) {
            let number = machine(pe);
            // Most PEs are on the machine of the PE before them.
            if seen.last() != Some(&number) && !seen.contains(&number) {
                seen.push(number);
                firsts.push(pe);
            }
        }
        firsts
    }

    /// Returns the set of `size` members of this set, from index `start` on, `stride` indices apart; `None` if there
    /// are no such members.
    pub fn part(&self, start: i32, stride: i32, size: i32) -> Option<PeSet> {
        if size < 1 || (stride == 0 && size > 1) {
            return None;
        }
        let last = i64::from(start) + i64::from(stride) * i64::from(size - 1);
        self.pe_checked(start)?;
        self.pe_checked(i32::try_from(last).ok()?)?;
        Some(PeSet { start: self.pe(start), stride: self.stride * stride, size })
    }

    /// Returns the set of these PEs, in rising order; `None` if they do not lie a stride apart.
    pub fn of(pes: &[i32]) -> Option<PeSet> {
        let start = *pes.first()?;
        let stride = pes.get(1).map_or(1, |second| second - start);
        let set = PeSet { start, stride, size: pes.len() as i32 };
        pes.iter().zip(set.pes()).all(|(a, b)| *a == b).then_some(set)
    }
}

#[cfg(test)]
mod tests {
    use super::PeSet;

    #[test]
    fn members_and_indices_are_inverse() {
        for set in [
            PeSet { start: 1, stride: 3, size: 4 },
            PeSet { start: 9, stride: -2, size: 5 },
            PeSet { start: 4, stride: 0, size: 1 },
        ] {
            for (index, pe) in set.pes().enumerate() {
                assert_eq!(set.index(pe), Some(index as i32));
            }
            assert_eq!(set.pes().count(), (0..20).filter(|&pe| set.index(pe).is_some()).count());
        }
    }

    #[test]
    fn parts_of_parts_lie_in_the_whole() {
        let all = PeSet { start: 0, stride: 1, size: 12 };
        let odd = all.part(1, 2, 6).expect("six odd numbers");
        assert_eq!(odd.part(5, -2, 3), Some(PeSet { start: 11, stride: -4, size: 3 }));
        let wrong = [(0, 2, 4), (-1, 1, 2), (2, -1, 4), (0, 1, 0), (0, 0, 2), (6, 1, 1), (1, i32::MAX, 3)];
        wrong.iter().for_each(|&(start, stride, size)| assert_eq!(odd.part(start, stride, size), None));
    }

    #[test]
    fn each_machine_has_one_first_pe() {
        let machines = [0, 0, 1, 1, 2, 0];
        let firsts = |start, stride, size| PeSet { start, stride, size }.first_of_each_machine(|pe| machines[pe]);
        assert_eq!((firsts(0, 1, 6), firsts(5, -1, 6)), (vec![0, 2, 4], vec![5, 4, 3]));
        assert_eq!((firsts(1, 2, 3), firsts(2, 1, 2)), (vec![1, 3], vec![2]));
    }

    #[test]
    fn a_list_is_a_set_if_its_strides_are_equal() {
        assert_eq!(PeSet::of(&[2, 5, 8]), Some(PeSet { start: 2, stride: 3, size: 3 }));
        assert_eq!((PeSet::of(&[2, 5, 9]), PeSet::of(&[])), (None, None));
        assert_eq!(PeSet::of(&[7]), Some(PeSet { start: 7, stride: 1, size: 1 }));
    }
}
