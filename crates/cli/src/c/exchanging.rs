//! The inputs of a suite in Test-Comp's exchange format: a directory beside the
//! test file.

use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use everypath_emit::c::testcomp::{Metadata, test_case};
use everypath_suite::Candidate;
use everypath_term::Value;
use sha2::{Digest, Sha256};

use super::writing::Writing;
use everypath_generate::files::{save, shown};
use everypath_generate::{Failure, FailureKind};

const METADATA: &str = "metadata.xml";
const SECONDS_OF_A_DAY: u64 = 86_400;

impl Writing<'_> {
    /// Writes the inputs of tests, and what they are for.
    pub(super) fn exchange(
        &self,
        tests: &Path,
        inputs: &[(&str, &Candidate)],
    ) -> Result<(), Failure> {
        let directory = tests.with_extension("testcomp");
        clear(&directory)?;
        for (name, candidate) in inputs {
            let values = candidate.input.values.iter();
            let list: Vec<(String, String)> = values
                .map(|(slot, value)| (slot.to_string(), value_text(value)))
                .collect();
            let path = directory.join(format!("{name}.xml"));
            save(&path, Some(&test_case(&list)))?;
        }
        let source = &self.facts.source;
        let bytes = std::fs::read(source).unwrap_or_default();
        let hash = Sha256::digest(&bytes);
        let metadata = Metadata {
            program: shown(source),
            hash: hash.iter().map(|byte| format!("{byte:02x}")).collect(),
            function: self.target.part.clone().unwrap_or("main".to_owned()),
            // The same source gives the same suite.
            time: std::fs::metadata(source)
                .and_then(|about| about.modified())
                .map_or_else(|_| String::new(), date_and_time),
        };
        save(&directory.join(METADATA), Some(&metadata.text()))
    }
}

/// Takes out what an earlier run wrote; what is not ours stays.
fn clear(directory: &Path) -> Result<(), Failure> {
    let Ok(entries) = std::fs::read_dir(directory) else {
        return Ok(());
    };
    let ours = std::fs::read_to_string(directory.join(METADATA))
        .is_ok_and(|text| text.contains("<producer>Everypath</producer>"));
    if !ours {
        let message = format!(
            "{} is there already, and was not written by Everypath",
            directory.display()
        );
        return Err(Failure::new(FailureKind::Files, message));
    }
    let files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    for file in files {
        if file.extension().is_some_and(|ending| ending == "xml") {
            save(&file, None)?;
        }
    }
    Ok(())
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
    fn values_have_their_sign() {
        assert_eq!(value_text(&Value::bit_vec(32, u64::from(u32::MAX))), "-1");
        assert_eq!(
            value_text(&Value::bit_vec(64, 1 << 63)),
            "-9223372036854775808"
        );
        assert_eq!(value_text(&Value::bit_vec(8, 127)), "127");
    }
}
