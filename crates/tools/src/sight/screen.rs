//! The terminal of `clump top`: one screen that is drawn again and again, single keys, and signals. The terminal gets
//! its own state back when a [`Screen`] ends, when the process is stopped, and on a panic.
use crate::sys::SignalFd;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{Signal, getpid, kill_process};
use rustix::stdio::{stdin, stdout};
use rustix::termios::{LocalModes, OptionalActions, Termios, isatty, tcgetattr, tcgetwinsize, tcsetattr};
use std::io::{self, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::time::{Duration, Instant};

/// The alternate screen, without a cursor and without wrapped lines.
const ENTER: &str = "\x1b[?1049h\x1b[?25l\x1b[?7l";
const LEAVE: &str = "\x1b[?7h\x1b[?25h\x1b[?1049l";
const SIGNALS: [Signal; 7] =
    [Signal::INT, Signal::TERM, Signal::HUP, Signal::QUIT, Signal::TSTP, Signal::CONT, Signal::WINCH];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    Char(char),
    Up,
    Down,
    Left,
    Right,
}

/// What [`Screen::wait`] has waited for.
pub enum Event {
    Keys(Vec<Key>),
    /// The time is over.
    Time,
    /// The screen must be drawn again.
    Redraw,
    /// The watched process has ended.
    Ended,
    /// The user or the system asks this process to end, with this exit code.
    Quit(i32),
}

pub struct Screen {
    before: Termios,
    signals: SignalFd,
}

impl Screen {
    /// Takes the terminal. Fails if standard input or standard output is none that can be drawn on.
    pub fn open() -> Result<Screen, String> {
        for (fd, name) in [(stdin(), "standard input"), (stdout(), "standard output")] {
            if !isatty(fd) {
                return Err(format!("{name} is no terminal: `clump stat` prints what the ranks do"));
            }
        }
        if std::env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb") {
            return Err("the terminal cannot be drawn on (TERM): `clump stat` prints what the ranks do".into());
        }
        let failed = |e: io::Error| format!("the terminal cannot be used: {e}");
        let before = tcgetattr(stdin()).map_err(|e| failed(e.into()))?;
        let signals = SignalFd::take(&SIGNALS.map(Signal::as_raw)).map_err(failed)?;
        let (saved, hook) = (before.clone(), std::panic::take_hook());
        std::panic::set_hook(Box::new(move |info| {
            give_back(&saved);
            hook(info);
        }));
        let screen = Screen { before, signals };
        screen.enter().map_err(failed)?;
        Ok(screen)
    }

    fn enter(&self) -> io::Result<()> {
        let mut modes = self.before.clone();
        modes.local_modes.remove(LocalModes::ICANON | LocalModes::ECHO);
        tcsetattr(stdin(), OptionalActions::Now, &modes)?;
        write(ENTER)
    }

    /// Returns the rows and the columns of the terminal.
    pub fn size(&self) -> (usize, usize) {
        match tcgetwinsize(stdout()) {
            Ok(size) if size.ws_row > 0 && size.ws_col > 0 => (size.ws_row.into(), size.ws_col.into()),
            _ => (24, 80),
        }
    }

    /// Draws these lines, one for each row, in place of what was there. Each fits into [`Screen::size`].
    pub fn draw(&self, lines: &[String]) -> io::Result<()> {
        // A row is erased first: behind a full row, the cursor is still on its last character.
        let lines: Vec<String> = lines.iter().map(|line| format!("\x1b[K{line}")).collect();
        write(&format!("\x1b[H{}", lines.join("\r\n")))
    }

    /// Waits for keys, a signal, the end of the process behind `ended`, or the moment `until`.
    pub fn wait(&self, until: Instant, ended: &OwnedFd) -> Event {
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let mut fds = [stdin(), self.signals.fd().as_fd(), ended.as_fd()]
                .map(|fd| PollFd::from_borrowed_fd(fd, PollFlags::IN));
            match poll(&mut fds, Some(&timespec(left))) {
                Ok(0) => return Event::Time,
                Ok(_) => {}
                Err(Errno::INTR) => continue,
                Err(_) => return Event::Quit(1),
            }
            let [keys, signals, ended] = fds.map(|fd| !fd.revents().is_empty());
            if signals && let Some(event) = self.take_signal() {
                return event;
            }
            if keys {
                let mut bytes = [0; 64];
                return match rustix::io::read(stdin(), &mut bytes) {
                    Ok(0) => Event::Quit(0),
                    Ok(n) => Event::Keys(parse(&bytes[..n])),
                    Err(Errno::INTR) => continue,
                    // The terminal is gone.
                    Err(_) => Event::Quit(1),
                };
            }
            if ended {
                return Event::Ended;
            }
        }
    }

    /// Acts on a pending signal. Returns `None` if the caller need not know of it.
    fn take_signal(&self) -> Option<Event> {
        let number = self.signals.read()?.number;
        if number == Signal::WINCH.as_raw() {
            return Some(Event::Redraw);
        }
        if number == Signal::TSTP.as_raw() {
            give_back(&self.before);
            // A process may always stop itself.
            let _ = kill_process(getpid(), Signal::STOP);
            return None;
        }
        if number == Signal::CONT.as_raw() {
            return Some(self.enter().map_or(Event::Quit(1), |()| Event::Redraw));
        }
        Some(Event::Quit(128 + number))
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back(&self.before);
    }
}

/// Gives the terminal its state back. A terminal that is gone needs none.
fn give_back(before: &Termios) {
    let _ = write(LEAVE);
    let _ = tcsetattr(stdin(), OptionalActions::Now, before);
}

fn write(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

fn timespec(time: Duration) -> Timespec {
    Timespec { tv_sec: time.as_secs() as i64, tv_nsec: time.subsec_nanos().into() }
}

/// Returns the keys of what a terminal has sent. Sequences of other keys are left out.
fn parse(bytes: &[u8]) -> Vec<Key> {
    let mut keys = Vec::new();
    let mut rest = bytes;
    loop {
        rest = match rest {
            [] => return keys,
            [0x1b, b'[' | b'O', tail @ ..] => {
                let parameters = tail.iter().take_while(|byte| (0x20..0x40).contains(*byte)).count();
                match tail.get(parameters) {
                    Some(b'A') => keys.push(Key::Up),
                    Some(b'B') => keys.push(Key::Down),
                    Some(b'C') => keys.push(Key::Right),
                    Some(b'D') => keys.push(Key::Left),
                    _ => {}
                }
                tail.get(parameters + 1..).unwrap_or(&[])
            }
            [byte, tail @ ..] => {
                if byte.is_ascii_graphic() {
                    keys.push(Key::Char(char::from(*byte)));
                }
                tail
            }
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_told_apart_from_sequences() {
        let expected = [Key::Char('2'), Key::Up, Key::Left, Key::Char('q')];
        assert_eq!(parse(b"2\x1b[A\x1b[5~\x1bOD\x1b[1;2Fq\r"), expected);
        assert_eq!(parse(b"\x1b"), []);
        assert_eq!(parse(b"\x1b[12"), []);
    }
}
