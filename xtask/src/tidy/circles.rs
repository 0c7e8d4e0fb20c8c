//! Checks imports: no file imports from a higher floor of its crate, and no files import from each other in a
//! circle.
use super::floors::{ALLOWED, FLOORS};
use super::source;
use super::tree::Tree;
use anyhow::Result;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The modules of one crate, by their path in the crate.
struct Modules<'a> {
    files: BTreeMap<Vec<String>, &'a str>,
    /// The code without comments, string literals and tests.
    code: HashMap<Vec<String>, String>,
    /// The names that a module re-exports by `pub use`, with their paths as written.
    exports: HashMap<Vec<String>, HashMap<String, Vec<String>>>,
}

pub fn check(tree: &Tree, out: &mut Vec<String>) -> Result<()> {
    for (krate, floors) in FLOORS {
        let modules = Modules::read(tree, krate);
        let arrows = modules.arrows();
        upward(krate, floors, &arrows, out);
        upward(krate, floors, &modules.by_way_of(), out);
        for circle in circles(&arrows) {
            let files: Vec<&str> = circle.iter().map(|m| modules.files[*m]).collect();
            let below = format!("crates/{krate}/src/");
            let is_listed = |list: &[&str]| {
                let mut names: Vec<&str> = files.iter().filter_map(|f| f.strip_prefix(&below)).collect();
                names.sort_unstable();
                names == list
            };
            let allowed = files.len() <= 3 && ALLOWED.iter().any(|(k, list, _)| *k == krate && is_listed(list));
            if !allowed {
                let inside = |from: &&Vec<String>| arrows[*from].iter().filter(|to| circle.contains(to));
                let shown = circle.iter().flat_map(|from| {
                    inside(from).map(|to| format!("{} -> {}", from.join("::"), to.join("::"))).collect::<Vec<_>>()
                });
                out.push(format!(
                    "{} import from each other; let one of them not need the other ({})",
                    files.join(", "),
                    shown.collect::<Vec<_>>().join(", ")
                ));
            }
        }
    }
    Ok(())
}

