import java.io.IOException;
import java.util.Locale;
import java.util.TimeZone;

/** The world: what the machine, the user or the time says. */
public class World {
    public static int read(int n) throws IOException {
        if (n > 0) {
            int c = System.in.read();
            if (c == 'y') {
                return 1;
            }
            return 2;
        }
        return 0;
    }

    public static int german(int n) {
        if (n > 0 && Locale.getDefault().getLanguage().equals("de")) {
            return 1;
        }
        return 0;
    }

    public static int turkish(String s) {
        if (s != null && s.equals("TITLE") && !s.toLowerCase().equals("title")) {
            return 1;
        }
        return 0;
    }

    public static int property(int n) {
        if (n > 0 && "on".equals(System.getProperty("truth.flag"))) {
            return 1;
        }
        return 0;
    }

    public static int variable(int n) {
        if (n > 0 && "on".equals(System.getenv("TRUTH_FLAG"))) {
            return 1;
        }
        return 0;
    }

    public static int late(int n) {
        if (n > 0 && System.currentTimeMillis() > 4_000_000_000_000L) {
            return 1;
        }
        return 0;
    }

    public static int zoned(int n) {
        if (n > 0 && TimeZone.getDefault().getRawOffset() == 3_600_000) {
            return 1;
        }
        return 0;
    }

    public static int processors(int n) {
        if (n > 0 && Runtime.getRuntime().availableProcessors() > 64) {
            return 1;
        }
        return 0;
    }

    public static int windows(int n) {
        if (n > 0 && System.getProperty("os.name").startsWith("Windows")) {
            return 1;
        }
        return 0;
    }

    public static int chance(int n) {
        if (n > 0 && Math.random() > 0.999) {
            return 1;
        }
        return 0;
    }

    public static int memory(int n) {
        if (n > 0 && Runtime.getRuntime().maxMemory() > (1L << 40)) {
            return 1;
        }
        return 0;
    }

    public static int exists(String name) {
        if (name != null && new java.io.File(name).exists()) {
            return 1;
        }
        return 0;
    }

    public static int thread(int n) {
        if (n > 0 && !Thread.currentThread().getName().equals("main")) {
            return 1;
        }
        return 0;
    }

    public static int interrupted(int n) {
        if (n > 0 && Thread.interrupted()) {
            return 1;
        }
        return 0;
    }
}
