//! Computes the paper's figure 6: the memory that a shared retransmission buffer saves, by the paper's formula, with
//! the sizes of Clump's structures and with the paper's sizes.
use clump::driver::MemberMemory;
use clump_tools::measure::table::align;

/// The name of the line with the sizes of Clump's structures.
const OURS: &str = "ours";
/// The name of the line with the paper's sizes.
pub const PAPER: &str = "paper's sizes";

/// Returns the numbers of nodes: powers of two from 2 to 128.
fn nodes() -> impl Iterator<Item = u32> {
    (1..=7).map(|power| 1 << power)
}

/// Returns for each line the number of nodes, the name of the line, and the memory saved in percent.
pub fn saved() -> Vec<(u32, &'static str, f64)> {
    let lines = [(OURS, MemberMemory::ours()), (PAPER, MemberMemory::PAPER)];
    let at = |n: u32| lines.map(|(name, memory)| (n, name, 100.0 * memory.saved(f64::from(n))));
    nodes().flat_map(at).collect()
}

/// Returns the table of the memory saved.
pub fn text() -> String {
    let (ours, paper) = (MemberMemory::ours(), MemberMemory::PAPER);
    let mut rows = vec![["nodes", "point to point, KiB", "shared, KiB", "saved", PAPER].map(str::to_owned).to_vec()];
    for nodes in nodes() {
        let n = f64::from(nodes);
        let kib = |bytes: f64| format!("{:.0}", bytes / 1024.0);
        let share = |memory: MemberMemory| format!("{:.3}", memory.saved(n));
        rows.push(vec![nodes.to_string(), kib(ours.point_to_point(n)), kib(ours.shared(n)), share(ours), share(paper)]);
    }
    let factor = |memory: MemberMemory| memory.saved(2.0) / 0.5;
    format!(
        "Memory for broadcasts, by the paper's formula (4.2): saved = {:.3} (1 - 1/n). A receiver more costs its \
         sender {:.0} bytes.\nThe paper's own sizes give {:.3} (1 - 1/n); it prints 0.386.\n{}",
        factor(ours),
        ours.light,
        factor(paper),
        align(&rows)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_papers_sizes_give_another_factor_than_it_prints() {
        let text = text();
        assert!(text.contains("sizes give 0.391 (1 - 1/n); it prints 0.386"), "{text}");
        let at_128 = saved().into_iter().find(|s| (s.0, s.1) == (128, OURS)).expect("a figure");
        assert!(at_128.2 >= 38.0, "{at_128:?}");
    }
}