impl<'a> Modules<'a> {
    fn read(tree: &'a Tree, krate: &str) -> Modules<'a> {
        let root = format!("crates/{krate}/src/");
        let mut modules = Modules { files: BTreeMap::new(), code: HashMap::new(), exports: HashMap::new() };
        for file in tree.rust() {
            let Some(rest) = file.path.strip_prefix(&root).and_then(|p| p.strip_suffix(".rs")) else { continue };
            let mut path: Vec<String> = rest.split('/').map(str::to_owned).collect();
            if matches!(path.last().map(|s| &**s), Some("mod" | "lib" | "main")) {
                path.pop();
            }
            let is_test = |part: &String| part == "tests" || part.ends_with("_tests");
            if path.iter().any(is_test) {
                continue;
            }
            // Tests may import from any module.
            let code = source::without_tests(&source::code(&file.text).join("\n"));
            let exports = uses(&code).into_iter().filter(|u| u.public).map(|u| (u.name, u.path)).collect();
            modules.exports.insert(path.clone(), exports);
            modules.code.insert(path.clone(), code);
            modules.files.insert(path, &file.path);
        }
        modules
    }

    /// Returns which module imports from which.
    fn arrows(&self) -> BTreeMap<&Vec<String>, BTreeSet<&Vec<String>>> {
        let mut arrows = BTreeMap::new();
        for (module, code) in &self.code {
            let (module, _) = self.files.get_key_value(module).expect("read above");
            let targets: &mut BTreeSet<_> = arrows.entry(module).or_default();
            for path in uses(code).into_iter().filter(|u| !u.public).map(|u| u.path).chain(inline(code)) {
                if let Some(target) = self.find(module, &path, 0)
                    && target != module
                {
                    targets.insert(target);
                }
            }
        }
        arrows
    }

    /// Returns which module imports by way of which: what a module re-exports is at home elsewhere, and an import of it
    /// by that way ties the importer to the floor of the way. The crate's root is no such way.
    fn by_way_of(&self) -> BTreeMap<&Vec<String>, BTreeSet<&Vec<String>>> {
        let mut ways = BTreeMap::new();
        for (module, code) in &self.code {
            let (module, _) = self.files.get_key_value(module).expect("read above");
            let targets: &mut BTreeSet<_> = ways.entry(module).or_default();
            for path in uses(code).into_iter().filter(|u| !u.public).map(|u| u.path).chain(inline(code)) {
                let named = (1..=path.len()).rev().find_map(|len| self.named(module, &path[..len]));
                targets.extend(named.filter(|way| !way.is_empty() && !module.starts_with(way)));
            }
        }
        ways
    }

    /// Returns the module that a path from the crate's root spells, without following re-exports.
    fn named(&self, from: &[String], path: &[String]) -> Option<&Vec<String>> {
        let spelt = match path.first().map(|s| &**s)? {
            "crate" => path[1..].to_vec(),
            "super" => [&from[..from.len().checked_sub(1)?], &path[1..]].concat(),
            _ => return None,
        };
        self.files.get_key_value(&spelt).map(|(key, _)| key)
    }

    /// Returns the module in which a path ends, following re-exports; `None` if that is outside the crate.
    fn find(&self, from: &[String], path: &[String], depth: u32) -> Option<&Vec<String>> {
        let (mut at, mut rest) = match path.first().map(|s| &**s)? {
            "crate" => (Vec::new(), &path[1..]),
            "self" => (from.to_vec(), &path[1..]),
            "super" => (from[..from.len().checked_sub(1)?].to_vec(), &path[1..]),
            first => {
                let mut child = from.to_vec();
                child.push(first.to_owned());
                self.files.contains_key(&child).then_some((from.to_vec(), path))?
            }
        };
        while let Some(name) = rest.first() {
            rest = &rest[1..];
            if name == "super" {
                at.pop();
                continue;
            }
            let mut child = at.clone();
            child.push(name.clone());
            if self.files.contains_key(&child) {
                at = child;
            } else if let Some(further) = self.exports.get(&at).and_then(|e| e.get(name)).filter(|_| depth < 8) {
                // A path into another crate is no import within this one.
                return self.find(&at, further, depth + 1);
            } else {
                break;
            }
        }
        self.files.get_key_value(&at).map(|(key, _)| key)
    }
}

/// One name that a file imports.
struct Use {
    public: bool,
    name: String,
    path: Vec<String>,
}

/// Returns every name that a file imports by `use`, with braces expanded.
fn uses(code: &str) -> Vec<Use> {
    let mut found = Vec::new();
    for statement in code.split(';') {
        let Some(at) = statement.rfind("use ").filter(|at| statement[..*at].trim_end().is_empty_or_ends()) else {
            continue;
        };
        let public = statement[..at].trim_end().rsplit('\n').next().is_some_and(|line| line.contains("pub"));
        let tree: String = statement[at + 4..].split_whitespace().collect::<Vec<_>>().join(" ");
        apart(&tree, &mut Vec::new(), &mut |path, name| {
            found.push(Use { public, name: name.to_owned(), path: path.to_vec() });
        });
    }
    found
}

/// Tells whether a `use` may follow a text: nothing, the end of another statement, an attribute, or `pub`.
trait Before {
    fn is_empty_or_ends(&self) -> bool;
}
impl Before for str {
    fn is_empty_or_ends(&self) -> bool {
        let last = self.rsplit('\n').next().unwrap_or_default().trim();
        last.is_empty() || last.starts_with("pub") || last.starts_with("#[") || last.ends_with(['{', '}'])
    }
}

fn apart(tree: &str, path: &mut Vec<String>, found: &mut impl FnMut(&[String], &str)) {
    let tree = tree.trim();
    if let Some(open) = tree.find('{') {
        let before = path.len();
        path.extend(tree[..open].split("::").map(str::trim).filter(|s| !s.is_empty()).map(str::to_owned));
        let inner = tree[open + 1..].strip_suffix('}').unwrap_or(&tree[open + 1..]);
        let (mut depth, mut start) = (0, 0);
        for (at, c) in inner.char_indices().chain([(inner.len(), ',')]) {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth == 0 => {
                    if !inner[start..at].trim().is_empty() {
                        apart(&inner[start..at], path, found);
                    }
                    start = (at + 1).min(inner.len());
                }
                _ => {}
            }
        }
        path.truncate(before);
        return;
    }
    let (what, alias) = tree.split_once(" as ").unwrap_or((tree, ""));
    let before = path.len();
    path.extend(what.split("::").map(|s| s.trim().to_owned()).filter(|s| s != "self"));
    let name = if alias.is_empty() { path.last().cloned().unwrap_or_default() } else { alias.trim().to_owned() };
    found(path, &name);
    path.truncate(before);
}

