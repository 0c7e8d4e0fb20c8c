//! Checks the rules of deny.toml (cargo-deny's format) for licences, banned crates and versions, by `cargo metadata`.
//! Built in, so that a fresh machine need not build cargo-deny first. Advisories would need a network, so they are not
//! checked.
use super::tree::Tree;
use crate::process::Program;
use anyhow::{Context, Result};
use serde_json::Value;
use std::collections::BTreeMap;

pub fn check(tree: &Tree, out: &mut Vec<String>) -> Result<()> {
    let rules: toml::Table = tree.get("deny.toml").context("deny.toml is missing")?.text.parse()?;
    let strings = |table: &str, key: &str| -> Vec<String> {
        let list = rules.get(table).and_then(|t| t.get(key)).and_then(|l| l.as_array());
        let name = |v: &toml::Value| v.get("crate").or(v.get("name")).unwrap_or(v).as_str().map(str::to_owned);
        list.into_iter().flatten().filter_map(name).collect()
    };
    let (allowed, banned) = (strings("licenses", "allow"), strings("bans", "deny"));
    let (twice, sources) = (strings("bans", "skip"), strings("sources", "allow-registry"));

    let mut cargo = Program::cargo().args(["metadata", "--format-version", "1", "--locked", "--quiet"]);
    for target in strings("graph", "targets") {
        cargo = cargo.args(["--filter-platform", &target]);
    }
    let answer = cargo.run()?;
    let metadata: Value =
        serde_json::from_str(&answer).context("cargo metadata answered with something else than JSON")?;
    let mut versions: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for package in metadata["packages"].as_array().context("cargo metadata lists no packages")? {
        let text = |key: &str| package[key].as_str().unwrap_or_default();
        let (name, version) = (text("name"), text("version"));
        versions.entry(name).or_default().push(version);
        if banned.iter().any(|b| b == name) {
            out.push(format!("{name} {version} is banned by deny.toml"));
        }
        if !satisfied(text("license"), &allowed) {
            out.push(format!("{name} {version}: licence `{}` is not allowed by deny.toml", text("license")));
        }
        let source = text("source").trim_start_matches("registry+");
        if !source.is_empty() && !sources.iter().any(|s| s == source) {
            out.push(format!("{name} {version} comes from {source}, which deny.toml does not allow"));
        }
    }
    for (name, mut found) in versions {
        found.dedup();
        if found.len() > 1 && !twice.iter().any(|t| t.split('@').next() == Some(name)) {
            out.push(format!(
                "{name} is there in versions {}; one is enough (or bans.skip, with a reason)",
                found.join(", ")
            ));
        }
    }
    Ok(())
}

/// Returns true if `allowed` satisfies a licence expression (SPDX: OR, AND, WITH, parentheses; `/` of old manifests).
fn satisfied(expression: &str, allowed: &[String]) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<_> = spaced.split_whitespace().collect();
    let mut at = 0;
    let met = either(&words, &mut at, allowed);
    met && at == words.len()
}
fn either(words: &[&str], at: &mut usize, allowed: &[String]) -> bool {
    let mut met = both(words, at, allowed);
    while words.get(*at) == Some(&"OR") {
        *at += 1;
        met |= both(words, at, allowed);
    }
    met
}
fn both(words: &[&str], at: &mut usize, allowed: &[String]) -> bool {
    let mut met = one(words, at, allowed);
    while words.get(*at) == Some(&"AND") {
        *at += 1;
        met &= one(words, at, allowed);
    }
    met
}
fn one(words: &[&str], at: &mut usize, allowed: &[String]) -> bool {
    let Some(word) = words.get(*at) else {
        return false;
    };
    *at += 1;
    if *word == "(" {
        let met = either(words, at, allowed);
        *at += 1;
        return met;
    }
    let mut name = (*word).to_owned();
    if words.get(*at) == Some(&"WITH") {
        name = format!("{name} WITH {}", words.get(*at + 1).unwrap_or(&""));
        *at += 2;
    }
    allowed.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::satisfied;

    #[test]
    fn expressions_are_met_by_allowed_licences() {
        let allowed = ["MIT".to_owned(), "Apache-2.0 WITH LLVM-exception".to_owned(), "Unicode-3.0".to_owned()];
        for good in [
            "MIT",
            "MIT OR GPL-3.0",
            "GPL-2.0/MIT",
            "(MIT OR Apache-2.0) AND Unicode-3.0",
            "Apache-2.0 WITH LLVM-exception",
        ] {
            assert!(satisfied(good, &allowed), "{good}");
        }
        for bad in ["", "GPL-3.0", "MIT AND GPL-3.0", "Apache-2.0", "(MIT", "MIT GPL-3.0"] {
            assert!(!satisfied(bad, &allowed), "{bad}");
        }
    }
}
