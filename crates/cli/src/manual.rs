//! What other programs know of the command line: completions of shells, the manual page.

use std::io::Write;
use std::process::ExitCode;

use clap::CommandFactory;
use clap_complete::Shell;

use crate::arguments::Arguments;

/// Prints what makes a shell complete the commands and options.
pub(crate) fn completions(shell: Shell) -> ExitCode {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "everypath", &mut text);
    print(&text)
}

/// Prints the manual page: the program, then each of its commands.
pub(crate) fn manual() -> ExitCode {
    let program = Arguments::command();
    let mut text = Vec::new();
    let page = clap_mangen::Man::new(program.clone());
    let mut written = page.render(&mut text);
    for command in program.get_subcommands() {
        let name = command.get_name();
        let page = clap_mangen::Man::new(command.clone());
        written = written
            .and_then(|()| writeln!(text, ".SH \"everypath {name}\""))
            .and_then(|()| page.render_description_section(&mut text))
            .and_then(|()| page.render_options_section(&mut text));
    }
    written.expect("memory can be written");
    print(&text)
}

fn print(text: &[u8]) -> ExitCode {
    // A reader that went away is no failure of ours.
    let _ = std::io::stdout().write_all(text);
    ExitCode::SUCCESS
}
