//! The runs of elements without gaps that a datatype names.
use crate::error::Result;
use crate::objects::win::element::Element;
use crate::objects::win::types::Items;

/// Returns the number of data bytes in an element, without padding.
pub(super) fn data(of: Element) -> usize {
    match of {
        Element::Number(kind) => kind.data(),
        Element::Moved(bytes) => usize::from(bytes),
    }
}

/// Calls `f(offset, at, count)` for each run of `count` elements without gaps, until `f` fails: `offset` is that of its
/// first element, before which the items have `at` elements.
pub(super) fn each_run(items: &Items, of: Element, mut f: impl FnMut(i64, usize, usize) -> Result) -> Result {
    let (data, width) = (data(of) as u64, of.width() as i64);
    let mut done = Ok(());
    // The run that may continue with the next element, and the number of elements before it.
    let (mut start, mut count, mut at) = (0i64, 0usize, 0usize);
    let mut add = |offset: i64, n: usize| {
        if count > 0 && start + count as i64 * width == offset {
            count += n;
            return;
        }
        if count > 0 && done.is_ok() {
            done = f(start, at, count);
        }
        (start, count, at) = (offset, n, at + count);
    };
    // Count the bytes still missing from the last element, because a pair's padding divides the element into two
    // blocks.
    let mut open = 0;
    items.each_block(&mut |mut offset, mut len| {
        let rest = len.min(open);
        (offset, len, open) = (offset + rest as i64, len - rest, open - rest);
        if data as i64 == width {
            return add(offset, (len / data) as usize);
        }
        while len > 0 {
            add(offset, 1);
            let here = len.min(data);
            (offset, len, open) = (offset + here as i64, len - here, data - here);
        }
    });
    if count > 0 && done.is_ok() {
        done = f(start, at, count);
    }
    done
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::abi;
    use crate::error::fail;
    use crate::objects::datatype::{Elem, Signature, Type, TypeLayout};
    use crate::objects::op::ElementKind;
    use std::sync::Arc;

    fn runs(items: &Items, of: Element) -> Vec<(i64, usize)> {
        let (mut runs, mut before) = (Vec::new(), 0);
        let all = each_run(items, of, |offset, at, count| {
            assert_eq!(at, before);
            before += count;
            runs.push((offset, count));
            Ok(())
        });
        assert!(all.is_ok());
        runs
    }

    fn blocks(items: &Items) -> Vec<(i64, u64)> {
        let mut all = Vec::new();
        items.each_block(&mut |offset, len| all.push((offset, len)));
        all
    }

    #[test]
    fn no_run_follows_a_failed_one() {
        let vector = TypeLayout::bytes(8).repeat_by(3, 24).expect("small");
        let mut calls = 0;
        let failed = each_run(&items(vector, 1), Element::Number(ElementKind::I64), |_, _, _| {
            calls += 1;
            fail(abi::MPI_ERR_RMA_RANGE, "")
        });
        assert!(failed.is_err() && calls == 1);
    }

    fn items(layout: TypeLayout, count: u64) -> Items {
        let bytes = layout.size * count;
        let ty = Arc::new(Type::new(layout, Signature::basic(Elem::U8), None));
        Items { ty, count, bytes }
    }

    #[test]
    fn runs_have_whole_elements() {
        let int = Element::Number(ElementKind::I32);
        assert_eq!(runs(&items(TypeLayout::bytes(4), 5), int), [(0, 5)]);
        let vector = TypeLayout::bytes(8).repeat_by(3, 24).expect("small");
        assert_eq!(runs(&items(vector, 1), int), [(0, 2), (24, 2), (48, 2)]);
        assert_eq!(runs(&items(TypeLayout::bytes(4), 0), int), []);
    }

    #[test]
    fn runs_keep_the_order_of_the_type_map() {
        let int = Element::Number(ElementKind::I32);
        let swapped = TypeLayout::blocks(vec![(4, 4), (0, 4)], 8);
        assert_eq!(runs(&items(swapped.clone(), 2), int), [(4, 1), (0, 1), (12, 1), (8, 1)]);
        assert_eq!(blocks(&items(swapped, 1)), [(4, 4), (0, 4)]);
        let down = TypeLayout::bytes(4).repeat_by(3, -4).expect("small");
        assert_eq!(runs(&items(down, 1), int), [(0, 1), (-4, 1), (-8, 1)]);
        let back = TypeLayout::bytes(4).resized(0, -4);
        assert_eq!(blocks(&items(back, 2)), [(0, 4), (-4, 4)]);
        let twice_and_a_gap = TypeLayout::blocks(vec![(0, 4), (0, 4), (12, 4)], 16);
        assert_eq!(blocks(&items(twice_and_a_gap, 1)), [(0, 4), (0, 4), (12, 4)]);
    }

    #[test]
    fn runs_join_the_two_parts_of_a_pair() {
        let (double_int, short_int) = (ElementKind::DoubleInt, ElementKind::ShortInt);
        let pair = TypeLayout::blocks(vec![(0, 8), (8, 4)], 16);
        assert_eq!(runs(&items(pair.clone(), 3), Element::Number(double_int)), [(0, 3)]);
        let apart = pair.repeat_by(2, 48).expect("small");
        assert_eq!(runs(&items(apart, 1), Element::Number(double_int)), [(0, 1), (48, 1)]);
        let short = TypeLayout::blocks(vec![(0, 2), (4, 4)], 8);
        assert_eq!(runs(&items(short, 4), Element::Number(short_int)), [(0, 4)]);
    }
}
