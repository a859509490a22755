package everypath.gradle;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What the block {@code everypath} of a build says. */
public class EverypathExtension {
    private String executable = "everypath";
    private List<String> targets = new ArrayList<>();
    private List<String> options = new ArrayList<>();

    /** The executable: a path, or a name that is looked for on the path. */
    public String getExecutable() {
        return executable;
    }

    public void setExecutable(String executable) {
        this.executable = executable;
    }

    /** What to test: classes, files or directories. Without any, the project. */
    public List<String> getTargets() {
        return targets;
    }

    public void setTargets(List<String> targets) {
        this.targets = targets;
    }

    /** Options of {@code everypath generate}, one word each. */
    public List<String> getOptions() {
        return options;
    }

    public void setOptions(List<String> options) {
        this.options = options;
    }

    List<String> command() {
        List<String> words = new ArrayList<>();
        words.add(executable);
        words.add("generate");
        words.addAll(options);
        words.add("--");
        words.addAll(targets.isEmpty() ? Collections.singletonList(".") : targets);
        return words;
    }
}
