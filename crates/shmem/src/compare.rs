//! The comparisons of waits and tests (OpenSHMEM 1.5, section 9.10).

/// A comparison of a variable with a value: SHMEM_CMP_EQ and its like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    Equal,
    NotEqual,
    Greater,
    GreaterOrEqual,
    Less,
    LessOrEqual,
}

impl Comparison {
    /// Returns the comparison that a constant of `shmem.h` names.
    #[inline(always)]
    pub fn of(constant: i32) -> Option<Comparison> {
        Some(match constant {
            1 => Comparison::Equal,
            2 => Comparison::NotEqual,
            3 => Comparison::Greater,
            4 => Comparison::GreaterOrEqual,
            5 => Comparison::Less,
            6 => Comparison::LessOrEqual,
            _ => return None,
        })
    }

    /// Returns true if `variable` compares so with `value`.
    #[inline(always)]
    pub fn holds<T: PartialOrd>(self, variable: T, value: T) -> bool {
        match self {
            Comparison::Equal => variable == value,
            Comparison::NotEqual => variable != value,
            Comparison::Greater => variable > value,
            Comparison::GreaterOrEqual => variable >= value,
            Comparison::Less => variable < value,
            Comparison::LessOrEqual => variable <= value,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Comparison;

    #[test]
    fn each_constant_compares_as_its_name_says() {
        let table = |constant: i32| {
            let with = |a: i32| Comparison::of(constant).is_some_and(|c| c.holds(a, 0));
            [with(-1), with(0), with(1)]
        };
        let all: Vec<_> = (1..7).map(table).collect();
        let (yes, no) = (true, false);
        let wanted = [[no, yes, no], [yes, no, yes], [no, no, yes], [no, yes, yes], [yes, no, no], [yes, yes, no]];
        assert_eq!(all, wanted);
        assert!(Comparison::of(0).is_none() && Comparison::of(7).is_none());
    }
}
