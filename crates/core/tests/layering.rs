//! Reads the sources of this crate and fails where a module imports one it must not, reads the
//! clock or prints. What each module may import is the table of `ARCHITECTURE.md`, and only that.
//!
//! Comments and unit tests do not count: a test of the searches may well play a game.

use std::fs;
use std::path::{Path, PathBuf};

const ARCHITECTURE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../ARCHITECTURE.md");
const SOURCES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
const HEADING: &str = "### `crates/core/src`";

/// A module at the root of the crate and the ones it may import.
struct Row {
    module: String,
    imports: Vec<String>,
}

/// A file below `src`, its code alone.
struct Source {
    path: String,
    code: String,
}

impl Source {
    fn new(path: &str, text: &str) -> Self {
        Self {
            path: path.to_owned(),
            code: code(text),
        }
    }

    /// The names from the root of the crate down: `tree/arms.rs` is `["tree", "arms"]`.
    fn names(&self) -> Vec<&str> {
        let path = self.path.trim_end_matches(".rs");
        path.trim_end_matches("/mod").split('/').collect()
    }

    fn module(&self) -> &str {
        self.names()[0]
    }

    /// Everything named relative to the root of the crate, however the path is spelled.
    fn imports(&self) -> Vec<String> {
        let climb = "super::".repeat(self.names().len());
        ["crate::", "forethought_core::", &climb]
            .iter()
            .flat_map(|prefix| heads_after(&self.code, prefix))
            .collect()
    }

    /// What is wrong with the imports of this file, a line each.
    fn faults(&self, rows: &[Row]) -> Vec<String> {
        let Some(row) = rows.iter().find(|row| row.module == self.module()) else {
            return vec![format!("{}: ARCHITECTURE.md has no such module", self.path)];
        };
        let allowed = |name: &String| *name == row.module || row.imports.contains(name);
        let refused = self.imports().into_iter().filter(|name| !allowed(name));
        refused
            .map(|name| format!("{}: must not import {name}", self.path))
            .collect()
    }

    fn mentions(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.code.contains(word))
    }
}

/// The rows of the table under [`HEADING`]: `` | `module` | imports | what it is | ``.
fn table(text: &str) -> Vec<Row> {
    let (_, section) = text.split_once(HEADING).expect("the heading of the table");
    let section = section.split("\n#").next().unwrap_or_default();
    let lines = section.lines().filter(|line| line.starts_with("| `"));
    lines.fold(Vec::new(), |mut rows, line| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let imports = match cells[2] {
            "nothing" => Vec::new(),
            "those above" => rows.iter().map(|row: &Row| row.module.clone()).collect(),
            list => list.split(',').map(unquoted).collect(),
        };
        let module = unquoted(cells[1]);
        rows.push(Row { module, imports });
        rows
    })
}

fn unquoted(cell: &str) -> String {
    cell.trim().trim_matches('`').to_owned()
}

/// The text without line comments and without what is compiled for tests only.
fn code(text: &str) -> String {
    let mut lines = text.lines();
    let mut kept = Vec::new();
    while let Some(line) = lines.next() {
        if line == "#[cfg(test)]" {
            // rustfmt closes an item at the column it began in.
            lines.find(|line| line.starts_with('}') || line.ends_with(';') && !indented(line));
        } else {
            kept.push(line.split("//").next().unwrap_or_default());
        }
    }
    kept.join("\n")
}

fn indented(line: &str) -> bool {
    line.starts_with(' ')
}

/// The names that follow `prefix`: one for `prefix::a::b`, several for `prefix::{a, b::c}`.
fn heads_after(code: &str, prefix: &str) -> Vec<String> {
    let continues = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let starts = code
        .match_indices(prefix)
        .filter(|(at, _)| !code[..*at].ends_with(continues));
    starts
        .flat_map(|(at, _)| heads(&code[at + prefix.len()..]))
        .collect()
}

fn heads(path: &str) -> Vec<String> {
    match path.strip_prefix('{') {
        Some(group) => members(group).into_iter().map(head).collect(),
        None => vec![head(path)],
    }
}

