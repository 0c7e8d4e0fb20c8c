//! Schedules that wait for posts for which a board has no room yet: posts of their own, or of other ranks. There is
//! room for the calls on a communicator in the order of their steps, so only the schedule with the least step can go on
//! first: the others are parked and not polled, however many they are.
use clump_coll::BoardStep;
use std::collections::{BTreeMap, BTreeSet};

/// The schedules that wait for a board with room, by the number of the board's group.
pub struct Parking<T>(BTreeMap<usize, Board<T>>);

struct Board<T> {
    /// The steps for which schedules that are still polled wait.
    polled: BTreeSet<u64>,
    parked: BTreeMap<u64, T>,
}

impl<T> Board<T> {
    fn new() -> Board<T> {
        Board { polled: BTreeSet::new(), parked: BTreeMap::new() }
    }
}

impl<T> Parking<T> {
    pub const fn new() -> Parking<T> {
        Parking(BTreeMap::new())
    }

    /// Returns the number of parked schedules.
    pub fn len(&self) -> usize {
        self.0.values().map(|board| board.parked.len()).sum()
    }

    /// Parks a schedule that waits for room for a post of this step, unless it must be polled; returns it then.
    pub fn park(&mut self, at: BoardStep, schedule: T) -> Option<T> {
        let board = self.0.entry(at.group).or_insert_with(Board::new);
        if board.polled.first().is_none_or(|&first| first >= at.step) {
            board.polled.insert(at.step);
            return Some(schedule);
        }
        board.parked.insert(at.step, schedule);
        None
    }

    /// Records that the schedule which is polled for this step has been polled again, or has gone. Once no schedule of
    /// the board is polled for an earlier step than the least that is parked, returns that one, which must be polled
    /// next.
    pub fn leave(&mut self, at: BoardStep) -> Option<T> {
        let board = self.0.get_mut(&at.group)?;
        board.polled.remove(&at.step);
        let Some(entry) = board.parked.first_entry() else {
            if board.polled.is_empty() {
                self.0.remove(&at.group);
            }
            return None;
        };
        // A schedule that is polled for a later step waits for this one.
        if board.polled.first().is_some_and(|first| first < entry.key()) {
            return None;
        }
        // The step stays, so that the others stay parked until that schedule has been polled.
        board.polled.insert(*entry.key());
        Some(entry.remove())
    }

    /// Takes a parked schedule for which `wanted` returns true.
    pub fn take(&mut self, wanted: impl Fn(&T) -> bool) -> Option<T> {
        let boards = &mut self.0;
        boards.values_mut().find_map(|board| {
            let step = *board.parked.iter().find(|(_, schedule)| wanted(schedule))?.0;
            board.parked.remove(&step)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_schedule_of_a_board_is_polled_at_a_time_in_the_order_of_steps() {
        let at = |step| BoardStep { group: 3, step };
        let mut parking = Parking::new();
        assert_eq!(parking.park(at(8), "first"), Some("first"));
        for (step, name) in [(11, "fourth"), (9, "second"), (10, "third")] {
            assert_eq!(parking.park(at(step), name), None);
        }
        assert_eq!(parking.park(BoardStep { group: 4, step: 20 }, "beside"), Some("beside"), "another board");
        assert_eq!(parking.park(at(5), "earlier"), Some("earlier"), "its room may come first");
        assert_eq!(parking.leave(at(5)), None, "the first is polled still");
        assert_eq!((parking.len(), parking.leave(at(8))), (3, Some("second")));
        assert_eq!((parking.take(|&name| name == "third"), parking.len()), (Some("third"), 1));
        assert_eq!((parking.leave(at(9)), parking.leave(at(11))), (Some("fourth"), None));
        assert_eq!(parking.park(at(30), "later"), Some("later"), "no schedule waits any more");
    }

    #[test]
    fn schedules_behind_an_earlier_step_are_not_left_behind_a_later_one() {
        let at = |step| BoardStep { group: 3, step };
        let mut parking = Parking::new();
        // The last step's message came first.
        assert_eq!(parking.park(at(20), "last"), Some("last"));
        assert_eq!(parking.park(at(8), "first"), Some("first"));
        assert_eq!(parking.park(at(9), "second"), None);
        assert_eq!(parking.leave(at(8)), Some("second"));
        assert_eq!((parking.leave(at(9)), parking.leave(at(20)), parking.len()), (None, None, 0));
    }
}
