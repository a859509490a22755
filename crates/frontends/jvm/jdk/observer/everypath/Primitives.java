package everypath;

/** The primitive types by the names that source and descriptors give them. */
final class Primitives {
    private static final String LETTERS = "ZBSCIJFDV";
    private static final String[] NAMES = {
        "boolean", "byte", "short", "char", "int", "long", "float", "double", "void"
    };
    private static final Class<?>[] CLASSES = {
        boolean.class, byte.class, short.class, char.class, int.class, long.class, float.class,
        double.class, void.class
    };

    private Primitives() {}

    /** The class of a keyword; null if it is none. */
    static Class<?> named(String name) {
        for (int i = 0; i < NAMES.length; i++) {
            if (NAMES[i].equals(name)) {
                return CLASSES[i];
            }
        }
        return null;
    }

    /** The keyword of a letter in a descriptor. */
    static String ofDescriptor(char letter) {
        return NAMES[LETTERS.indexOf(letter)];
    }

    /** A class as a descriptor writes it. */
    static String descriptor(Class<?> of) {
        for (int i = 0; i < CLASSES.length; i++) {
            if (CLASSES[i] == of) {
                return LETTERS.substring(i, i + 1);
            }
        }
        String name = of.getName().replace('.', '/');
        return of.isArray() ? name : "L" + name + ";";
    }
}
