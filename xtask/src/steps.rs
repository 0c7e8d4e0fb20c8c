//! Prints one line for each step, with the time that it took. While a step runs, a terminal shows a spinner, and a file
//! or pipe has a line that says which step has begun.
use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};
use std::time::{Duration, Instant};

/// Runs `work`, and prints `name` with the time that `work` took. If `work` succeeds, also prints what `note` returns.
pub fn step<T>(name: &str, work: impl FnOnce() -> Result<T>, note: impl FnOnce(&T) -> String) -> Result<T> {
    let bar = ProgressBar::new_spinner();
    bar.set_style(ProgressStyle::with_template("{spinner} {msg} {elapsed}").expect("a valid template"));
    bar.set_message(name.to_owned());
    bar.enable_steady_tick(Duration::from_millis(150));
    if bar.is_hidden() {
        println!("{name} ...");
    }
    let start = Instant::now();
    let done = work();
    bar.finish_and_clear();
    let seconds = start.elapsed().as_secs_f64();
    match &done {
        Ok(value) => println!("{name:<58} {seconds:>7.1} s  {}", note(value)),
        Err(_) => println!("{name:<58} {seconds:>7.1} s  failed"),
    }
    done
}

/// Runs `work` as a [`step`] without a note.
pub fn plain<T>(name: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
    step(name, work, |_| String::new())
}
