package everypath;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The objects of a test's input as a graph, for pictures in a report. Fields are read as they are:
 * no code of the subject runs. An object has the same number in every picture of one test.
 */
final class Picture {
    private static final int MOST_OBJECTS = 60;
    private static final int MOST_ITEMS = 32;

    private final IdentityHashMap<Object, String> numbers = new IdentityHashMap<>();

    /** Receiver and arguments as they are now. */
    Map<String, Object> take(Object receiver, List<String> names, List<Object> arguments) {
        Map<String, Object> nodes = new LinkedHashMap<>();
        ArrayDeque<Object> pending = new ArrayDeque<>();
        Map<String, Object> graph = new LinkedHashMap<>();
        graph.put("receiver_name", "this");
        graph.put("receiver", receiver == null ? null : value(receiver, pending));
        List<Object> described = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            Map<String, Object> argument = new LinkedHashMap<>();
            argument.put("name", names.get(i));
            Object value = arguments.get(i);
            argument.put("value", value == null ? text("expression", "text", "null") : value(value, pending));
            described.add(argument);
        }
        graph.put("arguments", described);
        while (!pending.isEmpty() && nodes.size() < MOST_OBJECTS) {
            Object next = pending.poll();
            String number = numbers.get(next);
            if (!nodes.containsKey(number)) {
                nodes.put(number, node(next, pending));
            }
        }
        graph.put("nodes", nodes);
        return graph;
    }

    private static Map<String, Object> text(String kind, String key, String text) {
        Map<String, Object> value = new LinkedHashMap<>();
        value.put("t", kind);
        value.put(key, text);
        return value;
    }

    private Map<String, Object> value(Object value, ArrayDeque<Object> pending) {
        if (value == null) {
            return text("none", "v", "");
        }
        if (value instanceof Boolean || value instanceof Number && isOfTheJdk(value)) {
            return text("expression", "text", String.valueOf(value));
        }
        if (value instanceof Character || value instanceof String) {
            return text(value instanceof String ? "str" : "char", "v", String.valueOf(value));
        }
        if (value instanceof Enum) {
            return text("expression", "text", ((Enum<?>) value).name());
        }
        if (value instanceof Class) {
            return text("class", "qualname", ((Class<?>) value).getSimpleName());
        }
        boolean isDrawn =
                !isOfTheJdk(value)
                        || value.getClass().isArray()
                        || value instanceof Collection
                        || value instanceof Map;
        if (!isDrawn) {
            return text("opaque", "qualname", value.getClass().getSimpleName());
        }
        String number = numbers.get(value);
        if (number == null) {
            number = "object" + numbers.size();
            numbers.put(value, number);
        }
        pending.add(value);
        return text("ref", "id", number);
    }

    private static boolean isOfTheJdk(Object value) {
        return value.getClass().getClassLoader() == null;
    }

    private Map<String, Object> node(Object value, ArrayDeque<Object> pending) {
        Map<String, Object> node = new LinkedHashMap<>();
        List<Object> items = new ArrayList<>();
        Class<?> type = value.getClass();
        if (type.isArray()) {
            node.put("kind", "list");
            node.put("qualname", type.getSimpleName());
            for (int i = 0; i < Math.min(Array.getLength(value), MOST_ITEMS); i++) {
                items.add(value(Array.get(value, i), pending));
            }
            node.put("items", items);
        } else if (isOfTheJdk(value) && value instanceof Collection) {
            node.put("kind", "list");
            node.put("qualname", type.getSimpleName());
            for (Object item : (Collection<?>) value) {
                if (items.size() < MOST_ITEMS) {
                    items.add(value(item, pending));
                }
            }
            node.put("items", items);
        } else if (isOfTheJdk(value) && value instanceof Map) {
            node.put("kind", "dict");
            node.put("qualname", type.getSimpleName());
            for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
                if (items.size() < MOST_ITEMS) {
                    List<Object> pair = new ArrayList<>();
                    pair.add(value(entry.getKey(), pending));
                    pair.add(value(entry.getValue(), pending));
                    items.add(pair);
                }
            }
            node.put("items", items);
        } else {
            node.put("kind", "object");
            node.put("qualname", type.getSimpleName());
            node.put("fields", fields(value, pending));
        }
        return node;
    }

    private List<Object> fields(Object value, ArrayDeque<Object> pending) {
        List<Object> fields = new ArrayList<>();
        for (Class<?> at = value.getClass(); at != null; at = at.getSuperclass()) {
            if (at.getClassLoader() == null) {
                break;
            }
            for (Field field : at.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers()) || field.isSynthetic()) {
                    continue;
                }
                try {
                    field.setAccessible(true);
                    List<Object> pair = new ArrayList<>();
                    pair.add(field.getName());
                    pair.add(value(field.get(value), pending));
                    fields.add(pair);
                } catch (ReflectiveOperationException | RuntimeException hidden) {
                    // It stays out of the picture.
                }
            }
        }
        return fields;
    }
}
