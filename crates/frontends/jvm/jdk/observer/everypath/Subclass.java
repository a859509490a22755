package everypath;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Makes objects that stand in for those of a class: a subclass whose methods ask a handler, as
 * those of a proxy do. Its code is of the last version without stack maps.
 */
final class Subclass {
    private static final int VERSION = 49;
    private static final int PUBLIC = 1;
    private static final int SUPER = 0x20;
    private static final int STATIC = 8;
    private static final int INTERFACE = 0x200;
    private static final int ABSTRACT = 0x400;
    private static final String ASK =
            "(Ljava/lang/Object;Ljava/lang/reflect/Method;[Ljava/lang/Object;)Ljava/lang/Object;";
    private static final String HANDLER = "Ljava/lang/reflect/InvocationHandler;";
    private static final String METHODS = "[Ljava/lang/reflect/Method;";
    private static int made;
    /** Subclasses of which the recipe, and no code, says what they do. */
    private static final Set<String> ANSWERING = new HashSet<>();

    private final ByteArrayOutputStream poolBytes = new ByteArrayOutputStream();
    private final DataOutputStream pool = new DataOutputStream(poolBytes);
    private final Map<String, Integer> known = new LinkedHashMap<>();
    private int entries = 1;
    private final String name;
    private final String above;
    private String implemented;

    private Subclass(String name, String above) {
        this.name = name;
        this.above = above;
    }

