//! Stores the results of `clump tune` in a text file of this user: one line for each pair of hosts, and one for each
//! set of hosts for which `--collectives` has measured costs. The file may be damaged, and is parsed as untrusted
//! input.
use clump::driver::hosts::{Cipher, CollectiveCosts, Tuning};
use std::path::{Path, PathBuf};
use std::{env, fs};

/// First line of the file.
const TITLE: &str = "clump-tune 3";
/// The word in place of a cipher's name for messages that are not sealed.
const INSECURE: &str = "insecure";
/// The longest file that is read, in bytes.
const LONGEST: u64 = 1 << 20;

/// The stored result for a pair of hosts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The names of the two hosts, in alphabetical order.
    pub hosts: [String; 2],
    /// The cipher that sealed the messages; `None` if they were not sealed.
    pub cipher: Option<Cipher>,
    pub tuning: Tuning,
}

impl Entry {
    /// Returns the entry for `hosts`, whose order does not matter.
    pub fn new(hosts: [&str; 2], cipher: Option<Cipher>, tuning: Tuning) -> Entry {
        let mut hosts = hosts.map(str::to_owned);
        hosts.sort();
        Entry { hosts, cipher, tuning }
    }

    fn line(&self) -> String {
        format!("{} {} {} {}\n", self.hosts[0], self.hosts[1], cipher_word(self.cipher), self.tuning.to_text())
    }

    fn read(line: &str) -> Option<Entry> {
        let mut words = line.split(' ');
        let mut name = || words.next().filter(|n| is_name(n)).map(str::to_owned);
        let hosts = [name()?, name()?];
        let cipher = read_cipher(words.next()?)?;
        let tuning = Tuning::from_words(&mut words)?;
        (words.next().is_none() && hosts.is_sorted()).then_some(Entry { hosts, cipher, tuning })
    }
}

/// The first word of a line about a set of hosts.
const SET: &str = "collectives";

/// The stored costs for a set of hosts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CostsEntry {
    /// The names of the hosts, in alphabetical order.
    pub hosts: Vec<String>,
    /// The cipher that sealed the messages; `None` if they were not sealed.
    pub cipher: Option<Cipher>,
    pub costs: CollectiveCosts,
}

impl CostsEntry {
    fn line(&self) -> String {
        format!("{SET} {} {} {}\n", cipher_word(self.cipher), self.costs.to_text(), self.hosts.join(" "))
    }

    fn read(line: &str) -> Option<CostsEntry> {
        let mut words = line.split(' ');
        words.next().filter(|word| *word == SET)?;
        let cipher = read_cipher(words.next()?)?;
        let costs = CollectiveCosts::from_words(&mut words)?;
        let hosts: Vec<String> = words.map(str::to_owned).collect();
        let sound = hosts.iter().all(|name| is_name(name)) && hosts.is_sorted_by(|a, b| a < b);
        (sound && hosts.len() == costs.hosts as usize).then_some(CostsEntry { hosts, cipher, costs })
    }
}

fn is_name(word: &str) -> bool {
    !word.is_empty() && !word.contains(char::is_control)
}

fn cipher_word(cipher: Option<Cipher>) -> &'static str {
    cipher.map_or(INSECURE, Cipher::name)
}

/// Parses the word for a cipher. Returns `None` if there is no such cipher.
fn read_cipher(word: &str) -> Option<Option<Cipher>> {
    if word == INSECURE { Some(None) } else { Cipher::named(word).map(Some) }
}

/// Everything that is stored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Stored {
    pairs: Vec<Entry>,
    sets: Vec<CostsEntry>,
}

/// Returns the path of the file: below `$XDG_CACHE_HOME`, or `~/.cache`. Returns `None` if neither variable is
/// usable.
pub fn file() -> Option<PathBuf> {
    let absolute = |name| env::var_os(name).map(PathBuf::from).filter(|p| p.is_absolute());
    let cache = absolute("XDG_CACHE_HOME").or_else(|| Some(absolute("HOME")?.join(".cache")))?;
    Some(cache.join("clump").join("tune"))
}

