//! What tests make streams with.

const MAKING: &str = r#"
/* A stream that holds these bytes and stands at a position. */
static FILE *stream_of(const char *bytes, size_t size, long position) {
    FILE *stream = tmpfile();
    if (stream == NULL || fwrite(bytes, 1, size, stream) != size)
        _exit(2);
    fseek(stream, position, SEEK_SET);
    return stream;
}
"#;

const STANDARD_INPUT: &str = r#"
/* From here on, the standard input is what the stream holds. */
static void use_as_input(FILE *stream) {
    fflush(stream);
    lseek(fileno(stream), ftell(stream), SEEK_SET);
    dup2(fileno(stream), 0);
}
"#;

const LOOKING: &str = r#"
/* All that a stream holds; it stays where it stands. */
static const char *contents_of(FILE *stream) {
    static char contents[65536];
    long position = ftell(stream);
    size_t size;
    rewind(stream);
    size = fread(contents, 1, sizeof contents - 1, stream);
    contents[size] = 0;
    fseek(stream, position, SEEK_SET);
    return contents;
}
"#;

/// The functions that these tests call.
pub(super) fn preamble(tests: &str) -> Vec<&'static str> {
    [
        ("stream_of(", MAKING),
        ("use_as_input(", STANDARD_INPUT),
        ("contents_of(", LOOKING),
    ]
    .into_iter()
    .filter(|(call, _)| tests.contains(call))
    .map(|(_, text)| text)
    .collect()
}
