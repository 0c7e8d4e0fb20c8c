//! The files that the launcher reads as the loader does: whatever their bytes, reading ends without a panic, and takes
//! no text from outside the file.
use super::outcome;
use clump_tools::run::elf::Elf;
use clump_tools::run::loader_cache::LoaderCache;

/// The most bytes of a real file in the corpus: inputs are copied and changed often.
const MOST: usize = 64 << 10;
/// The address, in memory and in the file, of the parts of [`small`].
const DYNAMIC: u64 = 0x100;
const TEXTS: u64 = 0x200;
/// The library that [`cache`] knows.
const NAME: &str = "libx.so.1";

/// Returns a small program with a loader, libraries, a name and search paths.
fn small() -> Vec<u8> {
    const STRINGS: &[u8] = b"\0libc.so.6\0libmpi.so.12\0$ORIGIN/../lib\0libx.so.1\0/lib/ld.so\0";
    let mut file = vec![0; TEXTS as usize + STRINGS.len()];
    let mut put = |at: usize, bytes: &[u8]| file[at..at + bytes.len()].copy_from_slice(bytes);
    put(0, b"\x7fELF\x02\x01\x01");
    put(0x12, &62u16.to_le_bytes());
    put(0x20, &64u64.to_le_bytes());
    put(0x36, &[56, 0, 3, 0]);
    let len = TEXTS + STRINGS.len() as u64;
    // Kind, offset, address and length of each segment: all of the file, the dynamic section, the loader's name.
    for (n, (kind, from, len)) in [(1u32, 0u64, len), (2, DYNAMIC, 0x70), (3, TEXTS + 48, 10)].into_iter().enumerate() {
        let at = 64 + n * 56;
        put(at, &kind.to_le_bytes());
        [8, 16].iter().for_each(|field| put(at + field, &from.to_le_bytes()));
        put(at + 32, &len.to_le_bytes());
    }
    let entries: [(u64, u64); 7] =
        [(1, 1), (1, 11), (5, TEXTS), (10, STRINGS.len() as u64), (29, 24), (14, 39), (0, 0)];
    for (n, (kind, value)) in entries.into_iter().enumerate() {
        put(DYNAMIC as usize + n * 16, &kind.to_le_bytes());
        put(DYNAMIC as usize + n * 16 + 8, &value.to_le_bytes());
    }
    put(TEXTS as usize, STRINGS);
    file
}

pub fn corpus() -> Vec<Vec<u8>> {
    // A real program without libraries is no better than the small one.
    let real = std::fs::read("/bin/sh").unwrap_or_default();
    let real = real[..real.len().min(MOST)].to_vec();
    let has_libraries = Elf::of_bytes(&real).is_some_and(|elf| !elf.needed.is_empty());
    [small()].into_iter().chain(Some(real).filter(|_| has_libraries)).collect()
}

pub fn run(input: &[u8]) -> u64 {
    let Some(elf) = Elf::of_bytes(input) else { return outcome(&[1, input.len() as u64]) };
    let texts = elf.needed.iter().chain(&elf.soname).map(String::len).sum::<usize>();
    let paths = elf.rpath.iter().chain(&elf.runpath).map(|path| path.len()).sum::<usize>();
    assert!(elf.needed.iter().all(|name| name.len() <= 3 * input.len()), "a name is longer than the file");
    assert!(elf.needed.len() <= input.len() / 16, "more names than the dynamic section has entries");
    outcome(&[2, elf.needed.len() as u64, texts as u64, paths as u64, u64::from(elf.loader.is_some()), elf.machine])
}

/// Returns a cache that knows [`NAME`] twice, once for processors with more instructions.
fn cache() -> Vec<u8> {
    let texts = format!("{NAME}\0/lib/{NAME}\0/lib/v3/{NAME}\0x86-64-v3\0");
    let (head, entries) = (48u32, 2 * 24u32);
    let begin = head + entries;
    let table = begin + texts.len() as u32;
    let mut file = b"glibc-ld.so.cache1.1".to_vec();
    [2, texts.len() as u32, 0, table, 0, 0, 0].iter().for_each(|word: &u32| file.extend(word.to_le_bytes()));
    for (value, capability) in [(10, 0u64), (25, 1 << 62)] {
        [0x0303, begin, begin + value, 0].iter().for_each(|word: &u32| file.extend(word.to_le_bytes()));
        file.extend(capability.to_le_bytes());
    }
    file.extend(texts.as_bytes());
    [0xeaa4_2174, 1, 1, 0, table + 24, 4, begin + 43].iter().for_each(|word: &u32| file.extend(word.to_le_bytes()));
    file
}

pub fn cache_corpus() -> Vec<Vec<u8>> {
    let old = [b"ld.so-1.7.0\0\x01\0\0\0".to_vec(), vec![0; 12 + 4], cache()].concat();
    if cfg!(target_arch = "x86_64") { vec![cache(), old] } else { Vec::new() }
}

pub fn run_cache(input: &[u8]) -> u64 {
    let cache = LoaderCache::new(input.to_vec());
    let [plain, special] = [&[][..], &["x86-64-v3"]].map(|subfolders| cache.find(NAME, subfolders));
    let len = |file: &Option<std::path::PathBuf>| file.as_ref().map_or(0, |file| 1 + file.as_os_str().len() as u64);
    assert!(len(&plain).max(len(&special)) <= 1 + input.len() as u64, "a path is longer than the file");
    assert!(plain.is_none() || special.is_some(), "what every processor may load, this one may, too");
    outcome(&[len(&plain), len(&special), u64::from(plain != special)])
}