/// Parses a file's text. The error names the line.
fn parse(text: &str) -> Result<Stored, String> {
    let mut lines = text.lines();
    if lines.next() != Some(TITLE) {
        return Err(format!("its first line is not `{TITLE}`"));
    }
    let mut stored = Stored::default();
    for (line, number) in lines.zip(2..) {
        match (CostsEntry::read(line), Entry::read(line)) {
            (Some(set), _) => stored.sets.push(set),
            (None, Some(pair)) => stored.pairs.push(pair),
            (None, None) => return Err(format!("line {number} makes no sense")),
        }
    }
    Ok(stored)
}

fn print(stored: &Stored) -> String {
    let (pairs, sets) = (stored.pairs.iter().map(Entry::line), stored.sets.iter().map(CostsEntry::line));
    format!("{TITLE}\n{}", pairs.chain(sets).collect::<String>())
}

/// Returns what is stored; nothing if the file does not exist.
fn read(file: &Path) -> Result<Stored, String> {
    use std::io::Read;
    let failed = |why: String| {
        format!("what `clump tune` kept in {} is not used: {why}; remove it, and tune again", file.display())
    };
    let open = match fs::File::open(file) {
        Err(e) if [std::io::ErrorKind::NotFound, std::io::ErrorKind::NotADirectory].contains(&e.kind()) => {
            return Ok(Stored::default());
        }
        open => open.map_err(|e| failed(e.to_string()))?,
    };
    if !open.metadata().is_ok_and(|m| m.is_file()) {
        return Err(failed("it is no file".into()));
    }
    let mut bytes = Vec::new();
    open.take(LONGEST + 1).read_to_end(&mut bytes).map_err(|e| failed(e.to_string()))?;
    if bytes.len() as u64 > LONGEST {
        return Err(failed(format!("it is longer than {LONGEST} bytes")));
    }
    parse(&String::from_utf8_lossy(&bytes)).map_err(failed)
}

/// Stores an entry in place of an older entry of the same pair. If the file cannot be read, begins a new file.
/// Returns the path of the file.
pub fn keep(entry: Entry) -> Result<PathBuf, String> {
    keep_by(|file| keep_in(file, entry))
}

/// Stores the costs for a set of hosts, as [`keep`] stores the entry of a pair.
pub fn keep_costs(entry: CostsEntry) -> Result<PathBuf, String> {
    keep_by(|file| keep_costs_in(file, entry))
}

fn keep_by(keep: impl FnOnce(&Path) -> std::io::Result<()>) -> Result<PathBuf, String> {
    let file =
        file().ok_or("there is nowhere to keep it: neither XDG_CACHE_HOME nor HOME is a directory's full path")?;
    keep(&file).map_err(|e| format!("cannot keep it in {}: {e}", file.display()))?;
    Ok(file)
}

fn keep_in(file: &Path, entry: Entry) -> std::io::Result<()> {
    let mut stored = read(file).unwrap_or_default();
    stored.pairs.retain(|e| e.hosts != entry.hosts || e.cipher != entry.cipher);
    stored.pairs.push(entry);
    replace(file, &stored)
}

fn keep_costs_in(file: &Path, entry: CostsEntry) -> std::io::Result<()> {
    let mut stored = read(file).unwrap_or_default();
    stored.sets.retain(|e| e.hosts != entry.hosts || e.cipher != entry.cipher);
    stored.sets.push(entry);
    replace(file, &stored)
}

fn replace(file: &Path, stored: &Stored) -> std::io::Result<()> {
    if let Some(directory) = file.parent() {
        fs::create_dir_all(directory)?;
    }
    // Replace the file at once, so that a concurrent reader reads the old file or the new one.
    let new = file.with_extension(std::process::id().to_string());
    fs::write(&new, print(stored)).and_then(|()| fs::rename(&new, file)).inspect_err(|_| drop(fs::remove_file(&new)))
}

/// Returns the sets of hosts with stored costs.
pub fn sets() -> Result<Vec<CostsEntry>, String> {
    file().map_or(Ok(Vec::new()), |file| Ok(read(&file)?.sets))
}

