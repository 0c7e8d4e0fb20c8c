//! `cargo xtask programs unmodified`: runs programs as Debian and PyPI ship them for MPICH, Open MPI and the standard
//! ABI, compares their results, and writes what passed into docs/UNMODIFIED.md and the README. The programs are those
//! of xtask/unmodified.toml; CI runs some of them.
mod compare;
mod page;

use super::packages::PROGRAMS;
use super::{Options, packages};
use crate::demo::launch_for;
use crate::hosts::Hosts;
use crate::process::Program;
use crate::{paths, python, steps};
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};

pub const NAME: &str = "unmodified";
/// The number of ranks on several hosts.
const ON_HOSTS: u32 = 4;

/// A line of the table; xtask/unmodified.toml describes the fields.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: String,
    abi: String,
    #[serde(default)]
    debian: Vec<String>,
    #[serde(default)]
    libraries: Vec<String>,
    #[serde(default)]
    pypi: Vec<String>,
    #[serde(default)]
    modules: Vec<String>,
    what: String,
    command: String,
    #[serde(default)]
    files: std::collections::BTreeMap<String, String>,
    #[serde(default = "usual_ranks")]
    ranks: Vec<u32>,
    #[serde(default = "usual_seconds")]
    seconds: u64,
    #[serde(default)]
    ci: bool,
    #[serde(default)]
    one_host: Option<String>,
    #[serde(flatten)]
    rule: compare::Rule,
}

fn usual_ranks() -> Vec<u32> {
    vec![1, 2, 4]
}

fn usual_seconds() -> u64 {
    120
}

#[derive(serde::Deserialize)]
struct Table {
    program: Vec<Entry>,
}

/// What became of an entry.
struct Tried {
    entry: Entry,
    version: String,
    /// The numbers of ranks that passed on this machine.
    passed: Vec<u32>,
    /// `None` if the entry did not run on several hosts.
    on_hosts: Option<bool>,
    failure: Option<String>,
}

fn entries() -> Result<Vec<Entry>> {
    let file = paths::root().join("xtask/unmodified.toml");
    let text = std::fs::read_to_string(&file)?;
    let table: Table = toml::from_str(&text).with_context(|| format!("cannot read {}", file.display()))?;
    Ok(table.program)
}

/// Runs the programs whose name contains one of the words, or all of them if there are no words. Writes the page if all
/// ran, also if some of them failed.
pub fn run(words: &[String], options: &Options) -> Result<()> {
    let prefix = options.installed()?;
    let chosen = |entry: &Entry| words.is_empty() || words.iter().any(|word| entry.name.contains(&**word));
    let entries: Vec<Entry> = entries()?.into_iter().filter(chosen).collect();
    if entries.is_empty() {
        bail!("no program has `{}` in its name", words.join("` or `"));
    }
    let hosts = match options.hosts {
        Some(count) => Some((Hosts::up("clump", count)?, count)),
        None => None,
    };
    let (mut tried, mut failures) = (Vec::new(), Vec::new());
    for entry in entries {
        let name = entry.name.clone();
        // The report of a failure stands at the end, behind the lines of all programs.
        let done = steps::step(&name, || Ok(entry.tried(&prefix, hosts.as_ref())), |done| done.shown())?;
        failures.extend(done.failure.as_ref().map(|failure| format!("{name}: {failure}")));
        tried.push(done);
    }
    if words.is_empty() {
        page::write(&tried, hosts.map(|(_, count)| count))?;
    }
    match failures.is_empty() {
        true => Ok(()),
        false => bail!("{} of {} programs failed\n\n{}", failures.len(), tried.len(), failures.join("\n\n")),
    }
}

/// Runs the programs that CI runs. Returns the number of runs.
pub fn of_ci(prefix: &Path) -> Result<u64> {
    let mut runs = 0;
    for entry in entries()?.into_iter().filter(|entry| entry.ci) {
        let done = entry.tried(prefix, None);
        if let Some(failure) = done.failure {
            bail!("{}: {failure}", done.entry.name);
        }
        runs += done.passed.len() as u64;
    }
    Ok(runs)
}

impl Tried {
    fn shown(&self) -> String {
        match self.failure {
            Some(_) => "FAILED".to_owned(),
            None => self.version.clone(),
        }
    }

