//! Checks docs/PLACES.md: the places of each list exist, and three lists do not grow.
use super::tree::Tree;
use anyhow::Result;

/// The page of lists.
const PAGE: &str = "docs/PLACES.md";
/// The lists that must stay short, and the most places in each.
const MOST: [(&str, usize); 3] = [("An owner of frames", 22), ("A fabric", 20), ("A counter", 10)];

pub fn check(tree: &Tree, out: &mut Vec<String>) -> Result<()> {
    let Some(page) = tree.get(PAGE) else {
        out.push(format!("{PAGE} is missing"));
        return Ok(());
    };
    for (number, line) in page.text.lines().enumerate() {
        for name in line.split('`').skip(1).step_by(2).filter(|name| is_path(name)) {
            if !tree.root.join(name).exists() {
                out.push(format!("{PAGE}:{}: there is no `{name}`", number + 1));
            }
        }
    }
    for (task, most) in MOST {
        let count = places(&page.text, task);
        if count == 0 || count > most {
            out.push(format!("{PAGE}: \"{task}\" has {count} places; it must have 1 to {most}"));
        }
    }
    Ok(())
}

/// Returns true for a path from the root of the repository.
fn is_path(name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || "._-/".contains(c);
    name.chars().all(is_part) && (name.contains('/') || name.ends_with(".md"))
}

/// Returns how many numbered places the list of this task has.
fn places(page: &str, task: &str) -> usize {
    let heading = format!("## {task}");
    let list = page.lines().skip_while(|line| *line != heading).skip(1).take_while(|line| !line.starts_with("## "));
    list.filter(|line| line.split_once(". ").is_some_and(|(number, _)| number.parse::<u32>().is_ok())).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_ends_at_the_next_heading() {
        let page = "## A cat\n1. One\n   more. Text\n2. Two\n## A dog\n1. One\n";
        assert_eq!([places(page, "A cat"), places(page, "A dog"), places(page, "A cow")], [2, 1, 0]);
        assert!(
            is_path("crates/core/src/") && is_path("README.md") && !is_path("Endpoint::open") && !is_path("mod.rs")
        );
    }
}
