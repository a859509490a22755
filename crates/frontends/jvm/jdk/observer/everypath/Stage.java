package everypath;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Carries out the arrangement and the call of one recipe with one class loader. */
final class Stage {
    private final ClassLoader loader;
    private final Temporary temporary;
    private final String home;
    private final List<Object> locals = new ArrayList<>();
    private final StandIn.Calls calls = new StandIn.Calls();

    Stage(ClassLoader loader, Temporary temporary, String home) {
        this.loader = loader;
        this.temporary = temporary;
        this.home = home;
    }

    /** The package that tests are in. */
    String home() {
        return home;
    }

    /** The input could not be built; the message says why. */
    static final class Unbuildable extends Exception {
        private static final long serialVersionUID = 1L;

        Unbuildable(String message, Throwable cause) {
            super(message, cause);
        }
    }

    StandIn.Calls calls() {
        return calls;
    }

    List<Object> locals() {
        return locals;
    }

    void arrange(List<Object> statements) throws Unbuildable {
        for (Object statement : statements) {
            Map<String, Object> step = Json.object(statement);
            try {
                carryOut(step);
            } catch (InvocationTargetException failure) {
                throw new Unbuildable("a call that prepares it throws " + failure.getCause(), failure);
            } catch (ReflectiveOperationException | RuntimeException | LinkageError failure) {
                throw new Unbuildable("it cannot be prepared: " + failure, failure);
            }
        }
    }

    private void carryOut(Map<String, Object> step)
            throws ReflectiveOperationException, Unbuildable {
        switch (Json.string(step, "step")) {
            case "define":
                locals.add(evaluate(step.get("value")));
                break;
            case "evaluate":
                evaluate(step.get("call"));
                break;
            case "set_field":
                Object of = step.get("of") == null ? null : evaluate(step.get("of"));
                field(Json.string(step, "class"), Json.string(step, "field"))
                        .set(of, evaluate(step.get("value")));
                break;
            case "make_file":
                temporary.make(Json.string(step, "path"), step.get("bytes"));
                break;
            case "assume_absent":
                if (new java.io.File(Json.string(step, "path")).exists()) {
                    throw new Unbuildable("there is a file " + Json.string(step, "path"), null);
                }
                break;
            case "set_property":
                String value = (String) evaluate(step.get("value"));
                if (value == null) {
                    System.clearProperty(Json.string(step, "name"));
                } else {
                    System.setProperty(Json.string(step, "name"), value);
                }
                break;
            case "set_element":
                Array.set(
                        evaluate(step.get("array")),
                        (int) Json.number(step, "index"),
                        evaluate(step.get("value")));
                break;
            default:
                throw new IllegalArgumentException("unknown step " + step.get("step"));
        }
    }

    /** The method or constructor of a recipe, ready to be called. */
    Executable executable(Map<String, Object> method) throws ReflectiveOperationException {
        Class<?> owner = type(Json.string(method, "class"));
        String name = Json.string(method, "name");
        Class<?>[] parameters = parameters(Json.string(method, "descriptor"));
        Executable found =
                name.equals("<init>")
                        ? owner.getDeclaredConstructor(parameters)
                        : find(owner, name, parameters, Json.string(method, "descriptor"));
        open(found);
        return found;
    }

    /** A method by its whole descriptor, in a class or what it inherits from. */
    private Method find(Class<?> owner, String name, Class<?>[] parameters, String descriptor)
            throws ReflectiveOperationException {
        Class<?> result = type(element(descriptor, descriptor.indexOf(')') + 1));
        Method other = null;
        for (Class<?> at = owner; at != null; at = at.getSuperclass()) {
            for (Method method : at.getDeclaredMethods()) {
                if (method.getName().equals(name)
                        && java.util.Arrays.equals(method.getParameterTypes(), parameters)) {
                    if (method.getReturnType() == result) {
                        return method;
                    }
                    other = method;
                }
            }
        }
        return other != null ? other : owner.getMethod(name, parameters);
    }

    static void open(AccessibleObject object) {
        try {
            object.setAccessible(true);
        } catch (RuntimeException closed) {
            // A public member of an exported package needs no opening; others say so when used.
            return;
        }
    }

    Object call(Executable executable, Object receiver, List<Object> arguments)
            throws ReflectiveOperationException {
        Object[] values = arguments.toArray();
        if (executable instanceof Constructor) {
            return ((Constructor<?>) executable).newInstance(values);
        }
        return ((Method) executable).invoke(receiver, values);
    }

    List<Object> evaluateAll(Object expressions) throws ReflectiveOperationException {
        List<Object> values = new ArrayList<>();
        for (Object expression : Json.array(expressions)) {
            values.add(evaluate(expression));
        }
        return values;
    }