/// The results for a job's hosts, by cipher: those of pairs of its hosts, and those of sets that contain all its hosts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownHosts(Stored);

impl KnownHosts {
    pub fn of(hosts: &[&str]) -> Result<KnownHosts, String> {
        let Some(file) = file() else { return Ok(KnownHosts::default()) };
        Ok(KnownHosts::among(read(&file)?, hosts))
    }

    fn among(mut stored: Stored, hosts: &[&str]) -> KnownHosts {
        stored.pairs.retain(|e| e.hosts.iter().all(|h| hosts.contains(&&**h)));
        stored.sets.retain(|e| hosts.iter().all(|h| e.hosts.iter().any(|name| name == h)));
        KnownHosts(stored)
    }

    /// Returns the costs for a job that is sealed by `cipher`: those of the smallest set.
    pub fn costs(&self, cipher: Option<Cipher>) -> Option<CollectiveCosts> {
        let fits = self.0.sets.iter().filter(|e| e.cipher.map(kind) == cipher.map(kind));
        fits.min_by_key(|e| e.hosts.len()).map(|e| e.costs)
    }

    /// Returns the tuning of a job that is sealed by `cipher`. For several pairs, returns the values that suit all of
    /// them. Both forms of AEGIS count as the same cipher: their times for a row differ by a tenth at most, and a
    /// third host may make a job use the other form.
    pub fn choose(&self, cipher: Option<Cipher>) -> Option<Tuning> {
        let fits = self.0.pairs.iter().filter(|e| e.cipher.map(kind) == cipher.map(kind));
        fits.map(|e| e.tuning).reduce(Tuning::within)
    }
}

