import java.lang.reflect.*;
import java.util.*;

/** Runs every case of the named classes and prints what each prints. */
public class Runner {
    public static void main(String[] names) throws Exception {
        for (String name : names) {
            Class<?> type = Class.forName(name);
            Method[] cases = type.getDeclaredMethods();
            Arrays.sort(cases, Comparator.comparing(Method::getName));
            for (Method method : cases) {
                boolean isCase = Modifier.isStatic(method.getModifiers())
                        && method.getReturnType() == void.class
                        && method.getParameterCount() == 0
                        && !method.isSynthetic();
                if (!isCase) continue;
                method.setAccessible(true);
                System.out.println("== " + name + "." + method.getName());
                try {
                    method.invoke(null);
                } catch (InvocationTargetException e) {
                    System.out.println("threw " + e.getCause().getClass().getName());
                }
            }
        }
        System.out.flush();
    }
}
