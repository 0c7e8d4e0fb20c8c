//! Reads the project's text files.
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};

pub struct File {
    /// The path from the workspace's root, with `/`.
    pub path: String,
    pub text: String,
}

impl File {
    pub fn is(&self, extension: &str) -> bool {
        self.path.rsplit_once('.').is_some_and(|(_, e)| e == extension)
    }
    /// Returns true if a program wrote the file, as its first lines say, so that limits of length do not apply.
    pub fn generated(&self) -> bool {
        self.text.lines().take(6).any(|l| l.contains("@generated") || l.contains("Written by `cargo xtask gen`"))
    }
    /// Returns the workspace member that the file belongs to: `core`, `xtask`…
    pub fn member(&self) -> Option<&str> {
        match self.path.strip_prefix("crates/") {
            Some(rest) => rest.split_once('/').map(|(name, _)| name),
            None => self.path.starts_with("xtask/").then_some("xtask"),
        }
    }
}

pub struct Tree {
    pub root: PathBuf,
    pub files: Vec<File>,
}

impl Tree {
    pub fn read(root: &Path) -> Result<Tree> {
        let mut tree = Tree { root: root.to_owned(), files: Vec::new() };
        tree.walk(root)?;
        tree.files.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(tree)
    }

    fn walk(&mut self, dir: &Path) -> Result<()> {
        for entry in std::fs::read_dir(dir).with_context(|| format!("cannot list {}", dir.display()))? {
            let entry = entry?;
            let (path, kind) = (entry.path(), entry.file_type()?);
            let name = entry.file_name().to_string_lossy().into_owned();
            if kind.is_dir() {
                // CACHEDIR.TAG marks target directories, whatever their name.
                let skip =
                    matches!(&*name, ".git" | "target" | "dist" | "__pycache__") || path.join("CACHEDIR.TAG").exists();
                if !skip {
                    self.walk(&path)?;
                }
            } else if kind.is_file()
                && let Ok(text) = std::fs::read_to_string(&path)
            {
                let path = path.strip_prefix(&self.root)?.to_string_lossy().into_owned();
                self.files.push(File { path, text });
            }
        }
        Ok(())
    }

    pub fn get(&self, path: &str) -> Option<&File> {
        self.files.iter().find(|f| f.path == path)
    }
    pub fn rust(&self) -> impl Iterator<Item = &File> {
        self.files.iter().filter(|f| f.is("rs"))
    }
    /// Returns the manifests of the workspace's members, with the member's name.
    pub fn manifests(&self) -> impl Iterator<Item = (&str, &File)> {
        self.files.iter().filter(|f| f.path.ends_with("/Cargo.toml")).filter_map(|f| Some((f.member()?, f)))
    }
}
