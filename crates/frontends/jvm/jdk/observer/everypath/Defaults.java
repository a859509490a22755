package everypath;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;

/** Calls the default methods of interfaces on proxies, on every JDK. */
final class Defaults {
    private Defaults() {}

    static Object call(Object proxy, Method method, Object[] arguments) throws Throwable {
        return handle(method).bindTo(proxy).invokeWithArguments(arguments);
    }

    private static MethodHandle handle(Method method) throws ReflectiveOperationException {
        Class<?> owner = method.getDeclaringClass();
        MethodType type = MethodType.methodType(method.getReturnType(), method.getParameterTypes());
        try {
            // JDK 9 and newer.
            return MethodHandles.lookup().findSpecial(owner, method.getName(), type, owner);
        } catch (IllegalAccessException older) {
            Constructor<MethodHandles.Lookup> constructor =
                    MethodHandles.Lookup.class.getDeclaredConstructor(Class.class);
            constructor.setAccessible(true);
            return constructor.newInstance(owner).unreflectSpecial(method, owner);
        }
    }
}
