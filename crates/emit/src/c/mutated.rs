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
/* What the processes share: the steps of this run and of the original, and which mutants
   the original reached. */
static struct {
    long taken, original;
    unsigned char reached[MUTANTS + 1];
} *mutants_shared;
static long mutants_most = 10000000;
/* What all runs may cost, in microseconds. */
static long mutants_allowance;

void everypath_nothing(void) {
}

void everypath_reached(int first, int last) {
    if (!everypath_mutant)
        for (; first <= last; first++)
            mutants_shared->reached[first] = 1;
    if (++mutants_shared->taken > mutants_most)
        _exit(97);
}

/* Counted, so that it is the same on a busy machine: a process, the steps of 20 ns, and the
   seconds of a run that had to be ended by the clock. */
static long mutants_cost(int end, int patience) {
    long cost = 500 + mutants_shared->taken / 50;
    if (WIFSIGNALED(end) && WTERMSIG(end) == SIGALRM)
        cost += patience * 1000000L;
    return cost;
}

static void mutants_run(int number, int mutant, int fill, void (*run)(void), int patience) {
    FILE *output = tmpfile();
    char written[4096];
    int i, end = 0;
    size_t size;
    long cost;
    pid_t child;
    if (!output)
        return;
    mutants_shared->taken = 0;
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
            mutants_most = mutants_shared->original * 8 + 5000;
        run();
        fflush(stdout);
        dprintf(observer_out, "done\n");
        _exit(0);
    }
    waitpid(child, &end, 0);
    if (!mutant)
        mutants_shared->original = mutants_shared->taken;
    rewind(output);
    size = fread(written, 1, sizeof written, output);
    fclose(output);
    dprintf(observer_out, "\noutput ");
    for (i = 0; i < (int)size; i++)
        dprintf(observer_out, "%02x", (unsigned char)written[i]);
    dprintf(observer_out, "\n");
    if (WIFEXITED(end))
        dprintf(observer_out, "exited %d\n", WEXITSTATUS(end));
    cost = mutants_cost(end, patience);
    mutants_allowance -= cost;
    dprintf(observer_out, "cost %ld\nend\n", cost);
}

/* A case as the original, then as each mutant that is wanted and was reached. */
static void mutants_case(int number, void (*run)(void), const char *wanted, int patience) {
    int i, count = (int)strlen(wanted);
    if (mutants_allowance < 0)
        return;
    memset(mutants_shared->reached, 0, MUTANTS + 1);
    /* What nobody wrote is another in another run. */
    mutants_run(number, 0, 85, run, patience);
    mutants_run(number, 0, 170, run, patience);
    for (i = 1; i < count && i <= MUTANTS && mutants_allowance >= 0; i++)
        if (wanted[i] == '1' && mutants_shared->reached[i])
            mutants_run(number, i, 85, run, patience);
}

/* The arguments are the seconds that a case may take, the microseconds that all of it may
   cost, a letter for each mutant, and the cases. */
int main(int count, char **arguments) {
    int i, patience = count > 3 ? atoi(arguments[1]) : 1;
    void *shared = mmap(NULL, sizeof *mutants_shared, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        return 1;
    mutants_shared = shared;
    mutants_allowance = count > 3 ? atol(arguments[2]) : 0;
    observer_out = dup2(1, 300) < 0 ? dup(1) : 300;
    for (i = 4; i < count; i++)
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
            "        case {0}: mutants_case({0}, observer_case_{0}, arguments[3], patience); break;",
            case.id
        );
    }
    running.push_str("        }\n    return 0;\n}");
    written(include, source, cases, missing, &running)
}
