//! A program that runs cases as the original and as each of some mutants, and says what
//! became of the places in the words of the [observer](super::observer).

use std::fmt::Write;

use super::Source;
use super::observer::written;
use super::recipe::Case;
use crate::files::File;

const RUNNING: &str = r#"
/* Which mutant this process is; 0 is none. */
int everypath_mutant;
/* What the original reached, by mutant, and how far it went. */
static unsigned char *mutants_reached;
static long *mutants_steps;
static long mutants_taken, mutants_most = 10000000;

void everypath_nothing(void) {
}

void everypath_reached(int first, int last) {
    if (!everypath_mutant)
        for (; first <= last; first++)
            mutants_reached[first] = 1;
    if (++mutants_taken > mutants_most)
        _exit(97);
}

static void mutants_run(int number, int mutant, int fill, void (*run)(void), int patience) {
    FILE *output = tmpfile();
    char written[4096];
    int i, end = 0;
    size_t size;
    pid_t child;
    if (!output)
        return;
    dprintf(observer_out, "case %d\nmutant %d\n", number, mutant);
    child = fork();
    if (child == 0) {
        dup2(fileno(output), 1);
        alarm(patience);
        everypath_mutant = mutant;
#ifdef M_PERTURB
        mallopt(M_PERTURB, fill);
#endif
        if (mutant)
            mutants_most = *mutants_steps * 8 + 5000;
        run();
        *mutants_steps = mutant ? *mutants_steps : mutants_taken;
        fflush(stdout);
        dprintf(observer_out, "done\n");
        _exit(0);
    }
    waitpid(child, &end, 0);
    rewind(output);
    size = fread(written, 1, sizeof written, output);
    fclose(output);
    dprintf(observer_out, "\noutput ");
    for (i = 0; i < (int)size; i++)
        dprintf(observer_out, "%02x", (unsigned char)written[i]);
    dprintf(observer_out, "\n");
    if (WIFEXITED(end))
        dprintf(observer_out, "exited %d\n", WEXITSTATUS(end));
    dprintf(observer_out, "end\n");
}

/* A case as the original, then as each mutant that is wanted and was reached. */
static void mutants_case(int number, void (*run)(void), const char *wanted, int patience) {
    int i, count = (int)strlen(wanted);
    memset(mutants_reached, 0, MUTANTS + 1);
    *mutants_steps = 0;
    /* What nobody wrote is another in another run. */
    mutants_run(number, 0, 85, run, patience);
    mutants_run(number, 0, 170, run, patience);
    for (i = 1; i < count && i <= MUTANTS; i++)
        if (wanted[i] == '1' && mutants_reached[i])
            mutants_run(number, i, 85, run, patience);
}

/* The arguments are the seconds that a case may take, a letter for each mutant, and the
   cases. */
int main(int count, char **arguments) {
    int i, patience = count > 2 ? atoi(arguments[1]) : 1;
    void *shared = mmap(NULL, sizeof(long) + MUTANTS + 1, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        return 1;
    mutants_steps = shared;
    mutants_reached = (unsigned char *)(mutants_steps + 1);
    observer_out = dup2(1, 300) < 0 ? dup(1) : 300;
    for (i = 3; i < count; i++)
        switch (atoi(arguments[i])) {
"#;

/// The program for cases and so many mutants. All functions of the source are in it.
pub fn mutated(
    include: &str,
    source: &Source,
    cases: &[Case],
    missing: &[String],
    mutants: usize,
) -> File {
    let mut running =
        format!("\n#define MUTANTS {mutants}\n\n/* What nobody calls is there, too. */\n");
    running.push_str("void *everypath_functions[] = {\n");
    let functions = source.functions.iter().filter(|name| *name != "main");
    for name in functions {
        let _ = writeln!(running, "    (void *){name},");
    }
    running.push_str("    NULL};\n");
    running.push_str(RUNNING);
    for case in cases {
        let _ = writeln!(
            running,
            "        case {0}: mutants_case({0}, observer_case_{0}, arguments[2], patience); break;",
            case.id
        );
    }
    running.push_str("        }\n    return 0;\n}");
    written(include, source, cases, missing, &running)
}
