//! Generates the headers of C's other interfaces from the Rust declarations in `crates/capi/src/ffi`, by cbindgen.
use std::path::{Path, PathBuf};

/// A header: its name, the files whose functions it declares, and text before and after the declarations.
struct Header {
    name: &'static str,
    about: &'static str,
    files: &'static [&'static str],
    first: &'static str,
    last: &'static str,
}

const HEADERS: [Header; 9] = [
    Header {
        name: "clump.h",
        about: "Clump's own interface: messages that run handlers, read as streams, and tagged messages.",
        files: &["clump.rs", "tagged.rs", "kept.rs", "delivery.rs"],
        first: "/* For clump_init: several threads will call. */\n#define CLUMP_THREADS 1u\n\
                /* Any source, any tag. */\n#define CLUMP_ANY (-1)\n\
                /* Errors; clump_error_text says more. */\n#define CLUMP_OK 0\n#define CLUMP_ERR_STATE (-1)\n\
                #define CLUMP_ERR_ARGUMENT (-2)\n#define CLUMP_ERR_STREAM (-3)\n#define CLUMP_ERR_SIZE (-4)\n\
                #define CLUMP_ERR_HANDLER (-5)\n#define CLUMP_ERR_RULE (-6)\n#define CLUMP_ERR_PEER (-7)\n\
                #define CLUMP_ERR_TRUNCATED (-8)\n#define CLUMP_ERR_SYSTEM (-9)\n",
        last: "",
    },
    Header {
        name: "fm2.h",
        about: "Fast Messages 2.x on Clump: streams in pieces of any size on both sides.",
        files: &["fm2.rs"],
        first: "/* What handlers return. */\n#define FM_CONTINUE 0\n/* For FM_extract: no bound. */\n\
                #define FM_EXTRACT_ALL (~0u)\n",
        last: "",
    },
    Header {
        name: "fm1.h",
        about: "Fast Messages 1.x on Clump, over 2.x: whole messages, whose copies are counted.\n\
                A file includes fm1.h or fm2.h: FM_extract means two things. FM_initialize and FM_finalize are one.",
        files: &["fm1.rs"],
        first: "int FM_initialize(void);\nint FM_finalize(void);\nint FM_nodeid(void);\nint FM_numnodes(void);\n",
        last: "#define FM_extract() FM1_extract()\n",
    },
    Header {
        name: "am.h",
        about: "Active Messages on Clump: requests whose handlers may only reply.",
        files: &["am.rs", "am_thread.rs"],
        first: "",
        last: AM,
    },
    Header {
        name: "bip.h",
        about: "BIP on Clump: sends and receives of words (ints), in order, without tags.",
        files: &["bip.rs"],
        first: "",
        last: "",
    },
    Header {
        name: "pm.h",
        about: "PM on Clump: messages in buffers of the library's.",
        files: &["pm.rs"],
        first: "",
        last: "",
    },
    Header {
        name: "clip.h",
        about: "CLIP on Clump: clip_send, clip_rcv, and buffers that are mapped.\n\
                What drove a network card (open_lanai, load_mcp) is left out.",
        files: &["clip.rs"],
        first: "",
        last: "",
    },
    Header {
        name: "dp.h",
        about: "Directed points on Clump: numbered ends that are directed at each other, and lightweight ones\n\
                that share the buffer of another. Errors are those of clump.h.",
        files: &["dp.rs"],
        first: "",
        last: "",
    },
    Header {
        name: "deposit.h",
        about: "Direct Deposit on Clump: a sender places bytes in a receiver's memory, who looks at notes in its own.\n\
                It begins and ends with clump.h's clump_init and clump_finalize; errors are that header's, too.",
        files: &["deposit.rs", "connection.rs"],
        first: "",
        last: "",
    },
];

/// C code for `am.h`: macros that send requests and replies with their words as separate arguments, as the papers do.
const AM: &str = "#ifndef CLUMP_AM_H_WORDS
#define CLUMP_AM_H_WORDS
/* AM_RequestM(ep, to, handler, words...) and AM_ReplyM(token, handler, words...): 1 to 8 words. */
#ifdef __cplusplus
template <class... Words> static inline int AM_RequestM(ep_t ep, int to, handler_t handler, Words... words) {
  const int args[] = {static_cast<int>(words)...};
  return AM_Request(ep, to, handler, args, sizeof...(words));
}
template <class... Words> static inline int AM_ReplyM(void *token, handler_t handler, Words... words) {
  const int args[] = {static_cast<int>(words)...};
  return AM_Reply(token, handler, args, sizeof...(words));
}
#else
#define AM_WORDS_(...) (const int[]){__VA_ARGS__}, (int)(sizeof((const int[]){__VA_ARGS__}) / sizeof(int))
#define AM_RequestM(ep, to, handler, ...) AM_Request((ep), (to), (handler), AM_WORDS_(__VA_ARGS__))
#define AM_ReplyM(token, handler, ...) AM_Reply((token), (handler), AM_WORDS_(__VA_ARGS__))
#endif
#endif
";

const FOLDER: &str = "crates/capi/include";

/// The headers for C++, which are not generated: templates over the others.
pub const CXX_HEADERS: [&str; 1] = ["epos.hpp"];

/// Returns the headers' names, for the installation.
pub fn names() -> impl Iterator<Item = &'static str> {
    HEADERS.iter().map(|header| header.name)
}

/// Returns every header: its path in the workspace, and its text.
pub fn headers(root: &Path) -> Result<Vec<(PathBuf, String)>, String> {
    HEADERS.iter().map(|header| Ok((Path::new(FOLDER).join(header.name), text(root, header)?))).collect()
}

fn text(root: &Path, header: &Header) -> Result<String, String> {
    let Header { name, about, files, first, last } = header;
    let guard = format!("CLUMP_{}", name.to_uppercase().replace('.', "_"));
    let lines: Vec<String> = about.lines().map(|line| format!(" * {line}")).collect();
    let mut builder = cbindgen::Builder::new().with_config(cbindgen::Config {
        language: cbindgen::Language::C,
        cpp_compat: true,
        no_includes: true,
        sys_includes: vec!["stddef.h".to_owned(), "stdint.h".to_owned()],
        include_guard: Some(guard),
        header: Some(format!("/* Written by cargo xtask gen from crates/capi/src/ffi; do not edit.\n *\n{} */", {
            lines.join("\n")
        })),
        after_includes: (!first.is_empty()).then(|| {
            format!("\n#ifdef __cplusplus\nextern \"C\" {{\n#endif\n\n{first}\n#ifdef __cplusplus\n}}\n#endif")
        }),
        trailer: (!last.is_empty()).then(|| last.trim_end().to_string()),
        documentation_style: cbindgen::DocumentationStyle::C99,
        usize_is_size_t: true,
        style: cbindgen::Style::Both,
        line_length: 100,
        ..cbindgen::Config::default()
    });
    for file in *files {
        builder = builder.with_src(root.join("crates/capi/src/ffi").join(file));
    }
    let bindings = builder.generate().map_err(|e| format!("{name} cannot be written: {e}"))?;
    let mut text = Vec::new();
    bindings.write(&mut text);
    String::from_utf8(text).map_err(|e| e.to_string())
}