/// The name a path begins with, or its first sign where that is no name (`*`).
fn head(path: &str) -> String {
    let path = path.trim_start();
    let end = path.find(|c: char| !c.is_alphanumeric() && c != '_');
    path[..end.unwrap_or(path.len()).max(1)].to_owned()
}

/// The members of a group of imports, up to the brace that closes it.
fn members(group: &str) -> Vec<&str> {
    let nesting = |sign| i32::from(sign == '{') - i32::from(sign == '}');
    let mut depth = 0;
    let end = group.find(|sign| {
        depth += nesting(sign);
        depth < 0
    });
    depth = 0;
    let members = group[..end.expect("a closed group")].split(|sign| {
        depth += nesting(sign);
        depth == 0 && sign == ','
    });
    members.filter(|member| !member.trim().is_empty()).collect()
}

fn rust_files(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            rust_files(&path, into);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            into.push(path);
        }
    }
}

/// All files but the root of the crate, which has to name every module, and the tests.
fn sources() -> Vec<Source> {
    let mut paths = Vec::new();
    rust_files(Path::new(SOURCES), &mut paths);
    let relative = |path: &PathBuf| {
        let path = path.strip_prefix(SOURCES).expect("a path below src");
        path.to_str().expect("a name in UTF-8").replace('\\', "/")
    };
    let files = paths.iter().map(|path| (relative(path), path));
    files
        .filter(|(name, _)| name != "lib.rs" && !name.ends_with("tests.rs"))
        .map(|(name, path)| Source::new(&name, &fs::read_to_string(path).expect("a text")))
        .collect()
}

fn rows() -> Vec<Row> {
    table(&fs::read_to_string(ARCHITECTURE).expect("ARCHITECTURE.md"))
}

fn assert_none(faults: &[String]) {
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn a_module_imports_only_what_its_row_allows() {
    let rows = rows();
    let faults = sources()
        .into_iter()
        .flat_map(|source| source.faults(&rows));
    assert_none(&faults.collect::<Vec<_>>());
}

#[test]
fn the_clock_is_read_only_in_budget() {
    let clocks = ["Instant", "SystemTime"];
    let outside = sources()
        .into_iter()
        .filter(|source| source.module() != "budget");
    let faults = outside.filter(|source| source.mentions(&clocks));
    assert_none(&faults.map(|source| source.path).collect::<Vec<_>>());
}

#[test]
fn nothing_prints() {
    let prints = ["println!", "print!", "eprintln!", "eprint!", "dbg!"];
    let faults = sources()
        .into_iter()
        .filter(|source| source.mentions(&prints));
    assert_none(&faults.map(|source| source.path).collect::<Vec<_>>());
}

#[test]
fn every_spelling_of_a_forbidden_import_is_found() {
    let rows = table(&format!(
        "{HEADING}\n| `low` | nothing | |\n| `mid` | those above | |\n| `side` | `low` | |\n"
    ));
    let faults = |path: &str, text: &str| Source::new(path, text).faults(&rows).len();
    assert_eq!(faults("mid/part.rs", "use crate::low::A;"), 0);
    assert_eq!(faults("mid/part.rs", "use super::{A, other::B};"), 0);
    assert_eq!(faults("mid/part.rs", "// see crate::side"), 0);
    let test = "#[cfg(test)]\nmod tests {\n    use crate::side::A;\n}\nfn f() {}\n";
    assert_eq!(faults("mid/mod.rs", test), 0);

    assert_eq!(faults("low.rs", "use crate::mid::A;"), 1);
    assert_eq!(faults("low.rs", "fn f() -> forethought_core::mid::A {}"), 1);
    assert_eq!(faults("low.rs", "use super::mid::A;"), 1);
    assert_eq!(faults("low/part.rs", "use super::super::mid::A;"), 1);
    let group = "use crate::{low::{A, B}, mid::C, side::{D, E}};\nuse crate::low::F;";
    assert_eq!(faults("mid.rs", group), 1);
    assert_eq!(faults("side.rs", group), 1);
    assert_eq!(faults("low.rs", group), 2);
    assert_eq!(faults("mid.rs", "use crate::*;"), 1);
    assert_eq!(faults("unknown.rs", ""), 1);
    let after = format!("{test}use crate::side::A;");
    assert_eq!(faults("mid/mod.rs", &after), 1);
}
