// hostile: looks for the runner on the stack and changes its fields
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;

public class ReflectsOnRunner {
    public static int meddle(int mode) throws Exception {
        if (mode != 3) {
            return mode < 0 ? 0 : mode;
        }
        int changed = 0;
        for (StackTraceElement frame : Thread.currentThread().getStackTrace()) {
            if (frame.getClassName().startsWith("java.")) {
                continue;
            }
            for (Field field : Class.forName(frame.getClassName()).getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
                    field.setAccessible(true);
                    try {
                        field.set(null, null);
                        changed++;
                    } catch (IllegalAccessException constant) {
                        continue;
                    }
                }
            }
        }
        return changed;
    }
}
