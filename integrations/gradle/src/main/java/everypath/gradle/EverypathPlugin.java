package everypath.gradle;

import org.gradle.api.Plugin;
import org.gradle.api.Project;
import org.gradle.api.tasks.Exec;

/**
 * Adds the block {@code everypath} to a build, and a task that writes suites for the project. The
 * executable compiles the project with Gradle itself: the task needs no other one before it, and
 * has no outputs that Gradle could call up to date, since the executable knows what changed.
 */
public final class EverypathPlugin implements Plugin<Project> {
    @Override
    public void apply(Project project) {
        EverypathExtension extension =
                project.getExtensions().create("everypath", EverypathExtension.class);
        project.getTasks().create("everypathGenerate", Exec.class, task -> {
            task.setGroup("verification");
            task.setDescription("Writes unit tests for the paths of this project's classes.");
            task.setWorkingDir(project.getProjectDir());
            // What the block says is known only when the whole build has been read.
            task.doFirst(first -> task.commandLine(extension.command()));
        });
    }
}
