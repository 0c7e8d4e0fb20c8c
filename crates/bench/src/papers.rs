//! What the papers print for the figures that `cargo xtask bench` repeats. `layers`, `streams`, `guarantees`, `sor` and
//! the memory of `broadcast` compare figures one by one, in their own files.
use super::what::What;

/// A paper's numbers for one figure.
struct Printed {
    what: What,
    /// The paper and the figure, table or section.
    source: &'static str,
    numbers: &'static str,
}

const PRINTED: [Printed; 11] = [
    Printed {
        what: What::Broadcast,
        source: "EQA, figure 4",
        numbers: "256 B to 8 nodes: push-pull 142 us, 60 % faster than MPICH; from 2 to 8 nodes push-pull +16 %, \
                  MPICH +45 %",
    },
    Printed {
        what: What::Broadcast,
        source: "EQA, figure 5",
        numbers: "4,096 B: push-pull 30 % faster than MPICH; from 2 to 8 nodes push-pull +12.3 %, MPICH +54 %",
    },
    Printed {
        what: What::PushPull,
        source: "Push-Pull, figure 5",
        numbers: "one way within a node at least 7.5 us (10 B); peak 350.9 MB/s around 4,000 B; push-all falls behind \
                  from 3,000 to 4,000 B on",
    },
    Printed {
        what: What::Optimizations,
        source: "Push-Pull, figure 6",
        numbers: "equal up to 760 B; beyond, overlapping gains more than masking, and both together the most; masking \
                  hides 12 to 13 us; one way at least 34.9 us, peak 12.1 MB/s",
    },
    Printed {
        what: What::Receivers,
        source: "Push-Pull, figure 8",
        numbers: "late receiver, 3,072 B: push-all 150,000 us, push-zero 1,303.58 us, push-pull 1,227.42 us",
    },
    Printed {
        what: What::Pipeline,
        source: "CLIP, table 5.1",
        numbers: "adaptive and fixed, MB/s: 1 KiB 51.25 and 33.77, 2 KiB 68.33 and 41.33, 4 KiB 68.33 and 46.15, 8 KiB \
                  82.00 and 68.33, 16 KiB 96.47 and 86.32, 32 KiB 102.50 and 96.47; peaks 111.2 and 104",
    },
    Printed {
        what: What::Clip,
        source: "CLIP, figures 5.1 and 5.3",
        numbers: "one way up to 256 B 9.9 us, from 512 to 1,024 B 19.98 us; peak 111.2 MB/s",
    },
    Printed {
        what: What::Deposit,
        source: "Avalanche, figure 1",
        numbers: "DMA with the cache, cycles of 120 MHz: 4 B 400, 64 B 508, 256 B 777, 1 KiB 1,915, 2 KiB 3,446; \
                  untouched 401, 484, 635, 1,291, 2,181",
    },
    Printed {
        what: What::Deposit,
        source: "Avalanche, figure 2",
        numbers: "receive 65 to 84 cycles on average from 4 B to 8 KiB; DMA send 146 to 153 up to 4 KiB, 248 at 8 KiB",
    },
    Printed {
        what: What::Deposit,
        source: "Avalanche, section 5.2",
        numbers: "a first poll 53 cycles, an empty poll 19, a query whether a send is complete 49",
    },
    Printed {
        what: What::Sor,
        source: "Avalanche, figure 3",
        numbers: "bus use, millions of cycles with and without the cache: 4 processors 1.97 and 2.16, 8 1.13 and 1.34, \
                  16 1.157 and 1.388, 32 1.255 and 1.494 (not repeated: see bench/README.md)",
    },
];

/// Returns the numbers that the papers print for what a command has measured, a line for each figure.
pub fn text(what: What) -> String {
    let printed = PRINTED.iter().filter(|printed| printed.what == what);
    printed.map(|Printed { source, numbers, .. }| format!("the paper ({source}): {numbers}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_that_repeat_figures_print_the_papers_numbers() {
        use What::*;
        for what in [Broadcast, PushPull, Optimizations, Receivers, Pipeline, Clip, Deposit, Sor] {
            assert!(text(what).starts_with("the paper ("));
        }
        assert!(text(Deposit).contains("an empty poll 19"));
        assert_eq!(text(Latency), "");
    }
}
