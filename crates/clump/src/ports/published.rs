//! The files of published names, in one directory, which the processes of several jobs share. A file holds a port. It
//! says who has published the name, so that a name whose process has died does not stay.
use crate::environment::variable;
use crate::hosts::kernel;
use rustix::fs::{Mode, OFlags};
use std::fs;
use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// The directory of published names, if the user names one.
const DIRECTORY: &str = "CLUMP_PORTS_DIR";
/// The name of the default directory, or its beginning.
const DEFAULT: &str = "clump-ports";
/// The first word of a file, with its version.
const TITLE: &str = "clump-name-1";
/// The most bytes of a file.
const LONGEST_FILE: u64 = 1 << 16;
/// The most bytes of a service's name: its file's name has twice as many, and a system allows 255.
pub const LONGEST_NAME: usize = 120;

/// A published name.
#[derive(Debug, PartialEq, Eq)]
pub struct PublishedName {
    file: PathBuf,
    /// The file's contents.
    text: String,
}

impl PublishedName {
    /// Returns the published port.
    pub fn port(&self) -> &str {
        self.text.lines().nth(2).unwrap_or_default()
    }

    /// Returns true if both have one name.
    pub fn is_of(&self, other: &PublishedName) -> bool {
        self.file == other.file
    }

    /// Withdraws the name, unless another process has published it since.
    pub fn withdraw(&self) {
        if read(&self.file).is_ok_and(|text| text == self.text) {
            // If another process was quicker, the name is withdrawn all the same.
            let _ = fs::remove_file(&self.file);
        }
        self.file.parent().into_iter().for_each(remove_if_empty);
    }
}

/// Removes the default directory once it has no names, so that nothing is left behind. The next user makes it again.
fn remove_if_empty(directory: &Path) {
    if variable(DIRECTORY).is_none_or(|named| named.is_empty())
        && directory.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(DEFAULT.as_bytes()))
    {
        // The system removes no directory that has files.
        let _ = fs::remove_dir(directory);
    }
}

/// Returns the default directory of published names; `None` if the user names another one.
fn default_directory() -> io::Result<Option<PathBuf>> {
    if variable(DIRECTORY).is_some_and(|directory| !directory.is_empty()) {
        return Ok(None);
    }
    Ok(Some(match variable("XDG_RUNTIME_DIR").map(PathBuf::from).filter(|d| d.is_dir()) {
        Some(own) => own.join(DEFAULT),
        None => {
            PathBuf::from(variable("TMPDIR").unwrap_or_else(|| "/tmp".into())).join(format!("{DEFAULT}-{}", own_user()))
        }
    }))
}

/// Returns the directory of published names. Creates it if it is the default one.
fn directory() -> io::Result<PathBuf> {
    let Some(above) = default_directory()? else {
        let directory = PathBuf::from(variable(DIRECTORY).unwrap_or_default());
        return match directory.is_dir() {
            true => Ok(directory),
            false => Err(io::Error::new(ErrorKind::NotFound, format!("{} is no directory", directory.display()))),
        };
    };
    match fs::DirBuilder::new().mode(0o700).create(&above) {
        Err(e) if e.kind() != ErrorKind::AlreadyExists => {
            let why = format!("cannot make the directory {}: {e}; set {DIRECTORY} to one", above.display());
            return Err(io::Error::new(e.kind(), why));
        }
        _ => {}
    }
    // Another user may have made the directory first, in order to read or replace ports.
    let found = fs::symlink_metadata(&above)?;
    if !found.is_dir() || found.uid() != own_user() || found.mode() & 0o077 != 0 {
        let why = format!("{} does not belong to this user alone; set {DIRECTORY}", above.display());
        return Err(io::Error::new(ErrorKind::PermissionDenied, why));
    }
    Ok(above)
}

/// Returns this process, as a file names it: the machine, its namespace of process ids, the id and the time of its
/// start.
fn own() -> String {
    let id = std::process::id();
    format!("{} {} {id} {}", kernel(), namespace(), began(id).unwrap_or_default())
}

fn namespace() -> u64 {
    fs::metadata("/proc/self/ns/pid").map_or(0, |m| m.ino())
}

/// Returns when a process has begun, as the system counts; `None` if there is no such process.
fn began(id: u32) -> Option<String> {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // The name in parentheses may contain parentheses and blanks.
    let mut words = stat.rsplit_once(')')?.1.split_whitespace();
    let state = words.next()?;
    (state != "Z").then(|| words.nth(18).map(str::to_owned))?
}

/// Returns true if the process that a file names has certainly ended.
fn has_ended(named: &str) -> bool {
    let words: Vec<&str> = named.split(' ').collect();
    let [machine, pids, id, start] = words[..] else { return false };
    let here = machine == kernel() && pids.parse() == Ok(namespace());
    here && id.parse().is_ok_and(|id| began(id).as_deref() != Some(start))
}

/// Returns the port in a file; `None` if the process that has published it has ended, or the file is no name.
fn port_in(text: &str) -> Option<&str> {
    let mut lines = text.lines();
    let (title, by, port) = (lines.next()?, lines.next()?, lines.next()?);
    (title == TITLE && !has_ended(by)).then_some(port)
}

