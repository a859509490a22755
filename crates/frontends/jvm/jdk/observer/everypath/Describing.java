package everypath;

import java.io.File;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Proxy;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Describes values as far as a test can look at them. */
final class Describing {
    private static final int LONGEST_STRING = 1000;
    private static final int MOST_ITEMS = 64;
    private static final int MOST_READS = 10;
    private static final int DEEPEST = 3;
    /** Texts with addresses or hashes differ from run to run. */
    private static final Pattern ADDRESS = Pattern.compile("@[0-9a-f]{4,}");
    private static final List<String> PLAIN_READS =
            Arrays.asList(
                    "size", "isEmpty", "length", "intValue", "longValue", "doubleValue", "name",
                    "ordinal", "hasNext", "hasMoreElements", "count", "capacity");
    /** Names of fields that are also those of methods which change something. */
    private static final List<String> DONE =
            Arrays.asList(
                    "next", "previous", "pop", "poll", "take", "read", "remove", "reset", "clear",
                    "close", "advance", "flip", "build", "iterator");

    /** What classes of the JDK answer with is different on another machine. */
    private static final List<String> OUTSIDE =
            Arrays.asList(
                    "getAbsoluteFile", "getAbsolutePath", "getCanonicalFile", "getCanonicalPath",
                    "getCanonicalHostName", "getContent", "getFileSystem", "getFreeSpace",
                    "getHostName", "getTotalSpace", "getUsableSpace");

    private final Facts facts;
    /** Objects of the input, by who they are. */
    private final IdentityHashMap<Object, Map<String, Object>> known;
    private final IdentityHashMap<Object, Boolean> open = new IdentityHashMap<>();

    Describing(Facts facts, IdentityHashMap<Object, Map<String, Object>> known) {
        this.facts = facts;
        this.known = known;
    }

    private static Map<String, Object> node(String kind) {
        Map<String, Object> node = new LinkedHashMap<>();
        node.put("v", kind);
        return node;
    }

    /** A returned value, which may be an object of the input. */
    Map<String, Object> result(Object value, Class<?> declared) {
        return value(value, declared, 0, true);
    }

    /** An object of the input, looked into. */
    Map<String, Object> state(Object value, Class<?> declared) {
        return value(value, declared, 0, false);
    }

    private Map<String, Object> value(Object value, Class<?> declared, int depth, boolean mayBeKnown) {
        if (value == null) {
            return node("null");
        }
        Map<String, Object> simple = simple(value, declared);
        if (simple != null) {
            return simple;
        }
        if (mayBeKnown && known.containsKey(value)) {
            Map<String, Object> node = node("same");
            node.put("as", known.get(value));
            return node;
        }
        if (depth >= DEEPEST || open.containsKey(value)) {
            return opaque(value);
        }
        open.put(value, true);
        try {
            return compound(value, declared, depth);
        } finally {
            open.remove(value);
        }
    }

    private Map<String, Object> opaque(Object value) {
        Map<String, Object> node = node("opaque");
        node.put("class", value.getClass().getName());
        return node;
    }

    /** Values without identity. */
    private Map<String, Object> simple(Object value, Class<?> declared) {
        Map<String, Object> scalar = scalar(value);
        if (scalar != null) {
            if (declared.isPrimitive()) {
                return scalar;
            }
            Map<String, Object> boxed = node("boxed");
            boxed.put("of", scalar);
            return boxed;
        }
        if (value instanceof String) {
            return string((String) value);
        }
        if (value instanceof Enum) {
            Map<String, Object> node = node("enum");
            Class<?> of = ((Enum<?>) value).getDeclaringClass();
            facts.note(of);
            node.put("class", of.getName());
            node.put("constant", ((Enum<?>) value).name());
            return facts.isVisible(of) ? node : opaque(value);
        }
        if (value instanceof Class) {
            Class<?> of = (Class<?>) value;
            facts.note(of);
            Map<String, Object> node = node("class");
            node.put("descriptor", Primitives.descriptor(of));
            return facts.isVisible(of) ? node : opaque(value);
        }
        String name = value.getClass().getName();
        if (name.equals("java.math.BigInteger") || name.equals("java.math.BigDecimal")) {
            facts.note(value.getClass());
            Map<String, Object> node = node("number");
            node.put("class", name);
            node.put("text", value.toString());
            return node;
        }
        return null;
    }