/// Returns the paths from the crate's root and from the module above in the code, apart from `use`.
fn inline(code: &str) -> Vec<Vec<String>> {
    let part = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let starts = code.match_indices("crate::").chain(code.match_indices("super::"));
    let starts = starts.filter(|(at, _)| !code[..*at].ends_with(part));
    let paths = starts.filter_map(|(at, _)| {
        let end = code[at..].find(|c| !part(c)).map_or(code.len(), |n| at + n);
        // A brace after the path belongs to a `use`, which [`uses`] has read.
        let is_use = code[end..].starts_with('{');
        (!is_use).then(|| code[at..end].trim_end_matches(':').split("::").map(str::to_owned).collect())
    });
    paths.filter(|path: &Vec<String>| path.len() > 1).collect()
}

fn upward(
    krate: &str,
    floors: &[&[&str]],
    arrows: &BTreeMap<&Vec<String>, BTreeSet<&Vec<String>>>,
    out: &mut Vec<String>,
) {
    // The innermost room that contains the module.
    let height = |module: &[String]| {
        let path = module.join("::");
        let is_in = |room: &str| path.strip_prefix(room).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"));
        let rooms = floors.iter().enumerate().flat_map(|(floor, rooms)| rooms.iter().map(move |room| (floor, *room)));
        rooms.filter(|(_, room)| is_in(room)).max_by_key(|(_, room)| room.len())
    };
    for (from, targets) in arrows {
        let Some(name) = from.first() else { continue };
        let Some(mine) = height(from) else {
            out.push(format!("crates/{krate}/src/{name} has no floor: put it into xtask/src/tidy/floors.rs"));
            continue;
        };
        for to in targets {
            let Some(theirs) = height(to).or_else(|| to.is_empty().then_some((usize::MAX, ""))) else {
                let what = to.join("::");
                out.push(format!("{krate}: {} imports crate::{what}, which belongs to no floor", from.join("::")));
                continue;
            };
            if theirs.0 > mine.0 && theirs.0 != usize::MAX {
                out.push(format!("{krate}: {} imports from {}, which is above it", from.join("::"), to.join("::")));
            }
        }
    }
}

