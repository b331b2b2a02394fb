//! Broken sheets: each says in its first lines what should be found where.

use super::{DATA, files};
use forethought_core::gdl::{Limits, Severity, examine};
use std::collections::HashSet;
use std::fs;

/// Enough for small sheets, so that those without end are soon found.
const LIMITS: Limits = Limits {
    facts: 20_000,
    work: 1_000_000,
    gives_up: None,
};

/// `LINE:COLUMN severity code` of each finding.
fn expected(text: &str) -> Vec<String> {
    let digit = |line: &&str| line.starts_with(|sign: char| sign.is_ascii_digit());
    let lines = text.lines().map_while(|line| line.strip_prefix([';', '%']));
    lines
        .map(str::trim)
        .filter(digit)
        .map(str::to_owned)
        .collect()
}

#[test]
fn each_fault_is_found_where_it_is() {
    let files = files("broken");
    assert!(files.len() >= 40);
    let mut messages = HashSet::new();
    for path in files {
        let text = fs::read_to_string(&path).expect("a text");
        let findings = examine(&text, LIMITS);
        let found: Vec<_> = findings
            .iter()
            .map(|finding| format!("{} {} {}", finding.at, finding.severity, finding.code))
            .collect();
        assert_eq!(found, expected(&text), "{}", path.display());
        for finding in findings {
            assert!(!finding.to_string().contains('\n') && !finding.fix.is_empty());
            messages.insert(finding.message);
        }
    }
    assert!(
        messages.len() >= 60,
        "{} different messages",
        messages.len()
    );
}

#[test]
fn sound_sheets_have_no_errors() {
    for folder in ["", "pitfalls"] {
        for path in files(folder) {
            let ending = path.extension().and_then(|ending| ending.to_str());
            if !matches!(ending, Some("kif" | "hrf")) {
                continue;
            }
            let text = fs::read_to_string(&path).expect("a text");
            let mut findings = examine(&text, LIMITS);
            findings.retain(|finding| finding.severity == Severity::Error);
            assert_eq!(findings, [], "{} of {DATA}", path.display());
        }
    }
}
