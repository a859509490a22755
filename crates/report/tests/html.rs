//! The page of a sample report is a golden: `BLESS=1` writes it anew.

use std::path::Path;

use everypath_report::{Report, html, html_pages};

fn sample() -> Report {
    let text = include_str!("sample.json");
    let mut report: Report = serde_json::from_str(text).expect("the sample is a report");
    report.modules[0].source = include_str!("sample.py").to_owned();
    report
}

#[test]
fn the_page_is_as_it_was() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sample.html");
    let page = html(&sample());
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &page).expect("the golden can be written");
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        page == golden,
        "the page differs from {}; look at it and bless it with BLESS=1",
        path.display()
    );
}

#[test]
fn many_modules_have_pages_of_their_own() {
    let mut report = sample();
    assert_eq!(html_pages(&report, "all.html").len(), 1);
    let module = report.modules[0].clone();
    report.modules = vec![module; 20];
    let pages = html_pages(&report, "all.html");
    assert_eq!(pages.len(), 21);
    let (first, index) = &pages[0];
    assert_eq!(first, "all.html");
    for (place, page) in &pages[1..] {
        assert!(index.contains(&format!("href=\"{place}\"")), "{place}");
        assert!(page.contains("href=\"../all.html\""));
    }
    for foreign in ["http:", "https:", "src="] {
        assert!(!index.contains(foreign), "the page contains {foreign}");
    }
}

#[test]
fn the_page_stands_alone_and_its_tags_match() {
    let page = html(&sample());
    for foreign in ["<script", "http:", "https:", "@import", "src="] {
        assert!(!page.contains(foreign), "the page contains {foreign}");
    }
    let mut open: Vec<&str> = Vec::new();
    for part in page.split('<').skip(1) {
        let tag = part.split('>').next().unwrap_or_default();
        let name = tag
            .trim_start_matches('/')
            .split([' ', '/'])
            .next()
            .unwrap_or_default();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "at <{part}");
        } else if !tag.ends_with('/') && !["!DOCTYPE", "meta"].contains(&name) {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn links_lead_somewhere() {
    let page = html(&sample());
    for part in page.split("href=\"#").skip(1) {
        let id = part.split('"').next().unwrap_or_default();
        assert!(page.contains(&format!("id=\"{id}\"")), "{id}");
    }
}

#[test]
fn an_empty_report_is_a_page_too() {
    assert!(html(&Report::default()).contains("0 of 0 branch outcomes covered"));
}