/// Returns the groups of modules that reach each other: the strongly connected components with more than one module.
fn circles<'a>(arrows: &BTreeMap<&'a Vec<String>, BTreeSet<&'a Vec<String>>>) -> Vec<Vec<&'a Vec<String>>> {
    let reached: BTreeMap<_, BTreeSet<_>> = arrows
        .keys()
        .map(|&start| {
            let (mut seen, mut open) = (BTreeSet::new(), vec![start]);
            while let Some(at) = open.pop() {
                for &next in arrows.get(at).into_iter().flatten() {
                    if seen.insert(next) {
                        open.push(next);
                    }
                }
            }
            (start, seen)
        })
        .collect();
    let mut done = BTreeSet::new();
    let mut found = Vec::new();
    for (&module, seen) in &reached {
        if done.contains(&module) || !seen.contains(&module) {
            continue;
        }
        let circle: Vec<_> =
            seen.iter().copied().filter(|m| reached.get(m).is_some_and(|back| back.contains(&module))).collect();
        done.extend(circle.iter().copied());
        if circle.len() > 1 {
            found.push(circle);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::tree::File;

    fn offences(files: &[(&str, &str)]) -> Vec<String> {
        let file = |(path, text): &(&str, &str)| File { path: format!("crates/{path}"), text: (*text).to_owned() };
        let tree = Tree { root: Default::default(), files: files.iter().map(file).collect() };
        let mut out = Vec::new();
        check(&tree, &mut out).unwrap();
        out
    }

    #[test]
    fn imports_from_lower_floors_are_allowed() {
        let files = [
            ("core/src/lib.rs", "mod ids;\nmod wire;\npub use ids::Rank;"),
            ("core/src/ids.rs", "pub struct Rank;\n#[cfg(test)]\nmod tests { use crate::wire::Push; }"),
            ("core/src/wire/mod.rs", "mod push;\npub use push::Push;"),
            ("core/src/wire/push.rs", "use crate::Rank;\npub struct Push(Rank);"),
        ];
        assert_eq!(offences(&files), Vec::<String>::new());
    }

    #[test]
    fn imports_below_the_declaration_of_a_test_module_are_read() {
        let files = [
            ("clump/src/lib.rs", "mod net;"),
            ("clump/src/net/mod.rs", "#[cfg(test)]\nmod tests;\nmod a;\nuse a::A;\npub struct Net(A);"),
            ("clump/src/net/a.rs", "use super::Net;\npub struct A;"),
        ];
        let found = offences(&files);
        assert_eq!(found.len(), 1, "{found:?}");
    }

    #[test]
    fn imports_from_higher_floors_are_found_through_reexports() {
        let files = [
            ("core/src/lib.rs", "pub mod protocol;\npub use protocol::Engine;\nmod ids;"),
            ("core/src/protocol/mod.rs", "mod engine;\npub use engine::Engine;"),
            ("core/src/protocol/engine.rs", "pub struct Engine;"),
            ("core/src/ids.rs", "use crate::Engine;"),
        ];
        let found = offences(&files);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].contains("ids imports from protocol::engine"), "{found:?}");
    }

    #[test]
    fn imports_by_way_of_a_higher_floor_are_found() {
        let by = |import| {
            offences(&[
                ("clump/src/lib.rs", "pub mod driver;\nmod endpoint;\nmod windows;"),
                ("clump/src/driver.rs", "pub use crate::endpoint::Endpoint;"),
                ("clump/src/endpoint.rs", "pub struct Endpoint;"),
                ("clump/src/windows.rs", import),
            ])
        };
        let found = by("use crate::driver::{Endpoint};");
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].contains("windows imports from driver"), "{found:?}");
        assert_eq!(by("use crate::endpoint::Endpoint;"), Vec::<String>::new());
    }

    #[test]
    fn several_names_that_a_folder_hands_on_are_no_arrow_to_the_folder() {
        let files = [
            ("clump/src/lib.rs", "mod net;"),
            ("clump/src/net/mod.rs", "mod a;\nmod b;\npub use a::{A, B};\nuse b::C;\npub struct Net(C);"),
            ("clump/src/net/a.rs", "pub struct A;\npub struct B;"),
            ("clump/src/net/b.rs", "use crate::net::{A, B};\npub struct C(A, B);"),
        ];
        assert_eq!(offences(&files), Vec::<String>::new());
    }

    #[test]
    fn circles_are_found_in_braces_and_inside_functions() {
        let files = [
            ("clump/src/lib.rs", "mod net;"),
            ("clump/src/net/mod.rs", "mod a;\nmod b;\nmod c;"),
            ("clump/src/net/a.rs", "use super::{\n    b::B,\n};\npub struct A;"),
            ("clump/src/net/b.rs", "use std::fmt;\npub fn f(x: crate::net::c::C) {}\npub struct B;"),
            ("clump/src/net/c.rs", "use super::a::A as Other;\npub struct C;"),
        ];
        let found = offences(&files);
        assert_eq!(found.len(), 1, "{found:?}");
        for file in ["net/a.rs", "net/b.rs", "net/c.rs"] {
            assert!(found[0].contains(file), "{found:?}");
        }
    }
}