    /** An object of a new subclass, as a recipe says. */
    static Object make(Stage stage, ClassLoader loader, Map<String, Object> expression)
            throws ReflectiveOperationException {
        Map<String, Object> constructor = Json.object(expression.get("constructor"));
        Class<?> above = stage.type(Json.string(constructor, "class"));
        Constructor<?> of =
                above.isInterface()
                        ? Object.class.getConstructor()
                        : (Constructor<?>) stage.executable(constructor);
        List<Object> overrides = Json.array(expression.get("overrides"));
        List<Method> methods = new ArrayList<>();
        List<Object> answers = new ArrayList<>();
        List<String> inherited = new ArrayList<>();
        for (Object one : overrides) {
            Map<String, Object> override = Json.object(one);
            Method method = (Method) stage.executable(Json.object(override.get("method")));
            methods.add(method);
            answers.add(override);
            inherited.add(Json.string(Json.object(override.get("method")), "descriptor"));
        }
        String home = stage.home();
        String simple = "EverypathSubclass" + ++made;
        String name = home.isEmpty() ? simple : home + "." + simple;
        String superclass = of.getDeclaringClass().getName().replace('.', '/');
        Subclass writer = new Subclass(name.replace('.', '/'), superclass);
        writer.implemented = above.isInterface() ? above.getName().replace('.', '/') : null;
        byte[] code;
        try {
            code = writer.code(Json.string(constructor, "descriptor"), methods, inherited);
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
        Class<?> subclass = ((Loader) loader).define(name, code);
        boolean isReal = above.getClassLoader() != null;
        for (Method method : methods) {
            isReal &= isAbstract(method);
        }
        if (!isReal) {
            ANSWERING.add(name);
        }
        subclass.getField("handler").set(null, new Handler(stage, answers, methods));
        subclass.getField("methods").set(null, methods.toArray(new Method[0]));
        Object[] arguments = stage.evaluateAll(expression.get("arguments")).toArray();
        return subclass.getConstructor(of.getParameterTypes()).newInstance(arguments);
    }

    /** Whether what objects of a class do is answered, but for what the JDK does itself. */
    static boolean onlyAnswers(Class<?> of) {
        return ANSWERING.contains(of.getName());
    }

    /** Answers the calls of one object. */
    private static final class Handler implements InvocationHandler {
        private final List<Method> methods;
        private final List<List<Object[]>> answers = new ArrayList<>();
        private final int[] calls;

        Handler(Stage stage, List<Object> overrides, List<Method> methods)
                throws ReflectiveOperationException {
            this.methods = methods;
            this.calls = new int[methods.size()];
            for (Object one : overrides) {
                List<Object[]> each = new ArrayList<>();
                for (Object answer : Json.array(Json.object(one).get("each"))) {
                    Map<String, Object> said = Json.object(answer);
                    Object value = said.get("value") == null ? null : stage.evaluate(said.get("value"));
                    each.add(new Object[] {Json.string(said, "answer"), value});
                }
                answers.add(each);
            }
        }

        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
            int index = methods.indexOf(method);
            List<Object[]> each = answers.get(index);
            if (each.isEmpty()) {
                return zero(method.getReturnType());
            }
            Object[] answer = each.get(Math.min(calls[index]++, each.size() - 1));
            switch ((String) answer[0]) {
                case "throws":
                    throw (Throwable) answer[1];
                case "inherits":
                    try {
                        return proxy.getClass()
                                .getMethod("super" + index, method.getParameterTypes())
                                .invoke(proxy, arguments);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                default:
                    return answer[1] == null ? zero(method.getReturnType()) : answer[1];
            }
        }

        private static Object zero(Class<?> of) {
            return of == void.class || !of.isPrimitive()
                    ? null
                    : java.lang.reflect.Array.get(java.lang.reflect.Array.newInstance(of, 1), 0);
        }
    }

    private byte[] code(String constructor, List<Method> methods, List<String> descriptors)
            throws IOException {
        ByteArrayOutputStream bodyBytes = new ByteArrayOutputStream();
        DataOutputStream body = new DataOutputStream(bodyBytes);
        body.writeShort(PUBLIC | SUPER);
        body.writeShort(type(name));
        body.writeShort(type(above));
        body.writeShort(implemented == null ? 0 : 1);
        if (implemented != null) {
            body.writeShort(type(implemented));
        }
        body.writeShort(2);
        for (String[] field : new String[][] {{"handler", HANDLER}, {"methods", METHODS}}) {
            body.writeShort(PUBLIC | STATIC);
            body.writeShort(text(field[0]));
            body.writeShort(text(field[1]));
            body.writeShort(0);
        }
        int inherited = 0;
        for (Method method : methods) {
            inherited += isAbstract(method) ? 0 : 1;
        }
        body.writeShort(1 + methods.size() + inherited);
        above(body, "<init>", "<init>", constructor);
        for (int i = 0; i < methods.size(); i++) {
            asking(body, i, methods.get(i).getName(), descriptors.get(i));
            if (!isAbstract(methods.get(i))) {
                above(body, "super" + i, methods.get(i).getName(), descriptors.get(i));
            }
        }
        body.writeShort(0);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream all = new DataOutputStream(bytes);
        all.writeInt(0xcafebabe);
        all.writeInt(VERSION);
        all.writeShort(entries);
        poolBytes.writeTo(all);
        bodyBytes.writeTo(all);
        return bytes.toByteArray();
    }

    /** An interface without methods, named with slashes. */
    static byte[] emptyInterface(String name) {
        Subclass writer = new Subclass(name, "java/lang/Object");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            int own = writer.type(name);
            int above = writer.type("java/lang/Object");
            DataOutputStream all = new DataOutputStream(bytes);
            all.writeInt(0xcafebabe);
            all.writeInt(VERSION);
            all.writeShort(writer.entries);
            writer.poolBytes.writeTo(all);
            all.writeShort(PUBLIC | INTERFACE | ABSTRACT);
            all.writeShort(own);
            all.writeShort(above);
            // No interfaces, fields, methods or attributes.
            all.writeLong(0);
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
        return bytes.toByteArray();
    }

    private static boolean isAbstract(Method method) {
        return java.lang.reflect.Modifier.isAbstract(method.getModifiers());
    }

    /** A method that calls one of the class above with what it is given. */
    private void above(DataOutputStream body, String own, String called, String descriptor)
            throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream code = new DataOutputStream(bytes);
        load(code, 'L', 0);
        int slot = 1;
        for (String parameter : parameters(descriptor)) {
            load(code, parameter.charAt(0), slot);
            slot += width(parameter.charAt(0));
        }
        code.writeByte(0xb7);
        code.writeShort(member(10, above, called, descriptor));
        char result = descriptor.charAt(descriptor.indexOf(')') + 1);
        code.writeByte(0xac + family(result));
        method(body, own, descriptor, bytes.toByteArray(), slot);
    }