    Object evaluate(Object json) throws ReflectiveOperationException {
        Map<String, Object> expression = Json.object(json);
        String kind = Json.string(expression, "is");
        switch (kind) {
            case "null":
                return null;
            case "boolean":
                return expression.get("value");
            case "byte":
                return (byte) Json.number(expression, "value");
            case "short":
                return (short) Json.number(expression, "value");
            case "char":
                return (char) Json.number(expression, "value");
            case "int":
                return (int) Json.number(expression, "value");
            case "long":
                return Json.number(expression, "value");
            case "float":
                return Float.intBitsToFloat((int) Json.number(expression, "bits"));
            case "double":
                String bits = ((Json.Number) expression.get("bits")).text;
                return Double.longBitsToDouble(Long.parseUnsignedLong(bits));
            case "string":
                return Json.units(expression.get("units"));
            case "boxed":
                return evaluate(expression.get("value"));
            case "enum":
                return field(Json.string(expression, "class"), Json.string(expression, "constant"))
                        .get(null);
            case "class":
                return classOf(expression.get("of"));
            case "local":
                return locals.get((int) Json.number(expression, "id"));
            case "array":
                List<Object> items = evaluateAll(expression.get("items"));
                Object array = Array.newInstance(classOf(expression.get("element")), items.size());
                for (int i = 0; i < items.size(); i++) {
                    Array.set(array, i, items.get(i));
                }
                return array;
            case "new_array":
                return Array.newInstance(
                        classOf(expression.get("element")), (int) Json.number(expression, "length"));
            case "new":
                List<Object> given = new ArrayList<>();
                if (expression.get("outer") != null) {
                    given.add(evaluate(expression.get("outer")));
                }
                given.addAll(evaluateAll(expression.get("arguments")));
                return call(executable(Json.object(expression.get("constructor"))), null, given);
            case "call_static":
                return call(
                        executable(Json.object(expression.get("method"))),
                        null,
                        evaluateAll(expression.get("arguments")));
            case "call":
                Object receiver = evaluate(expression.get("receiver"));
                return call(
                        executable(Json.object(expression.get("method"))),
                        receiver,
                        evaluateAll(expression.get("arguments")));
            case "static_field":
                return field(Json.string(expression, "class"), Json.string(expression, "field"))
                        .get(null);
            case "field":
                return field(Json.string(expression, "class"), Json.string(expression, "field"))
                        .get(evaluate(expression.get("of")));
            case "lambda":
                return lambda(expression);
            case "stand_in":
                return standIn(expression);
            case "subclass":
                return Subclass.make(this, loader, expression);
            case "temporary":
                return temporary.get();
            case "collection":
                Collection<Object> collection = instance(expression);
                collection.addAll(evaluateAll(expression.get("items")));
                return collection;
            case "map":
                Map<Object, Object> map = instance(expression);
                for (Object entry : Json.array(expression.get("entries"))) {
                    List<Object> pair = Json.array(entry);
                    map.put(evaluate(pair.get(0)), evaluate(pair.get(1)));
                }
                return map;
            case "cast":
                return evaluate(expression.get("value"));
            case "allocate":
                return allocate(type(Json.string(expression, "class")));
            default:
                throw new IllegalArgumentException("unknown expression " + kind);
        }
    }

    @SuppressWarnings("unchecked")
    private <T> T instance(Map<String, Object> expression) throws ReflectiveOperationException {
        return (T) type(Json.string(expression, "class")).getConstructor().newInstance();
    }

    private Object lambda(Map<String, Object> expression) throws ReflectiveOperationException {
        Class<?> of = classOf(expression.get("interface"));
        Object answer = expression.get("answer") == null ? null : evaluate(expression.get("answer"));
        return Proxy.newProxyInstance(
                of.getClassLoader() == null ? loader : of.getClassLoader(),
                new Class<?>[] {of},
                (proxy, method, arguments) -> {
                    if (method.getDeclaringClass() == Object.class) {
                        switch (method.getName()) {
                            case "equals":
                                return proxy == arguments[0];
                            case "hashCode":
                                return System.identityHashCode(proxy);
                            default:
                                return of.getName() + " lambda";
                        }
                    }
                    if (method.isDefault()) {
                        return Defaults.call(proxy, method, arguments);
                    }
                    return answer;
                });
    }

    private Object standIn(Map<String, Object> expression) throws ReflectiveOperationException {
        Class<?> of = classOf(expression.get("interface"));
        return Proxy.newProxyInstance(
                of.getClassLoader() == null ? loader : of.getClassLoader(),
                new Class<?>[] {of},
                new StandIn(of, this, Json.array(expression.get("answers"))));
    }

    private static Object allocate(Class<?> of) throws ReflectiveOperationException {
        Class<?> unsafe = Class.forName("sun.misc.Unsafe");
        Field instance = unsafe.getDeclaredField("theUnsafe");
        instance.setAccessible(true);
        return unsafe.getMethod("allocateInstance", Class.class).invoke(instance.get(null), of);
    }

    private Field field(String owner, String name) throws ReflectiveOperationException {
        Field field = type(owner).getDeclaredField(name);
        open(field);
        return field;
    }

    /** A class by its binary name or the name of a primitive. */
    Class<?> type(String name) throws ClassNotFoundException {
        Class<?> primitive = Primitives.named(name);
        return primitive != null ? primitive : Class.forName(name, true, loader);
    }

    private Class<?> classOf(Object json) throws ClassNotFoundException {
        Map<String, Object> of = Json.object(json);
        String kind = Json.string(of, "type");
        switch (kind) {
            case "class":
                return type(Json.string(of, "name"));
            case "array":
                return Array.newInstance(classOf(of.get("element")), 0).getClass();
            default:
                return Primitives.named(kind);
        }
    }

    private Class<?>[] parameters(String descriptor) throws ClassNotFoundException {
        List<Class<?>> parameters = new ArrayList<>();
        for (int at = 1; descriptor.charAt(at) != ')'; ) {
            int end = end(descriptor, at);
            parameters.add(type(element(descriptor, at)));
            at = end;
        }
        return parameters.toArray(new Class<?>[0]);
    }

    static int end(String descriptor, int at) {
        while (descriptor.charAt(at) == '[') {
            at++;
        }
        return descriptor.charAt(at) == 'L' ? descriptor.indexOf(';', at) + 1 : at + 1;
    }

    /** The name that `type` understands of the type that begins somewhere in a descriptor. */
    private static String element(String descriptor, int at) {
        String part = descriptor.substring(at, end(descriptor, at));
        if (part.startsWith("[")) {
            return part.replace('/', '.');
        }
        if (part.startsWith("L")) {
            return part.substring(1, part.length() - 1).replace('/', '.');
        }
        return Primitives.ofDescriptor(part.charAt(0));
    }
}
