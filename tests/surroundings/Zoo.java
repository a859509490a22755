// A class that asks about its surroundings in every way: no test may assert an answer, but that
// of the methods whose name begins with `plain`.
import java.io.File;
import java.net.InetAddress;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.*;

public class Zoo {
    private static final long STARTED = System.currentTimeMillis();

    // These change what others look at; each of them is to find it as it was.
    public static String plainAmerican(int x) {
        if (x > 3) Locale.setDefault(Locale.US);
        return x > 3 ? String.format("%.2f", x / 2.0) : "";
    }
    public static String plainGreenwich(int x) {
        if (x > 3) TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
        return x > 3 ? TimeZone.getDefault().getID() : "";
    }
    public static String plainLoud(int x) {
        if (x > 3) System.setProperty("zoo.mode", "loud");
        return x > 3 ? System.getProperty("zoo.mode") : "";
    }
    public static String plainMode(int x) { return x > 3 ? System.getProperty("zoo.mode", "quiet") : ""; }

    public static long now(int x) { return x > 3 ? System.currentTimeMillis() : 0; }
    public static long uptime(int x) { return x > 3 ? System.nanoTime() / 3_600_000_000_000L : 0; }
    public static String partOfDay(int x) {
        int hour = LocalDateTime.now().getHour();
        if (x > 3) return hour < 12 ? "early" : "late";
        return "none";
    }
    public static boolean weekend(int x) { return x > 3 && LocalDate.now().getDayOfWeek().getValue() > 5; }
    public static String zone(int x) { return x > 3 ? TimeZone.getDefault().getID() : ""; }
    public static String user(int x) { return x > 3 ? System.getProperty("user.name") : ""; }
    public static String home(int x) { return x > 3 ? System.getProperty("user.home") : ""; }
    public static String here(int x) { return x > 3 ? System.getProperty("user.dir") : ""; }
    public static String temporary(int x) { return x > 3 ? System.getProperty("java.io.tmpdir") : ""; }
    public static String secret(int x) {
        String found = x > 3 ? System.getenv("CANARY") : "";
        return found == null ? "default" : found;
    }
    public static int variables(int x) { return x > 3 ? System.getenv().size() : 0; }
    public static String host(int x) throws Exception { return x > 3 ? InetAddress.getLocalHost().getHostName() : ""; }
    public static int processors(int x) { return x > 3 ? Runtime.getRuntime().availableProcessors() : 0; }
    public static int coin(int x) { return x > 3 ? new Random().nextInt(2) : 5; }
    public static int toss(int x) {
        if (x > 3 && Math.random() < 0.5) throw new IllegalStateException("tails");
        return 1;
    }
    public static int plainSeeded(int x) { return x > 3 ? new Random(7).nextInt(100) : 0; }
    public static String letters(int x) {
        Set<Object> set = new HashSet<>();
        StringBuilder text = new StringBuilder();
        if (x > 3) for (int i = 0; i < 4; i++) set.add(new Named(i));
        for (Object one : set) text.append(one);
        return text.toString();
    }
    static class Named { int i; Named(int i) { this.i = i; } public String toString() { return "" + i; } }
    public static int address(int x) { return x > 3 ? System.identityHashCode(new Object()) % 7 : 0; }
    public static String language(int x) { return x > 3 ? Locale.getDefault().toString() : ""; }
    public static String amount(int x) { return x > 3 ? String.format("%.2f", x / 2.0) : ""; }
    public static int entries(int x) { return x > 3 ? new File("/etc").list().length : 0; }
    public static String version(int x) { return x > 3 ? System.getProperty("java.version") : ""; }
    public static String system(int x) { return x > 3 ? System.getProperty("os.name") : ""; }
    public static int plainOwn(int x) {
        if (x > 3) throw new IllegalArgumentException("too large: " + x);
        return x;
    }
    public static int wrapped(String text) {
        try { return Integer.parseInt(text); }
        catch (NumberFormatException e) { throw new IllegalStateException("bad: " + e.getMessage(), e); }
    }
    public static String unique(int x) { return x > 3 ? UUID.randomUUID().toString() : ""; }
    public static long process(int x) { return x > 3 ? ProcessHandle.current().pid() : 0; }
}