    /** A method that asks the handler. */
    private void asking(DataOutputStream body, int index, String called, String descriptor)
            throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream code = new DataOutputStream(bytes);
        List<String> parameters = parameters(descriptor);
        code.writeByte(0xb2);
        code.writeShort(member(9, name, "handler", HANDLER));
        load(code, 'L', 0);
        code.writeByte(0xb2);
        code.writeShort(member(9, name, "methods", METHODS));
        number(code, index);
        code.writeByte(0x32);
        number(code, parameters.size());
        code.writeByte(0xbd);
        code.writeShort(type("java/lang/Object"));
        int slot = 1;
        for (int i = 0; i < parameters.size(); i++) {
            char kind = parameters.get(i).charAt(0);
            code.writeByte(0x59);
            number(code, i);
            load(code, kind, slot);
            if (kind != 'L' && kind != '[') {
                String box = box(kind);
                code.writeByte(0xb8);
                code.writeShort(member(10, box, "valueOf", "(" + kind + ")L" + box + ";"));
            }
            code.writeByte(0x53);
            slot += width(kind);
        }
        code.writeByte(0xb9);
        code.writeShort(member(11, "java/lang/reflect/InvocationHandler", "invoke", ASK));
        code.writeByte(4);
        code.writeByte(0);
        String result = descriptor.substring(descriptor.indexOf(')') + 1);
        char kind = result.charAt(0);
        if (kind == 'V') {
            code.writeByte(0x57);
        } else if (kind == 'L' || kind == '[') {
            code.writeByte(0xc0);
            code.writeShort(type(kind == '[' ? result : result.substring(1, result.length() - 1)));
        } else {
            code.writeByte(0xc0);
            code.writeShort(type(box(kind)));
            String unbox = Primitives.ofDescriptor(kind) + "Value";
            code.writeByte(0xb6);
            code.writeShort(member(10, box(kind), unbox, "()" + kind));
        }
        code.writeByte(0xac + family(kind));
        method(body, called, descriptor, bytes.toByteArray(), slot);
    }

    private void method(
            DataOutputStream body, String called, String descriptor, byte[] code, int locals)
            throws IOException {
        body.writeShort(PUBLIC);
        body.writeShort(text(called));
        body.writeShort(text(descriptor));
        body.writeShort(1);
        body.writeShort(text("Code"));
        body.writeInt(code.length + 12);
        body.writeShort(Math.max(12, locals + 2));
        body.writeShort(locals);
        body.writeInt(code.length);
        body.write(code);
        body.writeShort(0);
        body.writeShort(0);
    }

    private static void number(DataOutputStream code, int value) throws IOException {
        code.writeByte(0x11);
        code.writeShort(value);
    }

    private static void load(DataOutputStream code, char kind, int slot) throws IOException {
        code.writeByte(0x15 + family(kind));
        code.writeByte(slot);
    }

    /** Which of the instructions for ints, longs, floats, doubles, references or nothing. */
    private static int family(char kind) {
        int known = "JFD".indexOf(kind);
        return known >= 0 ? known + 1 : kind == 'L' || kind == '[' ? 4 : kind == 'V' ? 5 : 0;
    }

    private static int width(char kind) {
        return kind == 'J' || kind == 'D' ? 2 : 1;
    }

    private static String box(char kind) {
        switch (kind) {
            case 'I':
                return "java/lang/Integer";
            case 'C':
                return "java/lang/Character";
            default:
                String word = Primitives.ofDescriptor(kind);
                return "java/lang/" + Character.toUpperCase(word.charAt(0)) + word.substring(1);
        }
    }

    private static List<String> parameters(String descriptor) {
        List<String> parameters = new ArrayList<>();
        for (int at = 1; descriptor.charAt(at) != ')'; ) {
            int end = Stage.end(descriptor, at);
            parameters.add(descriptor.substring(at, end));
            at = end;
        }
        return parameters;
    }

    private int text(String text) throws IOException {
        Integer place = known.get("u" + text);
        if (place != null) {
            return place;
        }
        pool.writeByte(1);
        pool.writeUTF(text);
        known.put("u" + text, entries);
        return entries++;
    }

    private int type(String type) throws IOException {
        Integer place = known.get("c" + type);
        if (place != null) {
            return place;
        }
        int text = text(type);
        pool.writeByte(7);
        pool.writeShort(text);
        known.put("c" + type, entries);
        return entries++;
    }

    private int member(int tag, String owner, String called, String descriptor)
            throws IOException {
        String key = tag + owner + "." + called + descriptor;
        Integer place = known.get(key);
        if (place != null) {
            return place;
        }
        int of = type(owner);
        int text = text(called);
        int shape = text(descriptor);
        pool.writeByte(12);
        pool.writeShort(text);
        pool.writeShort(shape);
        int named = entries++;
        pool.writeByte(tag);
        pool.writeShort(of);
        pool.writeShort(named);
        known.put(key, entries);
        return entries++;
    }
}
