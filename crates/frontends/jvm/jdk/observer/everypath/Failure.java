package everypath;

import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.List;

/** Why a recipe could not be carried out. */
final class Failure {
    private Failure() {}

    static String why(Throwable failure) {
        if (failure instanceof Stage.Unbuildable) {
            return failure.getMessage();
        }
        return failure instanceof InvocationTargetException
                ? "preparing it throws " + failure.getCause()
                : "it cannot be observed: " + failure;
    }

    /** The class that reflection did not find: looking at one method, it looks at all of them. */
    static List<String> missing(Throwable failure) {
        List<String> names = new ArrayList<>();
        for (Throwable at = failure; at != null; at = at.getCause()) {
            String message = at.getMessage();
            if (at instanceof NoClassDefFoundError && message != null && !message.contains(" ")) {
                names.add(message.replace('/', '.'));
            }
        }
        return names;
    }
}
