#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| everypath_fuzz::run("images", bytes));
