//! Type signatures: the basic elements of a datatype in order, without displacements (MPI 5.0, 5.1).
use super::elem::Elem;
use std::sync::Arc;

/// A signature, stored as a tree so that long repetitions are short.
#[derive(Debug, Clone)]
pub struct Signature {
    /// Number of data bytes.
    pub size: u64,
    /// Number of basic elements; a pair counts as two elements.
    pub elements: u64,
    node: Node,
}

/// A basic element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Basic {
    pub elem: Elem,
    /// True for C `long` (also as a pair's value). external32 shortens `long`, so MPI_LONG differs there from
    /// MPI_INT64_T.
    pub long: bool,
}

impl Basic {
    /// Returns the number of elements as which MPI counts this one.
    fn elements(self) -> u64 {
        if matches!(self.elem, Elem::Pair(..)) { 2 } else { 1 }
    }
}

#[derive(Debug, Clone)]
enum Node {
    /// As many of these elements, one after another, as the signature has bytes for.
    Run(Basic),
    Repeat(Arc<Signature>),
    List(Arc<[Signature]>),
}

impl Signature {
    /// Returns the signature of one element.
    pub fn basic(elem: Elem) -> Signature {
        Signature::of(Basic { elem, long: false })
    }

    /// Returns the signature of one element, which may be marked as C `long`.
    pub fn of(basic: Basic) -> Signature {
        Signature { size: basic.elem.size(), elements: basic.elements(), node: Node::Run(basic) }
    }

    /// Repeats the signature `count` times. The caller has checked that the size does not overflow.
    pub fn repeat(&self, count: u64) -> Signature {
        let (size, elements) = (self.size.saturating_mul(count), self.elements.saturating_mul(count));
        match &self.node {
            _ if count == 1 => self.clone(),
            Node::Run(basic) => Signature { size, elements, node: Node::Run(*basic) },
            Node::Repeat(one) => Signature { size, elements, node: Node::Repeat(one.clone()) },
            _ => Signature { size, elements, node: Node::Repeat(Arc::new(self.clone())) },
        }
    }

    /// Returns the signature of all parts, one after another.
    pub fn list(parts: Vec<Signature>) -> Signature {
        let parts: Vec<_> = parts.into_iter().filter(|p| p.elements > 0).collect();
        let size = parts.iter().map(|p| p.size).sum();
        let elements = parts.iter().map(|p| p.elements).sum();
        Signature { size, elements, node: Node::List(parts.into()) }
    }

    /// Returns the kind of element, or `None` if there are no elements or several kinds.
    pub fn elem(&self) -> Option<Elem> {
        match &self.node {
            Node::Run(b) => Some(b.elem),
            Node::Repeat(one) => one.elem(),
            Node::List(parts) => {
                let first = parts.first()?.elem()?;
                parts.iter().all(|p| p.elem() == Some(first)).then_some(first)
            }
        }
    }

    /// Returns the alignment in bytes that the C compiler gives a struct of these elements.
    pub fn align(&self) -> u64 {
        match &self.node {
            Node::Run(b) => b.elem.align(),
            Node::Repeat(one) => one.align(),
            Node::List(parts) => parts.iter().map(Signature::align).max().unwrap_or(1),
        }
    }

    /// Calls `f(element)` for every element, in order.
    pub fn each(&self, f: &mut dyn FnMut(Elem)) {
        let mut each = |b: Basic, n: u64| {
            (0..n).for_each(|_| f(b.elem));
            Ok(())
        };
        // `runs` cannot fail here, because `each` returns no error.
        let _: Result<(), ()> = self.runs(&mut each);
    }

    /// Calls `f(element, number)` for runs of equal elements, in order, until the first error.
    pub fn runs<E>(&self, f: &mut dyn FnMut(Basic, u64) -> Result<(), E>) -> Result<(), E> {
        match &self.node {
            Node::Run(b) => f(*b, self.size / b.elem.size()),
            Node::Repeat(one) => (0..self.times(one)).try_for_each(|_| one.runs(f)),
            Node::List(parts) => parts.iter().try_for_each(|p| p.runs(f)),
        }
    }

    /// Returns how many times this signature, a repetition of `one`, repeats `one`.
    fn times(&self, one: &Signature) -> u64 {
        self.size.checked_div(one.size).unwrap_or(0)
    }

