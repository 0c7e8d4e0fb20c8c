//! An operation bound to an element type, for collectives.
use crate::unwinding::run_operation;
use clump::driver::Region;
use std::sync::Arc;

/// Computes `inout[i] = input[i] op inout[i]` for every whole element in both regions.
pub type ElementLoop = fn(input: Region, inout: Region);

/// Combines whole elements of all regions into the first argument, which may be one of them, and rounds each result
/// once. Each next region's element is the left operand.
pub type JointLoop = fn(into: Region, operands: &[Region]);

/// A user's function: `inout[i] = input[i] op inout[i]` for all elements in both regions.
pub type UserFunction = Arc<dyn Fn(Region, Region) + Send + Sync>;

/// An operation bound to an element type.
#[derive(Clone)]
pub struct Fold {
    number: u16,
    stride: usize,
    commutative: bool,
    how: How,
}

#[derive(Clone)]
enum How {
    Predefined(ElementLoop),
    Joint(JointLoop),
    User(UserFunction),
}

impl Fold {
    /// Binds an operation of the library, which commutes, to elements of `stride` bytes. `number` is the caller's name
    /// of the operation, from 1.
    pub fn predefined(number: u16, stride: usize, combine: ElementLoop) -> Fold {
        Fold { number, stride, commutative: true, how: How::Predefined(combine) }
    }

    /// Binds an operation of the library, which commutes, to elements of `stride` bytes that are computed in a longer
    /// format. Algorithms that have several operands at hand pass them in one call, so that each result is rounded
    /// once.
    pub fn joint(number: u16, stride: usize, combine: JointLoop) -> Fold {
        Fold { number, stride, commutative: true, how: How::Joint(combine) }
    }

    /// Binds a user's operation to elements `stride` bytes apart. Clump holds no lock while `call` runs.
    pub fn user(stride: usize, commutative: bool, call: UserFunction) -> Fold {
        Fold { number: 0, stride, commutative, how: How::User(call) }
    }

    /// Returns the number of an operation of the library; 0 for a user's operation.
    #[inline]
    pub fn number(&self) -> u16 {
        self.number
    }

    /// Returns the distance in bytes from an element to the next. Messages are cut only at multiples of this distance.
    #[inline]
    pub fn stride(&self) -> usize {
        self.stride
    }

    /// Returns true if operands may change places. If false, collectives keep operands in rank order.
    #[inline]
    pub fn commutative(&self) -> bool {
        self.commutative
    }

    /// Returns true if the library itself combines operands one by one.
    #[inline]
    pub fn is_by_pairs(&self) -> bool {
        matches!(self.how, How::Predefined(_))
    }

    /// Returns true if the operation calls the program's code.
    #[inline]
    pub fn is_users(&self) -> bool {
        matches!(self.how, How::User(_))
    }

    /// Returns the loop that combines several operands and rounds once, or `None` if operands are combined one by one.
    #[inline]
    pub fn as_joint(&self) -> Option<JointLoop> {
        if let How::Joint(combine) = self.how { Some(combine) } else { None }
    }

    /// Computes `inout = input op inout`, element by element. The two regions must have equal lengths.
    #[inline]
    pub fn apply(&self, input: Region, inout: Region) {
        debug_assert_eq!(input.len(), inout.len());
        if inout.is_empty() {
            return;
        }
        match &self.how {
            How::Predefined(combine) => combine(input, inout),
            How::Joint(combine) => combine(inout, &[inout, input]),
            How::User(call) => run_operation(|| call(input, inout)),
        }
    }

    /// Computes `inout = input op inout` for all whole elements of `input`, which may be shorter than `inout`.
    pub fn apply_short(&self, input: Region, inout: Region) {
        let len = input.len() / self.stride * self.stride;
        self.apply(input.slice(0, len), inout.slice(0, len));
    }
}