    private static Map<String, Object> scalar(Object value) {
        Map<String, Object> node;
        if (value instanceof Boolean) {
            node = node("boolean");
            node.put("value", value);
        } else if (value instanceof Character) {
            node = node("char");
            node.put("value", (int) (Character) value);
        } else if (value instanceof Byte || value instanceof Short || value instanceof Integer) {
            String[] parts = value.getClass().getSimpleName().split("eger");
            node = node(parts[0].toLowerCase(java.util.Locale.ROOT));
            node.put("value", value);
        } else if (value instanceof Long) {
            node = node("long");
            node.put("value", value);
        } else if (value instanceof Float) {
            node = node("float");
            node.put("bits", Integer.toUnsignedLong(Float.floatToIntBits((Float) value)));
        } else if (value instanceof Double) {
            node = node("double");
            long bits = Double.doubleToLongBits((Double) value);
            node.put("bits", new java.math.BigInteger(Long.toUnsignedString(bits)));
        } else {
            return null;
        }
        return node;
    }

    private static Map<String, Object> string(String value) {
        if (value.length() > LONGEST_STRING) {
            Map<String, Object> node = node("long_string");
            node.put("length", value.length());
            return node;
        }
        Map<String, Object> node = node("string");
        List<Object> units = new ArrayList<>();
        for (int i = 0; i < value.length(); i++) {
            units.add((int) value.charAt(i));
        }
        node.put("units", units);
        return node;
    }

    private Map<String, Object> compound(Object value, Class<?> declared, int depth) {
        try {
            if (value.getClass().isArray()) {
                return array(value, depth);
            }
            // Collections of the JDK compare by content; others are looked at as objects.
            if (value.getClass().getClassLoader() == null) {
                if (value instanceof List) {
                    return items("list", (List<?>) value, depth);
                }
                if (value instanceof Set) {
                    return items("set", (Set<?>) value, depth);
                }
                if (value instanceof Map) {
                    return map((Map<?, ?>) value, depth);
                }
                if (value instanceof Optional) {
                    Map<String, Object> node = node("optional");
                    Object of = ((Optional<?>) value).orElse(null);
                    node.put("of", of == null ? null : value(of, Object.class, depth + 1, true));
                    return node;
                }
            }
            return object(value, declared, depth);
        } catch (RuntimeException | LinkageError | StackOverflowError failure) {
            return opaque(value);
        }
    }