fn kind(cipher: Cipher) -> Cipher {
    if cipher == Cipher::AegisX4 { Cipher::AegisX2 } else { cipher }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clump::driver::hosts::MessageCost;
    use proptest::prelude::*;

    const AEGIS: Option<Cipher> = Some(Cipher::AegisX4);

    fn tuning(push1: u64) -> Tuning {
        Tuning { push1, push2: 24 << 10, pull: 240 << 10, depth: 4, grain: 16 << 10, eager: 48 << 10 }
    }

    #[test]
    fn stored_entries_are_found_and_replaced() {
        let dir = tempfile::tempdir().expect("a directory");
        let file = dir.path().join("a/b");
        assert_eq!(read(&file), Ok(Stored::default()));
        let one = Entry::new(["b", "a"], AEGIS, tuning(1));
        keep_in(&file, one.clone()).expect("kept");
        keep_in(&file, Entry::new(["a", "c"], AEGIS, tuning(2))).expect("kept");
        keep_in(&file, Entry::new(["a", "b"], None, tuning(3))).expect("kept");
        let again = Entry::new(["a", "b"], AEGIS, tuning(4));
        keep_in(&file, again.clone()).expect("kept");
        let all = read(&file).expect("it can be read");
        assert_eq!((all.pairs.len(), all.pairs.contains(&one), all.pairs.contains(&again)), (3, false, true));
        assert_eq!(fs::read_dir(file.parent().expect("a")).expect("a").count(), 1, "nothing else is left there");
        let choose = |hosts: &[&str], cipher| KnownHosts::among(all.clone(), hosts).choose(cipher);
        assert_eq!(choose(&["b", "a"], AEGIS), Some(tuning(4)));
        assert_eq!(choose(&["b", "a"], Some(Cipher::AegisX2)), Some(tuning(4)));
        assert_eq!(choose(&["b", "a"], None), Some(tuning(3)));
        assert_eq!(choose(&["a", "b", "c"], AEGIS), Some(tuning(2)));
        assert_eq!(choose(&["b", "c"], AEGIS), None);
        // The times measured with one cipher do not apply to another cipher.
        assert_eq!(choose(&["b", "a"], Some(Cipher::AesGcm)), None);
        assert_eq!(choose(&["b", "a"], Some(Cipher::ChaCha20Poly1305)), None);
        fs::write(&file, "clump-tune 3\na b aegis-128x4 1 2 3\n").expect("written");
        assert!(read(&file).unwrap_err().contains("line 2 makes no sense"));
        fs::write(&file, vec![b'x'; LONGEST as usize + 1]).expect("written");
        assert!(read(&file).unwrap_err().contains("longer than"));
        keep_in(&file, one.clone()).expect("kept");
        assert_eq!(read(&file), Ok(Stored { pairs: vec![one], sets: vec![] }));
    }

    fn set(names: &[&str], cipher: Option<Cipher>, message: u32) -> CostsEntry {
        let cost = MessageCost { message, kib: 700 };
        let costs =
            CollectiveCosts { hosts: names.len() as u32, funnel: cost, exchange: cost, pairs: cost, combine: 90 };
        CostsEntry { hosts: names.iter().map(|&name| name.to_owned()).collect(), cipher, costs }
    }

    #[test]
    fn costs_of_the_smallest_set_with_all_hosts_are_found() {
        let dir = tempfile::tempdir().expect("a directory");
        let file = dir.path().join("tune");
        let pair = Entry::new(["a", "collectives"], AEGIS, tuning(1));
        keep_in(&file, pair.clone()).expect("kept");
        for entry in [set(&["a", "b", "c"], AEGIS, 1), set(&["a", "b", "c", "d"], AEGIS, 2), set(&["a", "b"], None, 3)]
        {
            keep_costs_in(&file, entry).expect("kept");
        }
        keep_costs_in(&file, set(&["a", "b", "c"], AEGIS, 4)).expect("kept in the place of the first one");
        let all = read(&file).expect("it can be read");
        assert_eq!((&all.pairs, all.sets.len()), (&vec![pair], 3));
        let found = |hosts: &[&str], cipher| {
            KnownHosts::among(all.clone(), hosts).costs(cipher).map(|costs| (costs.hosts, costs.funnel.message))
        };
        assert_eq!([found(&["c", "a"], AEGIS), found(&["d", "a"], AEGIS)], [Some((3, 4)), Some((4, 2))]);
        assert_eq!(
            [found(&["a", "b"], None), found(&["a", "e"], AEGIS), found(&["a"], Some(Cipher::AesGcm))],
            [Some((2, 3)), None, None]
        );
        for bad in [
            "collectives aegis-128x4 2 1 2 3 4 5 6 7 a b c",
            "collectives aegis-128x4 2 1 2 3 4 5 6 7 b a",
            "collectives aegis-128x4 2 1 2 3 4 5 6 7 a a",
            "collectives rot13 2 1 2 3 4 5 6 7 a b",
        ] {
            assert!(parse(&format!("{TITLE}\n{bad}\n")).is_err(), "{bad}");
        }
    }

    proptest! {
        #[test]
        fn damaged_files_give_possible_numbers_or_a_sentence(
            names in prop::collection::vec("[a-z0-9.:-]{1,12}", 2),
            push in 0u64..1 << 18,
            at: prop::sample::Index, byte: u8, cut in 0usize..60, any in prop::collection::vec(any::<u8>(), 0..200),
        ) {
            let entry = Entry::new([&names[0], &names[1]], Cipher::ALL.get(push as usize % 5).copied(), tuning(push));
            let stored = Stored { pairs: vec![entry], sets: vec![set(&["a", "b"], None, push as u32)] };
            let text = print(&stored);
            prop_assert_eq!(parse(&text), Ok(stored));
            let mut bytes = text.into_bytes();
            let at = at.index(bytes.len());
            bytes[at] = byte;
            bytes.truncate(bytes.len().saturating_sub(cut % 3 * cut));
            for spoiled in [&bytes[..], &any] {
                match parse(&String::from_utf8_lossy(spoiled)) {
                    // Writing the entries of an accepted file, and parsing the result, gives these entries again.
                    Ok(entries) => prop_assert_eq!(parse(&print(&entries)), Ok(entries)),
                    Err(why) => prop_assert!(why.contains("line"), "{}", why),
                }
            }
        }
    }
}
