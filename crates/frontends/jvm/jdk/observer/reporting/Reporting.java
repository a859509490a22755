package everypath.reporting;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/** Writes what becomes of each test to a file, as soon as it is known. */
public final class Reporting implements TestExecutionListener {
    private final PrintStream report;

    public Reporting() throws IOException {
        // What is under test need not know that it is.
        String file = System.clearProperty("everypath.report");
        report = new PrintStream(new FileOutputStream(file), true, "UTF-8");
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        if (test.isTest()) {
            report.println("started\t" + name(test));
        }
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        report.println("failed\t" + name(test) + "\tskipped: " + oneLine(reason));
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        Throwable failure = result.getThrowable().orElse(null);
        if (test.isTest()) {
            String passed = failure == null ? "passed" : "failed";
            report.println(passed + "\t" + name(test) + "\t" + oneLine(failure));
        } else if (failure != null) {
            report.println("broken\t" + test.getDisplayName() + "\t" + oneLine(failure));
        }
    }

    private static String name(TestIdentifier test) {
        return test.getSource()
                .filter(MethodSource.class::isInstance)
                .map(source -> ((MethodSource) source).getMethodName())
                .orElse(test.getDisplayName());
    }

    private static String oneLine(Object what) {
        return String.valueOf(what).replaceAll("\\s+", " ");
    }
}
