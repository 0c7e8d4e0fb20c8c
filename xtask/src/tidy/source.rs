//! Reduces Rust source to code, line by line: without comments and string literals.

/// Returns the lines of `source` with comments, strings and character literals replaced by blanks.
pub fn code(text: &str) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while at < chars.len() {
        let end = match chars[at] {
            '/' if chars.get(at + 1) == Some(&'/') => line_end(&chars, at),
            '/' if chars.get(at + 1) == Some(&'*') => block_end(&chars, at),
            '"' => string_end(&chars, at + 1),
            'r' if !after_word(&chars, at) => raw_end(&chars, at).unwrap_or(at),
            '\'' => char_end(&chars, at).unwrap_or(at),
            _ => at,
        };
        if end == at {
            out.push(chars[at]);
            at += 1;
        } else {
            out.extend(chars[at..end].iter().map(|&c| if c == '\n' { '\n' } else { ' ' }));
            at = end;
        }
    }
    out.lines().map(str::to_owned).collect()
}

/// Removes every item that only tests compile (`#[cfg(test)]`, `#[cfg(all(test, …))]`). `code` has neither comments nor
/// strings (see [`code`]).
pub fn without_tests(code: &str) -> String {
    let mut kept = String::with_capacity(code.len());
    let mut rest = code;
    while let Some(at) = ["#[cfg(test)]", "#[cfg(all(test"].iter().filter_map(|mark| rest.find(mark)).min() {
        kept.push_str(&rest[..at]);
        rest = &rest[at + item_end(&rest[at..])..];
    }
    kept + rest
}

/// Returns where the item at the start of `code` ends: at its `;`, its `,` (a field or an arm), or its closing brace.
fn item_end(code: &str) -> usize {
    let mut depth = 0_i32;
    for (at, c) in code.char_indices() {
        match c {
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => {
                depth -= 1;
                if depth < 0 {
                    return at;
                }
                if depth == 0 && c == '}' {
                    return at + 1;
                }
            }
            ';' | ',' if depth == 0 => return at + 1,
            _ => {}
        }
    }
    code.len()
}

/// Returns true if `line` contains `word` as a whole word.
pub fn has_word(line: &str, word: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(word).any(|(at, _)| {
        !line[..at].chars().next_back().is_some_and(part) && !line[at + word.len()..].chars().next().is_some_and(part)
    })
}

fn after_word(chars: &[char], at: usize) -> bool {
    // `br"…"` is a raw string as well.
    at > 0 && (chars[at - 1].is_alphanumeric() || chars[at - 1] == '_') && chars[at - 1] != 'b'
}
fn line_end(chars: &[char], at: usize) -> usize {
    chars[at..].iter().position(|&c| c == '\n').map_or(chars.len(), |n| at + n)
}
fn block_end(chars: &[char], start: usize) -> usize {
    let (mut depth, mut at) = (0, start);
    while at < chars.len() {
        match (chars[at], chars.get(at + 1)) {
            ('/', Some('*')) => (depth, at) = (depth + 1, at + 1),
            ('*', Some('/')) => (depth, at) = (depth - 1, at + 1),
            _ => {}
        }
        at += 1;
        if depth == 0 {
            break;
        }
    }
    at.min(chars.len())
}
fn string_end(chars: &[char], mut at: usize) -> usize {
    while at < chars.len() && chars[at] != '"' {
        at += if chars[at] == '\\' { 2 } else { 1 };
    }
    (at + 1).min(chars.len())
}
fn raw_end(chars: &[char], at: usize) -> Option<usize> {
    let hashes = chars[at + 1..].iter().take_while(|&&c| c == '#').count();
    let open = at + 1 + hashes;
    if chars.get(open) != Some(&'"') {
        return None;
    }
    let close =
        |i: usize| chars[i] == '"' && chars[i + 1..].iter().take(hashes).filter(|&&c| c == '#').count() == hashes;
    (open + 1..chars.len()).find(|&i| close(i)).map(|i| i + 1 + hashes)
}
/// Returns the end of a character literal; `None` for a lifetime.
fn char_end(chars: &[char], at: usize) -> Option<usize> {
    match chars.get(at + 1)? {
        '\\' => chars[at + 3..].iter().position(|&c| c == '\'').map(|n| at + 4 + n),
        _ => (chars.get(at + 2) == Some(&'\'')).then_some(at + 3),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_of_tests_are_removed_wherever_they_stand() {
        let source = "#[cfg(test)]\nmod tests;\nuse a;\n#[cfg(all(test, unix))]\nmod pair { fn f() { g(); } }\nuse b;\n\
            struct S {\n    #[cfg(test)]\n    seen: Vec<(u8, u8)>,\n    kept: u8,\n}\n";
        let left = without_tests(source);
        let words: Vec<&str> = left.split_whitespace().collect();
        assert_eq!(words, ["use", "a;", "use", "b;", "struct", "S", "{", "kept:", "u8,", "}"]);
    }

    #[test]
    fn comments_and_texts_are_blanked() {
        let source = "let a = \"unsafe \\\" unsafe\"; // unsafe\n/* unsafe /* unsafe */ unsafe */ b('\"', '\\'', \
            'x')\nfn f<'a>() { unsafe { r#\"unsafe \" \"# } }";
        let lines = code(source);
        assert_eq!(lines.len(), 3);
        assert!(!has_word(&lines[0], "unsafe") && !has_word(&lines[1], "unsafe"));
        assert!(lines[1].contains("b("), "code after a block comment stays: {}", lines[1]);
        assert_eq!(lines[2].matches("unsafe").count(), 1);
        assert!(!has_word("unsafe_code", "unsafe") && has_word("x=unsafe{", "unsafe"));
    }
}
