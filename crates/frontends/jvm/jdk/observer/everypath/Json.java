package everypath;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON as maps, lists, strings, booleans, null and numbers as their text. */
final class Json {
    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    /** A number, kept as it was written so that no bit is lost. */
    static final class Number {
        final String text;

        Number(String text) {
            this.text = text;
        }
    }

    static Object parse(String text) {
        Json reader = new Json(text);
        Object value = reader.value();
        reader.space();
        if (reader.at != text.length()) {
            throw new IllegalArgumentException("text after the end of the JSON");
        }
        return value;
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> object(Object value) {
        return (Map<String, Object>) value;
    }

    @SuppressWarnings("unchecked")
    static List<Object> array(Object value) {
        return (List<Object>) value;
    }

    static String string(Map<String, Object> object, String key) {
        return (String) object.get(key);
    }

    static long number(Map<String, Object> object, String key) {
        return Long.parseLong(((Number) object.get(key)).text);
    }

    static boolean flag(Map<String, Object> object, String key) {
        return Boolean.TRUE.equals(object.get(key));
    }

    /** A list of units as a string. */
    static String units(Object value) {
        StringBuilder builder = new StringBuilder();
        for (Object unit : array(value)) {
            builder.append((char) Integer.parseInt(((Number) unit).text));
        }
        return builder.toString();
    }

    private Object value() {
        space();
        char first = text.charAt(at);
        switch (first) {
            case '{':
                return members();
            case '[':
                return items();
            case '"':
                return characters();
            case 't':
                at += 4;
                return Boolean.TRUE;
            case 'f':
                at += 5;
                return Boolean.FALSE;
            case 'n':
                at += 4;
                return null;
            default:
                int start = at;
                while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
                    at++;
                }
                return new Number(text.substring(start, at));
        }
    }

    private Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        at++;
        space();
        while (text.charAt(at) != '}') {
            space();
            String key = characters();
            space();
            at++;
            members.put(key, value());
            space();
            if (text.charAt(at) == ',') {
                at++;
            }
        }
        at++;
        return members;
    }

    private List<Object> items() {
        List<Object> items = new ArrayList<>();
        at++;
        space();
        while (text.charAt(at) != ']') {
            items.add(value());
            space();
            if (text.charAt(at) == ',') {
                at++;
                space();
            }
        }
        at++;
        return items;
    }

    private String characters() {
        StringBuilder builder = new StringBuilder();
        at++;
        while (text.charAt(at) != '"') {
            char c = text.charAt(at++);
            if (c != '\\') {
                builder.append(c);
                continue;
            }
            char escape = text.charAt(at++);
            switch (escape) {
                case 'n':
                    builder.append('\n');
                    break;
                case 'r':
                    builder.append('\r');
                    break;
                case 't':
                    builder.append('\t');
                    break;
                case 'b':
                    builder.append('\b');
                    break;
                case 'f':
                    builder.append('\f');
                    break;
                case 'u':
                    builder.append((char) Integer.parseInt(text.substring(at, at + 4), 16));
                    at += 4;
                    break;
                default:
                    builder.append(escape);
            }
        }
        at++;
        return builder.toString();
    }

    private void space() {
        while (at < text.length() && text.charAt(at) <= ' ') {
            at++;
        }
    }

    /** Writes maps, lists, strings, booleans, null and numbers. */
    static void write(Object value, StringBuilder to) {
        if (value instanceof Map) {
            to.append('{');
            String separator = "";
            for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
                to.append(separator);
                write(entry.getKey(), to);
                to.append(':');
                write(entry.getValue(), to);
                separator = ",";
            }
            to.append('}');
        } else if (value instanceof List) {
            to.append('[');
            String separator = "";
            for (Object item : (List<?>) value) {
                to.append(separator);
                write(item, to);
                separator = ",";
            }
            to.append(']');
        } else if (value instanceof String) {
            quote((String) value, to);
        } else {
            to.append(value);
        }
    }

    private static void quote(String value, StringBuilder to) {
        to.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                to.append('\\').append(c);
            } else if (Character.isSurrogate(c)) {
                // Half of a pair is no JSON; what needs exact units sends numbers.
                to.append('?');
            } else if (c < ' ' || c > '~') {
                to.append(String.format("\\u%04x", (int) c));
            } else {
                to.append(c);
            }
        }
        to.append('"');
    }
}
