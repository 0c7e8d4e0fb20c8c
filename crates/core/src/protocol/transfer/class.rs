//! Classes of credit. Each class has an account of its own with every peer, so messages of one class never delay
//! messages of another.
use crate::limits::Limits;

/// The number of classes of all owners: the size of a peer's table of accounts.
pub const CLASSES: usize = 5;

/// A class of credit, by its number in a CREDIT.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Class(u8);

impl Class {
    /// Returns the class with this number.
    ///
    /// # Panics
    /// If the number is not below [`CLASSES`]. In a constant, the panic is an error of compilation.
    pub const fn new(number: u8) -> Class {
        assert!((number as usize) < CLASSES, "a number below CLASSES");
        Class(number)
    }

    /// Returns the class that a CREDIT names, if any.
    pub fn of_wire(number: u16) -> Option<Class> {
        (usize::from(number) < CLASSES).then_some(Class(number as u8))
    }

    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Iterates over all classes, in the order of their numbers.
    pub fn all() -> impl Iterator<Item = Class> {
        (0..CLASSES as u8).map(Class)
    }
}

/// A class of credit, as its owner describes it.
#[derive(Clone, Copy, Debug)]
pub struct CreditClass {
    pub class: Class,
    /// Returns the credit that every pair of ranks starts with, in bytes.
    pub credit: fn(&Limits) -> u64,
    /// True if the receiver returns credit of this class by CREDIT; false if frames of the owner return it.
    pub by_credit: bool,
}

impl CreditClass {
    /// Sorts the owners' classes by their numbers.
    ///
    /// # Panics
    /// If two classes have one number, or a number below [`CLASSES`] has no class. In a constant, the panic is an
    /// error of compilation.
    pub const fn by_number(owners: &[&[CreditClass]]) -> [CreditClass; CLASSES] {
        let mut all = [owners[0][0]; CLASSES];
        let mut found = [false; CLASSES];
        let mut owner = 0;
        while owner < owners.len() {
            let mut at = 0;
            while at < owners[owner].len() {
                let class = owners[owner][at];
                assert!(!found[class.class.index()], "one number for each class");
                (found[class.class.index()], all[class.class.index()]) = (true, class);
                at += 1;
            }
            owner += 1;
        }
        let mut number = 0;
        while number < CLASSES {
            assert!(found[number], "a class for each number below CLASSES");
            number += 1;
        }
        all
    }
}