    /// Runs the entry on each number of ranks, and on the hosts. Stops at the first failure.
    fn runs(&mut self, prefix: &Path, hosts: Option<&(Hosts, u32)>) -> Result<()> {
        let entry = &self.entry;
        let bin = entry.fetched()?;
        self.version = entry.version(&bin)?;
        let mut first = None;
        for &ranks in &entry.ranks {
            let launch = launch_for(prefix, &ranks.to_string(), entry.seconds);
            let kept = entry.results(&bin, &ranks.to_string(), launch).with_context(|| format!("{ranks} ranks"))?;
            entry
                .rule
                .same(first.get_or_insert_with(|| kept.clone()), &kept)
                .with_context(|| format!("{ranks} ranks"))?;
            self.passed.push(ranks);
        }
        let (Some((hosts, count)), None) = (hosts, &entry.one_host) else { return Ok(()) };
        self.on_hosts = Some(false);
        let launch = hosts.launch(prefix, *count, ON_HOSTS, entry.seconds);
        let kept = entry.results(&bin, "hosts", launch).with_context(|| format!("{count} hosts"))?;
        entry.rule.same(&first.unwrap_or_default(), &kept).with_context(|| format!("{count} hosts"))?;
        self.on_hosts = Some(true);
        Ok(())
    }
}

impl Entry {
    /// Brings the packages and runs the program. A failure is part of the answer.
    fn tried(self, prefix: &Path, hosts: Option<&(Hosts, u32)>) -> Tried {
        let mut tried = Tried { entry: self, version: "?".into(), passed: Vec::new(), on_hosts: None, failure: None };
        tried.failure = tried.runs(prefix, hosts).err().map(|error| format!("{error:#}"));
        tried
    }

    /// Brings the packages. Returns the folder of the programs.
    fn fetched(&self) -> Result<PathBuf> {
        let of_debian = [&self.debian[..], &self.libraries].concat();
        if !of_debian.is_empty() {
            if !packages::available() {
                bail!("its packages are those of Debian {}", packages::RELEASE);
            }
            PROGRAMS.with_dependencies(&of_debian)?;
        }
        let of_pypi: Vec<&str> = self.pypi.iter().chain(&self.modules).map(String::as_str).collect();
        if of_pypi.is_empty() {
            return Ok(PROGRAMS.usr().join("bin"));
        }
        let python = python::tools(&format!("unmodified-{}", self.folder_name()), &of_pypi)?;
        Ok(python.parent().context("a directory")?.to_owned())
    }

    /// Returns the version of the first package.
    fn version(&self, bin: &Path) -> Result<String> {
        match (self.debian.first(), self.pypi.first()) {
            (_, Some(package)) => {
                let name = package.split(['=', '<', '>', '[']).next().unwrap_or_default();
                let script = format!("import importlib.metadata as m; print(m.version('{name}'))");
                Ok(Program::new(bin.join("python")).args(["-c", &script]).run()?.trim().to_owned())
            }
            (Some(package), None) => PROGRAMS.version(package),
            (None, None) => bail!("the table names no package"),
        }
    }

    fn folder_name(&self) -> String {
        let parts = self.name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|part| !part.is_empty());
        parts.collect::<Vec<_>>().join("-").to_lowercase()
    }

    /// Runs the command in a new folder. Returns the lines of its output that the rule compares.
    fn results(&self, bin: &Path, run: &str, launch: Program) -> Result<Vec<String>> {
        let folder = paths::target().join("programs/unmodified").join(self.folder_name()).join(run);
        if folder.exists() {
            std::fs::remove_dir_all(&folder)?;
        }
        std::fs::create_dir_all(&folder)?;
        let [root, lib, bin] =
            [PROGRAMS.usr(), PROGRAMS.libraries(), bin.to_owned()].map(|path| path.display().to_string());
        let placed = |text: &str| text.replace("@USR@", &root).replace("@LIB@", &lib);
        for (name, text) in &self.files {
            std::fs::write(folder.join(name), placed(text)).with_context(|| format!("cannot write {name}"))?;
        }
        let program = Program::new("sh").arg("-ec").arg(placed(&self.command)).dir(&folder);
        let said = program
            .env("RUN", launch.shown())
            .env("PATH", format!("{bin}:{}", std::env::var("PATH").unwrap_or_default()))
            .env("LD_LIBRARY_PATH", ["", "/blas", "/lapack", "/.."].map(|end| format!("{lib}{end}")).join(":"))
            .env("DEBIAN_MODULES", format!("{root}/lib/python3/dist-packages"))
            .env("HOME", &folder)
            .env("OMP_NUM_THREADS", "1")
            .env("OPENBLAS_NUM_THREADS", "1")
            .within(self.seconds + 30)
            .outcome()?;
        std::fs::write(folder.join("output"), &said.output)?;
        let output = match self.rule.aborts {
            true => said.output,
            false => said.success()?,
        };
        self.rule.kept(&output)
    }
}