fn file_of(directory: &Path, service: &[u8]) -> PathBuf {
    let hex: String = service.iter().map(|b| format!("{b:02x}")).collect();
    directory.join(hex)
}

/// Publishes a port under a service's name. Fails with `AlreadyExists` if the name is taken.
pub fn publish(service: &[u8], port: &str) -> io::Result<PublishedName> {
    loop {
        match directory().and_then(|directory| publish_in(&directory, service, port)) {
            // Another process has just withdrawn the last name and removed the empty default directory.
            Err(e) if e.kind() == ErrorKind::NotFound && default_directory()?.is_some() => {}
            published => return published,
        }
    }
}

/// Returns the port that a process has published under a service's name.
pub fn look_up(service: &[u8]) -> io::Result<Option<String>> {
    Ok(find(service)?.and_then(|name| port_in(&name.text).map(str::to_owned)))
}

/// Returns a published name, whichever process of this user has published it.
pub fn find(service: &[u8]) -> io::Result<Option<PublishedName>> {
    let file = match default_directory()? {
        Some(directory) if !directory.exists() => return Ok(None),
        _ => file_of(&directory()?, service),
    };
    let text = read(&file).unwrap_or_default();
    Ok(port_in(&text).is_some().then_some(PublishedName { file, text }))
}

/// Reads the file of a name. Fails unless it is a regular file of this user, so that neither a pipe blocks the caller
/// nor another user answers for this one: that user would learn whatever the program then sends.
fn read(file: &Path) -> io::Result<String> {
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let mut opened = fs::File::from(rustix::fs::open(file, flags, Mode::empty())?);
    let found = opened.metadata()?;
    if !found.is_file() || found.uid() != own_user() || found.len() > LONGEST_FILE {
        return Err(io::Error::new(ErrorKind::PermissionDenied, "it is no file of this user"));
    }
    let mut text = String::new();
    opened.read_to_string(&mut text)?;
    Ok(text)
}

fn own_user() -> u32 {
    rustix::process::geteuid().as_raw()
}

fn publish_in(directory: &Path, service: &[u8], port: &str) -> io::Result<PublishedName> {
    let file = file_of(directory, service);
    let text = format!("{TITLE}\n{}\n{port}\n", own());
    // The file gets its name when it is complete.
    static DRAFTS: AtomicU32 = AtomicU32::new(0);
    let number = DRAFTS.fetch_add(1, Ordering::Relaxed);
    let draft = directory.join(format!("draft-{}-{}-{number}", namespace(), std::process::id()));
    let mut made = fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(&draft)?;
    let linked = made.write_all(text.as_bytes()).and_then(|()| {
        if read(&file).is_ok_and(|old| port_in(&old).is_none()) {
            // If another process removes it at the same time, only one of both gets the name.
            let _ = fs::remove_file(&file);
        }
        fs::hard_link(&draft, &file)
    });
    let _ = fs::remove_file(&draft);
    linked.map(|()| PublishedName { file, text })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_regular_file_of_this_user_answers_for_a_name() {
        let directory = std::env::temp_dir().join(format!("clump-forged-{}", std::process::id()));
        fs::create_dir(&directory).expect("a directory");
        let file = |service: &[u8]| file_of(&directory, service);
        rustix::fs::mknodat(rustix::fs::CWD, file(b"pipe"), rustix::fs::FileType::Fifo, Mode::RUSR, 0).expect("a pipe");
        let published = publish_in(&directory, b"true", "port").expect("published");
        std::os::unix::fs::symlink(&published.file, file(b"link")).expect("a link");
        assert_eq!(port_in(&read(&published.file).expect("a name")), Some("port"));
        for forged in [&b"pipe"[..], b"link", b"none"] {
            assert!(read(&file(forged)).is_err(), "{forged:?}");
        }
        fs::remove_dir_all(&directory).expect("removed");
    }

    #[test]
    fn a_name_is_published_once_until_it_is_withdrawn_or_its_process_ends() {
        let directory = PathBuf::from(variable("TMPDIR").unwrap_or_else(|| "/tmp".into()))
            .join(format!("clump-names-{}", std::process::id()));
        fs::create_dir(&directory).expect("a directory");
        let published = publish_in(&directory, b"a/b", "port").expect("published");
        let read = || fs::read_to_string(&published.file).expect("a file");
        assert_eq!(port_in(&read()), Some("port"));
        assert_eq!(publish_in(&directory, b"a/b", "other").expect_err("taken").kind(), ErrorKind::AlreadyExists);
        // A process that has ended has published the name.
        let dead = read().replacen(&format!(" {} ", std::process::id()), " 4194305 ", 1);
        fs::write(&published.file, &dead).expect("written");
        assert_eq!(port_in(&dead), None);
        published.withdraw();
        assert!(published.file.exists(), "another process's name stays");
        let again = publish_in(&directory, b"a/b", "other").expect("published");
        assert_eq!(port_in(&read()), Some("other"));
        again.withdraw();
        assert_eq!(fs::read_dir(&directory).expect("a directory").count(), 0);
        fs::remove_dir(&directory).expect("removed");
    }
}
