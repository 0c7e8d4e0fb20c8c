//! Generates man pages and shell completions from the declarations that also produce `--help`; called by `cargo
//! xtask install`.
use crate::run;
use clap::{Args, Command, Subcommand};
use std::path::{Path, PathBuf};

/// Other names of `clump run`.
const RUN_NAMES: [&str; 3] = ["mpiexec", "mpirun", "oshrun"];

/// Prints what an installation needs.
#[derive(Args)]
pub struct GenerateArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Writes the man pages into a directory.
    Man { dir: PathBuf },
    /// Prints the completion script for a shell.
    Completion {
        shell: clap_complete::Shell,
        /// For `clump run` under this name.
        #[arg(long, value_parser = RUN_NAMES)]
        name: Option<String>,
    },
}

pub fn main(args: GenerateArgs, clump: Command) -> i32 {
    match args.what {
        What::Man { dir } => match man(&dir, clump) {
            Ok(()) => 0,
            Err(e) => {
                eprintln!("clump generate man: cannot write the man pages into {}: {e}", dir.display());
                1
            }
        },
        What::Completion { shell, name } => {
            let mut script = Vec::new();
            let known = RUN_NAMES.into_iter().find(|known| name.as_deref() == Some(known));
            let mut command = known.map_or(clump, run::RunArgs::named);
            clap_complete::generate(shell, &mut command, known.unwrap_or("clump"), &mut script);
            match std::io::Write::write_all(&mut std::io::stdout(), &script) {
                Ok(()) => 0,
                Err(_) => 1,
            }
        }
    }
}

fn man(dir: &Path, clump: Command) -> std::io::Result<()> {
    std::fs::create_dir_all(dir)?;
    clap_mangen::generate_to(clump, dir)?;
    for name in RUN_NAMES {
        let page = clap_mangen::Man::new(run::RunArgs::named(name));
        page.generate_to(dir)?;
    }
    Ok(())
}
