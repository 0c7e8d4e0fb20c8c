//! Parts of the machine to which a process may be restricted (MPI 5.0, 7.4.2 and 9.1.2). They are derived from the
//! process's affinity mask and from the topology that Linux shows under /sys.
use crate::abi;
use crate::error::{Call, Result};
use crate::ffi::args::Out;
use crate::ffi::gate;
use crate::objects::info::Info;
use std::fs;
use std::path::Path;

/// The kinds of resources, as MPI_Get_hw_resource_info names them, from the largest to the smallest.
pub const KINDS: [&str; 8] = [
    "clump://machine",
    "clump://package",
    "clump://die",
    "clump://numa-node",
    "clump://l3-cache",
    "clump://l2-cache",
    "clump://core",
    "clump://hardware-thread",
];
/// The standard's name for the machine, the kind of resource whose processes share memory.
pub const SHARED_MEMORY: &str = "mpi_shared_memory";

/// For each kind, the instance to which a process is restricted, identified by the lowest number of its processors.
/// `None` if the process may run on several instances, or if the system does not tell.
pub type Places = [Option<u32>; KINDS.len()];

/// Returns the parts to which the calling process is restricted.
pub fn places() -> Places {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let list = status.lines().find_map(|l| l.strip_prefix("Cpus_allowed_list:"));
    restricted(Path::new("/sys/devices/system/cpu"), &list.map(numbers).unwrap_or_default())
}

/// Returns, for each kind, the instance that contains all of the `allowed` processors.
fn restricted(cpus: &Path, allowed: &[u32]) -> Places {
    // A process runs on one machine, even if the system tells nothing about the machine.
    let mut places = [None; KINDS.len()];
    places[0] = Some(0);
    let Some(first) = allowed.first() else { return places };
    let cpu = cpus.join(format!("cpu{first}"));
    let list = |file: &str| fs::read_to_string(cpu.join(file)).map(|t| numbers(&t)).ok();
    // Older kernels have only the files with the old names.
    let topology = |new: &str, old: &str| list(&format!("topology/{new}")).or_else(|| list(&format!("topology/{old}")));
    let instances = [
        topology("package_cpus_list", "core_siblings_list"),
        list("topology/die_cpus_list"),
        node(&cpu),
        cache(&cpu, "3"),
        cache(&cpu, "2"),
        topology("core_cpus_list", "thread_siblings_list"),
        Some(vec![*first]),
    ];
    for (place, instance) in places[1..].iter_mut().zip(instances) {
        *place = instance.filter(|i| allowed.iter().all(|c| i.contains(c))).and_then(|i| i.iter().min().copied());
    }
    places
}

/// Returns the processors of a processor's NUMA node, which a link in the processor's folder names.
fn node(cpu: &Path) -> Option<Vec<u32>> {
    let is_node = |n: &str| n.strip_prefix("node").is_some_and(|d| d.parse::<u32>().is_ok());
    let link = fs::read_dir(cpu).ok()?.flatten().find(|e| e.file_name().to_str().is_some_and(is_node))?;
    fs::read_to_string(link.path().join("cpulist")).ok().map(|t| numbers(&t))
}

/// Returns the processors that share a processor's cache of this level.
fn cache(cpu: &Path, level: &str) -> Option<Vec<u32>> {
    let folder = fs::read_dir(cpu.join("cache")).ok()?.flatten().map(|e| e.path()).find(|index| {
        let is = |file: &str, value: &str| fs::read_to_string(index.join(file)).is_ok_and(|t| t.trim() == value);
        is("level", level) && !is("type", "Instruction")
    })?;
    fs::read_to_string(folder.join("shared_cpu_list")).ok().map(|t| numbers(&t))
}

/// Parses a list as the kernel writes it, such as `0-3,8`. Skips invalid parts.
fn numbers(list: &str) -> Vec<u32> {
    /// Upper bound of processor numbers, larger than Linux supports.
    const MOST: u32 = 1 << 16;
    let mut all = Vec::new();
    for part in list.trim().split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        if let (Ok(first), Ok(last)) = (first.parse::<u32>(), last.parse::<u32>())
            && last < MOST
        {
            all.extend(first..=last);
        }
    }
    all
}

/// MPI_Get_hw_resource_info (MPI 5.0, 9.1.2): tells, for each kind, whether this process is restricted to one instance.
pub fn get_hw_resource_info(_: Call, info: Out<abi::Info>) -> Result {
    let mut facts = Info::new();
    for (kind, place) in KINDS.iter().zip(places()) {
        facts.set(kind, if place.is_some() { "true" } else { "false" });
    }
    info.set(gate::enter().infos.add(facts));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kernels_processor_lists_are_parsed() {
        assert_eq!(numbers("0-2,8\n"), [0, 1, 2, 8]);
        assert_eq!((numbers(""), numbers("x,3,5-4,0-99999999")), (vec![], vec![3]));
    }

    /// Tests with a machine as Linux describes it: two packages of two cores of two threads, with an L2 cache for each
    /// core.
    #[test]
    fn a_process_is_restricted_to_the_parts_that_hold_all_its_processors() {
        let root = std::env::temp_dir().join(format!("clump-hardware-{}", std::process::id()));
        for cpu in 0..8 {
            let (package, core) = (cpu / 4 * 4, cpu / 2 * 2);
            let write = |file: &str, text: String| {
                let path = root.join(format!("cpu{cpu}")).join(file);
                fs::create_dir_all(path.parent().expect("in a folder")).expect("a temporary folder");
                fs::write(path, text).expect("a temporary file");
            };
            write("topology/core_siblings_list", format!("{package}-{}\n", package + 3));
            write("topology/core_cpus_list", format!("{core}-{}\n", core + 1));
            write(&format!("node{}/cpulist", package / 4), format!("{package}-{}\n", package + 3));
            for (index, level, kind) in [(0, 2, "Instruction"), (1, 2, "Unified")] {
                write(&format!("cache/index{index}/level"), format!("{level}\n"));
                write(&format!("cache/index{index}/type"), format!("{kind}\n"));
                let last = if kind == "Unified" { core + 1 } else { core };
                write(&format!("cache/index{index}/shared_cpu_list"), format!("{core}-{last}\n"));
            }
        }
        let at = |allowed: &[u32]| restricted(&root, allowed);
        let whole = Some(0);
        assert_eq!(at(&[7]), [whole, Some(4), None, Some(4), None, Some(6), Some(6), Some(7)]);
        assert_eq!(at(&[6, 7]), [whole, Some(4), None, Some(4), None, Some(6), Some(6), None]);
        assert_eq!(at(&[5, 6]), [whole, Some(4), None, Some(4), None, None, None, None]);
        assert_eq!(at(&[0, 7]), [whole, None, None, None, None, None, None, None]);
        assert_eq!(at(&[]), at(&[0, 7]));
        fs::remove_dir_all(&root).expect("our own folder");
    }

    #[test]
    fn on_this_machine_smaller_parts_lie_in_larger_ones() {
        let all = places();
        assert_eq!(all[0], Some(0));
        if let Some(thread) = all[KINDS.len() - 1] {
            assert!(all[1..].iter().flatten().all(|p| *p <= thread));
        }
    }
}
