//! The inputs of a suite in Test-Comp's exchange format: a directory beside the
//! test file.

use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use everypath_emit::c::testcomp::{Metadata, test_case};
use everypath_generate::{Failure, FailureKind, shown};
use everypath_suite::Candidate;
use everypath_term::Value;
use sha2::{Digest, Sha256};

const METADATA: &str = "metadata.xml";
const SECONDS_OF_A_DAY: u64 = 86_400;

/// Where the inputs of a test file go.
fn directory_of(tests: &Path) -> PathBuf {
    tests.with_extension("testcomp")
}

/// Makes sure that nothing else is where the inputs of a test file go.
pub(crate) fn claim(tests: &Path) -> Result<(), Failure> {
    let directory = directory_of(tests);
    if !directory.exists() || is_ours(&directory) {
        return Ok(());
    }
    let message = format!(
        "{} is there already, and was not written by Everypath",
        directory.display()
    );
    Err(Failure::new(FailureKind::Files, message))
}

fn is_ours(directory: &Path) -> bool {
    std::fs::read_to_string(directory.join(METADATA))
        .is_ok_and(|text| text.contains("<producer>Everypath</producer>"))
}

/// Takes out the inputs that an earlier run wrote; what is not ours stays.
pub(crate) fn clear(tests: &Path) {
    let directory = directory_of(tests);
    if !is_ours(&directory) {
        return;
    }
    let entries = std::fs::read_dir(&directory)
        .into_iter()
        .flatten()
        .flatten();
    for file in entries.map(|entry| entry.path()) {
        if file.extension().is_some_and(|ending| ending == "xml") {
            // What cannot be removed cannot be written either, which is told.
            let _ = std::fs::remove_file(file);
        }
    }
}

/// The inputs of tests as files, and what they are for.
pub(crate) fn files(
    tests: &Path,
    source: &Path,
    function: Option<&str>,
    inputs: &[(&str, &Candidate)],
) -> Vec<(PathBuf, String)> {
    let directory = directory_of(tests);
    let file = |(name, candidate): &(&str, &Candidate)| {
        let values = candidate.input.values.iter();
        let list: Vec<(String, String)> = values
            .map(|(slot, value)| (slot.to_string(), value_text(value)))
            .collect();
        (directory.join(format!("{name}.xml")), test_case(&list))
    };
    let mut files: Vec<(PathBuf, String)> = inputs.iter().map(file).collect();
    let bytes = std::fs::read(source).unwrap_or_default();
    let hash = Sha256::digest(&bytes);
    let metadata = Metadata {
        program: shown(source),
        hash: hash.iter().map(|byte| format!("{byte:02x}")).collect(),
        function: function.unwrap_or("main").to_owned(),
        // The same source gives the same suite.
        time: std::fs::metadata(source)
            .and_then(|about| about.modified())
            .map_or_else(|_| String::new(), date_and_time),
    };
    files.push((directory.join(METADATA), metadata.text()));
    files
}

/// A value as the format writes it: a decimal number. C takes a negative one for
/// an unsigned variable too.
fn value_text(value: &Value) -> String {
    match value {
        Value::Bool(value) => u8::from(*value).to_string(),
        Value::BitVec { width, bits } => {
            let unused = 64 - u32::from(*width);
            (((bits << unused) as i64) >> unused).to_string()
        }
        Value::Float32(bits) => f32::from_bits(*bits).to_string(),
        Value::Float64(bits) => f64::from_bits(*bits).to_string(),
        Value::Int(value) => value.to_string(),
        Value::Array(_) => String::new(),
    }
}

/// A time as ISO 8601 writes it.
fn date_and_time(time: SystemTime) -> String {
    let seconds = time
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default()
        .as_secs();
    let (mut days, rest) = (seconds / SECONDS_OF_A_DAY, seconds % SECONDS_OF_A_DAY);
    let mut year = 1970;
    let is_leap = |year: u64| {
        (year.is_multiple_of(4) && !year.is_multiple_of(100)) || year.is_multiple_of(400)
    };
    loop {
        let length = if is_leap(year) { 366 } else { 365 };
        if days < length {
            break;
        }
        days -= length;
        year += 1;
    }
    let february = if is_leap(year) { 29 } else { 28 };
    let lengths = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while days >= lengths[month] {
        days -= lengths[month];
        month += 1;
    }
    let (hours, minutes) = (rest / 3600, rest / 60 % 60);
    format!(
        "{year:04}-{:02}-{:02}T{hours:02}:{minutes:02}:{:02}Z",
        month + 1,
        days + 1,
        rest % 60
    )
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn times_are_dates() {
        let shown = |seconds| date_and_time(UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(shown(0), "1970-01-01T00:00:00Z");
        assert_eq!(shown(951_827_696), "2000-02-29T12:34:56Z");
        assert_eq!(shown(1_798_761_599), "2026-12-31T23:59:59Z");
    }

    #[test]
    fn inputs_of_an_earlier_run_go_and_nothing_else() {
        let directory = tempfile::tempdir().unwrap();
        let tests = directory.path().join("test_a.c");
        claim(&tests).unwrap();
        let inputs = directory.path().join("test_a.testcomp");
        std::fs::create_dir(&inputs).unwrap();
        std::fs::write(inputs.join("mine.xml"), "<mine/>").unwrap();
        assert!(claim(&tests).is_err());
        clear(&tests);
        assert!(inputs.join("mine.xml").exists());
        for (path, text) in files(&tests, Path::new("a.c"), Some("f"), &[]) {
            std::fs::write(path, text).unwrap();
        }
        claim(&tests).unwrap();
        std::fs::write(inputs.join("notes.txt"), "").unwrap();
        clear(&tests);
        assert!(!inputs.join("mine.xml").exists());
        assert!(inputs.join("notes.txt").exists());
    }

    #[test]
    fn values_have_their_sign() {
        assert_eq!(value_text(&Value::bit_vec(32, u64::from(u32::MAX))), "-1");
        assert_eq!(
            value_text(&Value::bit_vec(64, 1 << 63)),
            "-9223372036854775808"
        );
        assert_eq!(value_text(&Value::bit_vec(8, 127)), "127");
    }
}
