//! Stores the results of `clump tune` in a text file of this user: one line for each pair of hosts. The file may be
//! damaged, and is parsed as untrusted input.
use clump::driver::hosts::{Cipher, Tuning};
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

/// Returns the path of the file: below `$XDG_CACHE_HOME`, or `~/.cache`. Returns `None` if neither variable is
/// usable.
pub fn file() -> Option<PathBuf> {
    let absolute = |name| env::var_os(name).map(PathBuf::from).filter(|p| p.is_absolute());
    let cache = absolute("XDG_CACHE_HOME").or_else(|| Some(absolute("HOME")?.join(".cache")))?;
    Some(cache.join("clump").join("tune"))
}

/// Parses a file's text. The error names the line.
fn parse(text: &str) -> Result<Vec<Entry>, String> {
    let mut lines = text.lines();
    if lines.next() != Some(TITLE) {
        return Err(format!("its first line is not `{TITLE}`"));
    }
    let entries = lines.zip(2..).map(|(line, number)| (Entry::read(line), number));
    entries.map(|(entry, number)| entry.ok_or_else(|| format!("line {number} makes no sense"))).collect()
}

fn print(stored: &[Entry]) -> String {
    format!("{TITLE}\n{}", stored.iter().map(Entry::line).collect::<String>())
}

/// Returns what is stored; nothing if the file does not exist.
fn read(file: &Path) -> Result<Vec<Entry>, String> {
    use std::io::Read;
    let failed = |why: String| {
        format!("what `clump tune` kept in {} is not used: {why}; remove it, and tune again", file.display())
    };
    let open = match fs::File::open(file) {
        Err(e) if [std::io::ErrorKind::NotFound, std::io::ErrorKind::NotADirectory].contains(&e.kind()) => {
            return Ok(Vec::new());
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
    let file =
        file().ok_or("there is nowhere to keep it: neither XDG_CACHE_HOME nor HOME is a directory's full path")?;
    keep_in(&file, entry).map_err(|e| format!("cannot keep it in {}: {e}", file.display()))?;
    Ok(file)
}

fn keep_in(file: &Path, entry: Entry) -> std::io::Result<()> {
    let mut stored = read(file).unwrap_or_default();
    stored.retain(|e| e.hosts != entry.hosts || e.cipher != entry.cipher);
    stored.push(entry);
    if let Some(directory) = file.parent() {
        fs::create_dir_all(directory)?;
    }
    // Replace the file at once, so that a concurrent reader reads the old file or the new one.
    let new = file.with_extension(std::process::id().to_string());
    fs::write(&new, print(&stored)).and_then(|()| fs::rename(&new, file)).inspect_err(|_| drop(fs::remove_file(&new)))
}

/// The results for the pairs of a job's hosts, by cipher.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownHosts(Vec<Entry>);

impl KnownHosts {
    pub fn of(hosts: &[&str]) -> Result<KnownHosts, String> {
        let Some(file) = file() else { return Ok(KnownHosts::default()) };
        Ok(KnownHosts::among(read(&file)?, hosts))
    }

    fn among(mut stored: Vec<Entry>, hosts: &[&str]) -> KnownHosts {
        stored.retain(|e| e.hosts.iter().all(|h| hosts.contains(&&**h)));
        KnownHosts(stored)
    }

    /// Returns the tuning of a job that is sealed by `cipher`. For several pairs, returns the values that suit all of
    /// them. Both forms of AEGIS count as the same cipher: their times for a row differ by a tenth at most, and a
    /// third host may make a job use the other form.
    pub fn choose(&self, cipher: Option<Cipher>) -> Option<Tuning> {
        let fits = self.0.iter().filter(|e| e.cipher.map(kind) == cipher.map(kind));
        fits.map(|e| e.tuning).reduce(Tuning::within)
    }
}

fn kind(cipher: Cipher) -> Cipher {
    if cipher == Cipher::AegisX4 { Cipher::AegisX2 } else { cipher }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const AEGIS: Option<Cipher> = Some(Cipher::AegisX4);

    fn tuning(push1: u64) -> Tuning {
        Tuning { push1, push2: 24 << 10, pull: 240 << 10, depth: 4, grain: 16 << 10, eager: 48 << 10 }
    }

    #[test]
    fn stored_entries_are_found_and_replaced() {
        let dir = tempfile::tempdir().expect("a directory");
        let file = dir.path().join("a/b");
        assert_eq!(read(&file), Ok(Vec::new()));
        let one = Entry::new(["b", "a"], AEGIS, tuning(1));
        keep_in(&file, one.clone()).expect("kept");
        keep_in(&file, Entry::new(["a", "c"], AEGIS, tuning(2))).expect("kept");
        keep_in(&file, Entry::new(["a", "b"], None, tuning(3))).expect("kept");
        let again = Entry::new(["a", "b"], AEGIS, tuning(4));
        keep_in(&file, again.clone()).expect("kept");
        let all = read(&file).expect("it can be read");
        assert_eq!((all.len(), all.contains(&one), all.contains(&again)), (3, false, true));
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
        assert_eq!(read(&file), Ok(vec![one]));
    }

    proptest! {
        #[test]
        fn damaged_files_give_possible_numbers_or_a_sentence(
            names in prop::collection::vec("[a-z0-9.:-]{1,12}", 2),
            push in 0u64..1 << 18,
            at: prop::sample::Index, byte: u8, cut in 0usize..60, any in prop::collection::vec(any::<u8>(), 0..200),
        ) {
            let entry = Entry::new([&names[0], &names[1]], Cipher::ALL.get(push as usize % 5).copied(), tuning(push));
            let stored = vec![entry];
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
