//! Checks that each comment stands by itself: none begins with "The same", and few speak of an actor without naming it.
use super::tree::Tree;
use anyhow::Result;

/// Words that hide who acts.
const NAMELESS: [&str; 2] = ["whoever", "nobody"];
/// The largest number of lines below `crates/` that may contain one of [`NAMELESS`].
const MOST_NAMELESS: usize = 40;

pub fn check(tree: &Tree, out: &mut Vec<String>) -> Result<()> {
    let mut nameless = Vec::new();
    for file in tree.rust() {
        for (number, line) in file.text.lines().enumerate() {
            let place = format!("{}:{}", file.path, number + 1);
            if begins_with_the_same(line) {
                out.push(format!("{place}: a comment begins with \"The same\": write what the item does"));
            }
            let lower = line.to_lowercase();
            if file.path.starts_with("crates/") && NAMELESS.iter().any(|word| super::source::has_word(&lower, word)) {
                nameless.push(place);
            }
        }
    }
    if nameless.len() > MOST_NAMELESS {
        out.push(format!(
            "{} lines say {}, at most {MOST_NAMELESS} may: {}",
            nameless.len(),
            NAMELESS.join(" or "),
            nameless.join(", ")
        ));
    }
    Ok(())
}

fn begins_with_the_same(line: &str) -> bool {
    let text = line.trim_start();
    let comment = text.strip_prefix("//").map(|rest| rest.trim_start_matches(['/', '!']).trim_start());
    comment.is_some_and(|comment| comment.starts_with("The same"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::tree::File;

    fn offences(text: &str) -> usize {
        let file = File { path: "crates/core/src/x.rs".into(), text: text.into() };
        let mut out = Vec::new();
        check(&Tree { root: Default::default(), files: vec![file] }, &mut out).unwrap();
        out.len()
    }

    #[test]
    fn comments_that_lean_on_their_neighbour_are_found() {
        for text in ["/// The same for two.", "    //! The same", "// The same again"] {
            assert_eq!(offences(text), 1, "{text}");
        }
        assert_eq!(offences("/// Sends the same bytes again.\nlet a = \"The same\";"), 0);
    }

    #[test]
    fn actors_without_a_name_are_counted() {
        let word = NAMELESS[1];
        assert_eq!(offences(&format!("// {word} asks\n").repeat(MOST_NAMELESS)), 0);
        assert_eq!(offences(&format!("// {word} asks\n").repeat(MOST_NAMELESS + 1)), 1);
    }
}
