package everypath;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** The directory that a test makes and throws away: what is in it, and what became of it. */
final class Temporary {
    /** What the names of such directories begin with. */
    static final String PREFIX = "junit";

    private static final int LONGEST = 400;

    private Path directory;
    private Map<String, String> before = new TreeMap<>();

    /** Makes and throws away a directory before any recipe that has one. */
    static void begin(Object recipes) {
        if (mentions(recipes)) {
            Temporary first = new Temporary();
            first.make("file", new ArrayList<>());
            first.end();
        }
    }

    /** The method of a file or path that says the same wherever the directory is, if any. */
    static String readOf(Object value) {
        File file = value instanceof File ? (File) value : ((Path) value).toFile();
        if (!file.isAbsolute()) {
            return "toString";
        }
        boolean isOwn = file.getName().startsWith(PREFIX);
        return isOwn || value instanceof Path ? null : "getName";
    }

    private static boolean mentions(Object json) {
        if (json instanceof List) {
            for (Object item : Json.array(json)) {
                if (mentions(item)) {
                    return true;
                }
            }
            return false;
        }
        if (json instanceof Map) {
            Map<String, Object> object = Json.object(json);
            return "temporary".equals(object.get("is"))
                    || "make_file".equals(object.get("step"))
                    || mentions(new ArrayList<>(object.values()));
        }
        return false;
    }

    /** The directory, made when it is first asked for. */
    Path get() {
        try {
            if (directory == null) {
                directory = Files.createTempDirectory(PREFIX);
            }
            return directory;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Makes a file with some bytes, or a directory. */
    void make(String path, Object bytes) {
        try {
            Path made = get().resolve(path);
            if (bytes == null) {
                Files.createDirectory(made);
                return;
            }
            List<Object> numbers = Json.array(bytes);
            byte[] content = new byte[numbers.size()];
            for (int i = 0; i < content.length; i++) {
                content[i] = (byte) Integer.parseInt(((Json.Number) numbers.get(i)).text);
            }
            Files.write(made, content);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Everything is arranged. */
    void arranged() {
        before = seen();
    }

    /** What the call changed, by path: a text, that it is a directory, or that it is gone. */
    List<Object> changes() {
        Map<String, String> after = seen();
        TreeSet<String> paths = new TreeSet<>(before.keySet());
        paths.addAll(after.keySet());
        List<Object> changes = new ArrayList<>();
        for (String path : paths) {
            String now = after.get(path);
            if (now == null ? before.get(path) != null : !now.equals(before.get(path))) {
                if (now != null && now.length() > LONGEST) {
                    continue;
                }
                Map<String, Object> change = new LinkedHashMap<>();
                change.put("path", path);
                change.put("now", now == null ? "gone" : now.equals("/") ? "directory" : "file");
                if (now != null && now.startsWith("=")) {
                    change.put("text", now.substring(1));
                }
                changes.add(change);
            }
        }
        return changes;
    }

    /** Empties the directory, so that the next copy of the input finds the same one. */
    void empty() {
        if (directory != null) {
            File[] files = directory.toFile().listFiles();
            for (File file : files == null ? new File[0] : files) {
                delete(file);
            }
        }
    }

    void end() {
        if (directory != null) {
            delete(directory.toFile());
        }
    }

    private static void delete(File file) {
        File[] files = file.listFiles();
        for (File inside : files == null ? new File[0] : files) {
            delete(inside);
        }
        file.delete();
    }

    /** The texts of files by their paths; a slash for a directory. */
    private Map<String, String> seen() {
        Map<String, String> found = new TreeMap<>();
        if (directory != null) {
            look(directory.toFile(), "", found);
        }
        return found;
    }

    private static void look(File directory, String path, Map<String, String> found) {
        File[] files = directory.listFiles();
        for (File file : files == null ? new File[0] : files) {
            String name = path + file.getName();
            if (file.isDirectory()) {
                found.put(name, "/");
                look(file, name + "/", found);
            } else {
                try {
                    byte[] bytes = Files.readAllBytes(file.toPath());
                    found.put(name, "=" + new String(bytes, StandardCharsets.ISO_8859_1));
                } catch (IOException failure) {
                    found.put(name, "?");
                }
            }
        }
    }
}
