package everypath.maven;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/**
 * Writes suites for a project. The executable does it: it compiles the project with Maven itself,
 * so that this goal needs no phase before it.
 */
@Mojo(name = "generate", requiresProject = true)
public final class GenerateMojo extends AbstractMojo {
    /** Everypath's exit codes from here on say that it could not do what it was asked. */
    private static final int CANNOT = 2;

    /** The executable: a path, or a name that is looked for on the path. */
    @Parameter(property = "everypath.executable", defaultValue = "everypath")
    private String executable;

    /** What to test: classes, files or directories. Without any, the project. */
    @Parameter(property = "everypath.targets")
    private List<String> targets;

    /** Options of `everypath generate`, one word each. */
    @Parameter(property = "everypath.options")
    private List<String> options;

    /** Leaves the goal out. */
    @Parameter(property = "everypath.skip", defaultValue = "false")
    private boolean skip;

    @Parameter(defaultValue = "${project.basedir}", readonly = true)
    private File directory;

    @Override
    public void execute() throws MojoExecutionException, MojoFailureException {
        if (skip) {
            getLog().info("everypath is left out");
            return;
        }
        int code = run(command());
        if (code >= CANNOT) {
            throw new MojoExecutionException("everypath ended with exit code " + code);
        }
        if (code != 0) {
            // A bug was found, or a suite is not up to date, and the options say that it counts.
            throw new MojoFailureException("everypath ended with exit code " + code);
        }
    }

    private List<String> command() {
        List<String> words = new ArrayList<>();
        words.add(executable);
        words.add("generate");
        words.addAll(options == null ? Collections.<String>emptyList() : options);
        words.add("--");
        boolean isWhole = targets == null || targets.isEmpty();
        words.addAll(isWhole ? Collections.singletonList(".") : targets);
        return words;
    }

    /** Runs a command in the project's directory; what it says is part of Maven's log. */
    private int run(List<String> words) throws MojoExecutionException {
        ProcessBuilder builder = new ProcessBuilder(words).directory(directory);
        Process process;
        try {
            process = builder.redirectErrorStream(true).start();
        } catch (IOException error) {
            throw new MojoExecutionException(
                    "everypath cannot be started (" + error.getMessage() + "): install it, or name it"
                            + " with -Deverypath.executable=PATH",
                    error);
        }
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            process.getOutputStream().close();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                getLog().info(line);
            }
            return process.waitFor();
        } catch (IOException error) {
            throw new MojoExecutionException("everypath cannot be read", error);
        } catch (InterruptedException error) {
            Thread.currentThread().interrupt();
            throw new MojoExecutionException("everypath was interrupted", error);
        } finally {
            process.destroy();
        }
    }
}
