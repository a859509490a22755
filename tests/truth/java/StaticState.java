/** Static state: what callers change is at no fixed value. */
public class StaticState {
    private static StaticState instance;
    private static boolean verbose = false;
    public static int level = 0;
    static int calls;
    private static final int[] TABLE = new int[4];
    public static final int LIMIT = 10;
    private static String mode = "fast";
    private static int locked;

    private StaticState() {}

    public static StaticState get() {
        if (instance == null) {
            instance = new StaticState();
        }
        return instance;
    }

    public static boolean isReady(int n) {
        if (n > 0 && instance != null) {
            return true;
        }
        return false;
    }

    public static void setVerbose(boolean on) {
        verbose = on;
    }

    public static int verbosity(int n) {
        if (verbose) {
            return n;
        }
        return 0;
    }

    public static int verbosityOf(int n) {
        if (n == 3) {
            if (verbose) {
                return 1;
            }
            return 2;
        }
        return 0;
    }

    public static int leveled(int n) {
        if (n > 0 && level > n) {
            return 1;
        }
        return 0;
    }

    public static int unleveled(int n) {
        if (level > 5 && n == level) {
            if (n < 4) { // dead: n < 4: it is more than 5
                return 1;
            }
            return 2;
        }
        return 0;
    }

    /** What anybody can assign. */
    public static class Box {
        public int size;
        public String label = "none";
        public Box inner;
    }

    public static int boxed(Box box) {
        if (box == null) {
            return 0;
        }
        if (box.size * 2 == 7) { // dead: == 7: a product with 2 is even
            return 1;
        }
        if (box.size == 70 && "gift".equals(box.label)) {
            return 2;
        }
        if (box.inner != null && box.inner.size > box.size) {
            return 3;
        }
        if (box.label == null) {
            return 4;
        }
        return 5;
    }

    public static int counted(int n) {
        calls++;
        if (calls > 2 && n == calls) {
            return 1;
        }
        return 0;
    }

    public static void store(int at, int value) {
        TABLE[at & 3] = value;
    }

    public static int stored(int at) {
        if (TABLE[at & 3] == 7) {
            return 1;
        }
        return 0;
    }

    public static int limited(int n) {
        if (n < 5 && n > LIMIT) { // dead: n > 10: a constant
            return 1;
        }
        return 0;
    }

    public static void setMode(String given) {
        mode = given;
    }

    public static int isSlow(int n) {
        if (n == 1 && mode.equals("slow")) {
            return 1;
        }
        return 0;
    }

    public static int neverUnlocked(int n) {
        if (n > 0 && locked != 0) { // dead: locked != 0: nothing writes the private field
            return 1;
        }
        return 0;
    }
}
