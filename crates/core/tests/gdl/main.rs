//! Rule sheets: what is said about broken ones, and that the others are played as they should be.
//! Expected values were derived by hand or come from programs that know no GDL.

mod games;
mod nets;
mod pitfalls;
mod reasoning;
mod sheets;
mod switched;
mod text;

use forethought_core::gdl::{GdlGame, Interpreter, Limits, syntax};
use std::fs;
use std::path::{Path, PathBuf};

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/gdl");

fn text(name: &str) -> String {
    fs::read_to_string(Path::new(DATA).join(name)).expect("a text")
}

fn interpreter(text: &str) -> Interpreter {
    let sheet = syntax::parse(text).expect("a sheet");
    Interpreter::new(&sheet, Limits::default()).expect("a game")
}

fn game(name: &str) -> GdlGame {
    let sheet = syntax::parse(&text(name)).expect("a sheet");
    GdlGame::new(name, &sheet, Limits::default()).expect("a game")
}

/// The files of a folder of the test data, in order.
fn files(folder: &str) -> Vec<PathBuf> {
    listed(&Path::new(DATA).join(folder))
}

/// The sheets of the package.
fn shipped() -> Vec<PathBuf> {
    listed(&Path::new(DATA).join("../../python/forethought/gdl/sheets"))
}

fn listed(folder: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).expect("a folder");
    let mut files: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    files.sort();
    files
}