    /// Returns the sum of `bytes(element)` over all elements, saturating.
    pub fn total(&self, bytes: &impl Fn(Basic) -> u64) -> u64 {
        match &self.node {
            Node::Run(b) => bytes(*b).saturating_mul(self.size / b.elem.size()),
            Node::Repeat(one) => one.total(bytes).saturating_mul(self.times(one)),
            Node::List(parts) => parts.iter().fold(0, |n, p| n.saturating_add(p.total(bytes))),
        }
    }

    /// Returns the number of bytes of the first `n` basic elements, where the signature repeats endlessly.
    pub fn bytes_of_elements(&self, n: u64) -> u64 {
        let Some(whole) = n.checked_div(self.elements) else {
            return 0;
        };
        let left = n % self.elements;
        let part = match &self.node {
            _ if left == 0 => 0,
            Node::Run(Basic { elem: elem @ Elem::Pair(v, _), .. }) => left / 2 * elem.size() + left % 2 * v.size(),
            Node::Run(b) => left * b.elem.size(),
            Node::Repeat(one) => one.bytes_of_elements(left),
            Node::List(parts) => {
                let (mut bytes, mut left) = (0, left);
                for p in parts.iter() {
                    let here = left.min(p.elements);
                    bytes += p.bytes_of_elements(here);
                    left -= here;
                }
                bytes
            }
        };
        whole.saturating_mul(self.size).saturating_add(part)
    }

    /// Returns the number of whole basic elements in `bytes`, or `None` if the bytes end inside an element.
    pub fn elements_of_bytes(&self, bytes: u64) -> Option<u64> {
        let Some(whole) = bytes.checked_div(self.size) else {
            return (bytes == 0).then_some(0);
        };
        let left = bytes % self.size;
        let part = match &self.node {
            _ if left == 0 => 0,
            Node::Run(b) => {
                let (whole, rest) = (left / b.elem.size(), left % b.elem.size());
                match b.elem {
                    _ if rest == 0 => whole * b.elements(),
                    Elem::Pair(v, _) if rest == v.size() => 2 * whole + 1,
                    _ => return None,
                }
            }
            Node::Repeat(one) => one.elements_of_bytes(left)?,
            Node::List(parts) => {
                let (mut n, mut left) = (0, left);
                for p in parts.iter() {
                    let here = left.min(p.size);
                    n += p.elements_of_bytes(here)?;
                    left -= here;
                }
                n
            }
        };
        Some(whole * self.elements + part)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::abi;
    use crate::objects::datatype::predefined;

    #[test]
    fn elements_of_pairs() {
        let t = &predefined::find(abi::MPI_DOUBLE_INT).expect("predefined").signature;
        assert_eq!(t.elements_of_bytes(12), Some(2));
        assert_eq!(t.elements_of_bytes(20), Some(3));
        assert_eq!(t.elements_of_bytes(14), None);
        assert_eq!(t.bytes_of_elements(5), 32);
        let run = t.repeat(3);
        assert_eq!((run.size, run.elements, run.elem()), (36, 6, t.elem()));
        for (bytes, elements) in [(8, 1), (12, 2), (20, 3), (36, 6), (44, 7), (48, 8)] {
            assert_eq!((run.elements_of_bytes(bytes), run.bytes_of_elements(elements)), (Some(elements), bytes));
        }
        assert_eq!((run.elements_of_bytes(14), run.elements_of_bytes(9)), (None, None));
    }

    #[test]
    fn elements_of_a_struct() {
        let (int, double) = (Signature::basic(Elem::I32), Signature::basic(Elem::F64));
        let s = Signature::list(vec![int.repeat(2), double, int]).repeat(3);
        assert_eq!((s.size, s.elements, s.elem(), s.align()), (60, 12, None, 8));
        for (bytes, elements) in [(0, 0), (8, 2), (16, 3), (20, 4), (24, 5), (36, 7), (60, 12), (68, 14)] {
            assert_eq!((s.elements_of_bytes(bytes), s.bytes_of_elements(elements)), (Some(elements), bytes));
        }
        assert_eq!(s.elements_of_bytes(12), None);
        let mut order = Vec::new();
        s.each(&mut |e| order.push(e));
        assert_eq!(order[..5], [Elem::I32, Elem::I32, Elem::F64, Elem::I32, Elem::I32]);
    }
}