    private Map<String, Object> array(Object value, int depth) {
        int length = Array.getLength(value);
        Class<?> element = value.getClass().getComponentType();
        facts.note(element);
        if (length > MOST_ITEMS) {
            Map<String, Object> node = node("long_array");
            node.put("length", length);
            node.put("element", Primitives.descriptor(element));
            return node;
        }
        List<Object> items = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            items.add(value(Array.get(value, i), element, depth + 1, true));
        }
        Map<String, Object> node = node("array");
        node.put("element", Primitives.descriptor(element));
        node.put("items", items);
        return node;
    }

    private Map<String, Object> items(String kind, java.util.Collection<?> value, int depth) {
        if (value.size() > MOST_ITEMS) {
            Map<String, Object> node = node("long_collection");
            node.put("length", value.size());
            return node;
        }
        List<Object> items = new ArrayList<>();
        for (Object item : value) {
            items.add(value(item, Object.class, depth + 1, true));
        }
        Map<String, Object> node = node(kind);
        node.put("items", items);
        return node;
    }

    private Map<String, Object> map(Map<?, ?> value, int depth) {
        List<Object> entries = new ArrayList<>();
        for (Map.Entry<?, ?> entry : value.entrySet()) {
            if (entries.size() >= MOST_ITEMS) {
                Map<String, Object> node = node("long_collection");
                node.put("length", value.size());
                return node;
            }
            List<Object> pair = new ArrayList<>();
            pair.add(value(entry.getKey(), Object.class, depth + 1, true));
            pair.add(value(entry.getValue(), Object.class, depth + 1, true));
            entries.add(pair);
        }
        Map<String, Object> node = node("map");
        node.put("entries", entries);
        return node;
    }

    /** An object by what can be read of it from the test's package. */
    private Map<String, Object> object(Object value, Class<?> declared, int depth) {
        Class<?> seen = visibleClass(value, declared);
        if (seen == Object.class) {
            return opaque(value);
        }
        if (Proxy.isProxyClass(value.getClass()) || Subclass.onlyAnswers(value.getClass())) {
            // It answers each call but once.
            return opaque(value);
        }
        facts.note(seen);
        List<Object> reads = new ArrayList<>();
        if (value instanceof File || value instanceof Path) {
            return file(value, seen, depth);
        }
        for (Method method : readers(seen)) {
            if (reads.size() >= MOST_READS) {
                break;
            }
            read(value, method, depth, reads);
        }
        for (Class<?> at = seen; at != null && at != Object.class; at = at.getSuperclass()) {
            for (Field field : at.getDeclaredFields()) {
                boolean wanted =
                        !Modifier.isStatic(field.getModifiers())
                                && !field.isSynthetic()
                                && facts.isVisible(field)
                                && facts.isVisible(at)
                                && reads.size() < MOST_READS;
                if (wanted) {
                    read(value, field, depth, reads);
                    forgetRepeated(field, reads);
                }
            }
        }
        Map<String, Object> node = node("object");
        node.put("class", seen.getName());
        node.put("reads", reads);
        return node;
    }

    /** A file by what does not depend on where the test has its directory. */
    private Map<String, Object> file(Object value, Class<?> seen, int depth) {
        List<Object> reads = new ArrayList<>();
        try {
            String name = Temporary.readOf(value);
            if (name != null) {
                read(value, seen.getMethod(name), depth, reads);
            }
        } catch (NoSuchMethodException none) {
            return opaque(value);
        }
        Map<String, Object> node = node("object");
        node.put("class", seen.getName());
        node.put("reads", reads);
        return reads.isEmpty() ? opaque(value) : node;
    }

    /** Forgets the last read, that of a field, if a method named after it said the same. */
    private static void forgetRepeated(Field field, List<Object> reads) {
        if (reads.isEmpty()) {
            return;
        }
        Map<String, Object> last = Json.object(reads.get(reads.size() - 1));
        if (!"field".equals(last.get("read")) || !field.getName().equals(last.get("name"))) {
            return;
        }
        List<String> names = new ArrayList<>();
        for (String prefix : Arrays.asList("", "get", "is", "has")) {
            names.add((prefix + field.getName()).toLowerCase(Locale.ROOT));
        }
        for (Object one : reads.subList(0, reads.size() - 1)) {
            Map<String, Object> other = Json.object(one);
            String name = ((String) other.get("name")).toLowerCase(Locale.ROOT);
            if (names.contains(name) && other.get("value").equals(last.get("value"))) {
                reads.remove(reads.size() - 1);
                return;
            }
        }
    }

    /** What a list holds by its declaration, which must not depend on a type variable. */
    private static void element(Class<?> owner, Type declared, Map<String, Object> read) {
        if (owner.getTypeParameters().length > 0 || !(declared instanceof ParameterizedType)) {
            return;
        }
        ParameterizedType of = (ParameterizedType) declared;
        Type first = of.getActualTypeArguments()[0];
        if (of.getRawType() == List.class && first instanceof Class) {
            read.put("element", Primitives.descriptor((Class<?>) first));
        }
    }

    /** The most exact class of an object that a test can name. */
    private Class<?> visibleClass(Object value, Class<?> declared) {
        for (Class<?> at = value.getClass(); at != null; at = at.getSuperclass()) {
            boolean better = at != Object.class || declared == Object.class;
            if (facts.isVisible(at) && better) {
                return at;
            }
        }
        return facts.isVisible(declared) ? declared : Object.class;
    }

    /** The methods that read and, by their names, do nothing else. */
    private List<Method> readers(Class<?> of) {
        List<Method> readers = new ArrayList<>();
        for (Method method : of.getMethods()) {
            if (isReader(method, of)) {
                readers.add(method);
            }
        }
        for (Class<?> at = of; at != null && at != Object.class; at = at.getSuperclass()) {
            for (Method method : at.getDeclaredMethods()) {
                if (!Modifier.isPublic(method.getModifiers()) && isReader(method, of)) {
                    readers.add(method);
                }
            }
        }
        readers.sort(
                Comparator.comparing((Method method) -> method.getName().equals("toString") ? 0 : 1)
                        .thenComparing(Method::getName));
        return readers;
    }

    private boolean isReader(Method method, Class<?> of) {
        boolean reads =
                method.getParameterCount() == 0
                        && method.getReturnType() != void.class
                        // Where a throwable was made is a matter of who runs the test.
                        && method.getReturnType() != StackTraceElement[].class
                        && !Modifier.isStatic(method.getModifiers())
                        && !method.isSynthetic()
                        && method.getDeclaringClass() != Object.class
                        && !method.isAnnotationPresent(Deprecated.class)
                        && facts.isVisible(method);
        if (!reads || method.getName().equals("getClass") || method.getName().equals("hashCode")) {
            return false;
        }
        String name = method.getName();
        if (method.getDeclaringClass().getName().startsWith("java.") && OUTSIDE.contains(name)) {
            return false;
        }
        return name.equals("toString")
                || PLAIN_READS.contains(name)
                || hasPrefix(name, "get")
                || hasPrefix(name, "is")
                || hasPrefix(name, "has")
                || isComponent(method, of);
    }

    private static boolean hasPrefix(String name, String prefix) {
        return name.startsWith(prefix)
                && name.length() > prefix.length()
                && Character.isUpperCase(name.charAt(prefix.length()))
                && !name.startsWith("getAnd");
    }

    /** Whether it is named as a field that it may give, and not as something that is done. */
    private static boolean isComponent(Method method, Class<?> of) {
        if (DONE.contains(method.getName())) {
            return false;
        }
        for (Class<?> at = of; at != null && at != Object.class; at = at.getSuperclass()) {
            for (Field field : at.getDeclaredFields()) {
                if (field.getName().equals(method.getName())
                        && field.getType() == method.getReturnType()) {
                    return true;
                }
            }
        }
        return false;
    }

    private void read(Object value, Method method, int depth, List<Object> reads) {
        Object found;
        try {
            Stage.open(method);
            found = method.invoke(value);
        } catch (ReflectiveOperationException | RuntimeException failure) {
            return;
        }
        Class<?> declared = method.getReturnType();
        Map<String, Object> description = value(found, declared, depth + 1, true);
        boolean address =
                found instanceof String && ADDRESS.matcher((String) found).find();
        if (address || isEmptyHanded(description)) {
            return;
        }
        Map<String, Object> read = new LinkedHashMap<>();
        read.put("read", "method");
        read.put("name", method.getName());
        read.put("result", Primitives.descriptor(declared));
        element(method.getDeclaringClass(), method.getGenericReturnType(), read);
        read.put("checked", Boolean.TRUE.equals(facts.method(method).get("checked")));
        read.put("value", description);
        facts.note(declared);
        reads.add(read);
    }

    private void read(Object value, Field field, int depth, List<Object> reads) {
        Object found;
        try {
            Stage.open(field);
            found = field.get(value);
        } catch (ReflectiveOperationException | RuntimeException failure) {
            return;
        }
        Map<String, Object> description = value(found, field.getType(), depth + 1, true);
        if (isEmptyHanded(description)) {
            return;
        }
        Map<String, Object> read = new LinkedHashMap<>();
        read.put("read", "field");
        read.put("name", field.getName());
        read.put("result", Primitives.descriptor(field.getType()));
        element(field.getDeclaringClass(), field.getGenericType(), read);
        read.put("checked", false);
        read.put("value", description);
        facts.note(field.getType());
        reads.add(read);
    }

    /** Whether a description says nothing that could be asserted. */
    private static boolean isEmptyHanded(Map<String, Object> description) {
        Object reads = description.get("reads");
        return "opaque".equals(description.get("v"))
                || reads != null && Json.array(reads).isEmpty();
    }
}
