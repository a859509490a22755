import java.util.*;

/** Every method says its result in an exception, so that two runs can be compared by how they end. */
public class Answers {
    static RuntimeException answer(Object result) {
        return new RuntimeException(String.valueOf(result));
    }

    public static void equal(String a, String b) { throw answer(a.equals(b) + " " + a.equals("abc") + " " + "xy".equals(b)); }
    public static void equalIgnoringCase(String a) { throw answer(a.equalsIgnoreCase("aB1") ? 1 : a.equalsIgnoreCase("é-") ? 2 : 3); }
    public static void starts(String a) { throw answer(a.startsWith("ab") ? "ab" : a.startsWith("") ? "empty" : "never"); }
    public static void ends(String a) { throw answer(a.endsWith("yz")); }
    public static void trims(String a) { String t = a.trim(); throw answer("[" + t + "]" + t.length()); }
    public static void searches(String a) { throw answer(a.indexOf('x') + " " + a.indexOf("ab") + " " + a.lastIndexOf('y') + a.contains("q")); }
    public static void cuts(String a, int i, int j) { throw answer(a.substring(i, j)); }
    public static void cases(String a) { throw answer(a.toUpperCase() + a.toLowerCase()); }
    public static void replaces(String a) { throw answer(a.replace('a', 'b') + a.replace("aa", "c")); }
    public static void splits(String a) { throw answer(Arrays.toString(a.split(","))); }
    public static void compares(String a, String b) { throw answer(a.compareTo(b)); }
    public static void switches(String a) { switch (a) { case "on": throw answer(1); case "off": throw answer(0); case "auto": throw answer(2); default: throw answer(-1); } }
    public static void parses(String a) { throw answer(Integer.parseInt(a)); }
    public static void parsesAny(String a, String b) { throw answer(Integer.parseInt(a, 16) + " " + Long.parseLong(b) + " " + Long.parseLong(b, 36)); }
    public static void parsesLong(String a) { throw answer(Integer.parseInt("00" + a + "99999999") + " " + Integer.valueOf("-" + a)); }
    public static void prints(int a, long b) { throw answer(a + ":" + b + ":" + Integer.toString(a).length() + Long.toString(b).charAt(0)); }
    public static void beyondLatin(String a) { if (a.length() == 2 && a.charAt(0) > 0x400) throw answer(Character.isLetter(a.charAt(1)) + a.substring(1) + a.indexOf('x')); throw answer(a.equals("\u03b1b") ? "greek" : a.length()); }
    public static void surrogates(String a) { int n = 0; for (int i = 0; i < a.length(); i++) if (Character.isHighSurrogate(a.charAt(i))) n++; throw answer(n + " " + (a.isEmpty() ? 0 : a.codePointAt(0)) + a + "!"); }
    public static void hashes(String a) { if (a.length() < 4) throw answer(a.hashCode()); }
    public static void builds(String a, char c, int n) { StringBuilder s = new StringBuilder(a); s.append(c).append(n).reverse(); throw answer(s); }
    public static void characters(char c) { throw answer(Character.isDigit(c) + " " + Character.isLetter(c) + " " + Character.isWhitespace(c) + " " + Character.toUpperCase(c)); }
    public static void looksUp(String key) { Map<String, Integer> m = new HashMap<>(); m.put("one", 1); m.put("two", 2); m.put("three", 3); throw answer(m.get(key) + " " + m.containsKey(key)); }
    public static void looksUpNumber(Integer key) { Map<Integer, String> m = new HashMap<>(); for (int i = 0; i < 20; i += 3) m.put(i, "v" + i); throw answer(m.get(key)); }
    public static void member(String key) { throw answer(Set.of("red", "green", "blue").contains(key) + " " + Map.of("a", 1, "b", 2, "c", 3).get(key)); }
    public static void indexes(int[] xs, int i) { xs[i] = 7; int s = 0; for (int x : xs) s = s * 31 + x; throw answer(s); }
    public static void scatters(int[] xs, int i, int j, int k) { xs[i] = 1; xs[j] = xs[i] + 1; xs[0] = 9; throw answer(xs[k] == 2 ? "moved" : xs[k] + " " + xs[1]); }
    public static void fractions(double[] xs, int i) { xs[i] = xs[0] + 1; throw answer(xs[1] > 0 ? xs[i] : -xs[i]); }
    public static void flags(boolean[] xs, int i, boolean b) { xs[i] = b; throw answer(xs[0] ? xs[i] : xs.length); }
    public static void wide(long[] xs, int i, int j) { xs[i] = 1L << 40; throw answer(xs[j] > 5 ? i == j : xs[j]); }
    public static void table(int i) { int[] t = {3, 1, 4, 1, 5, 9, 2, 6}; throw answer(t[i] * 2); }
    public static void bytes(byte[] xs) { int h = 0; for (byte x : xs) h = h * 7 + (x & 0xFF) + (x >>> 4); throw answer(h); }
    public static void longs(long a, int b) { throw answer(a / b + " " + a % b + " " + (a << b) + " " + (a >>> b) + " " + Long.compare(a, b)); }
    public static void doubles(double a, float b) { throw answer((int) a + " " + (a > b) + " " + (long) (a * 2) + " " + Double.compare(a, b) + (float) a); }
    public static void narrow(int a) { throw answer((byte) a + " " + (short) a + " " + (int) (char) a + " " + Math.abs(a) + Integer.toString(a)); }
    public static void allocates(int n) { if (n < 40) throw answer(new int[n].length); }
    public static void sorts(int a, int b, int c) { List<Integer> l = new ArrayList<>(List.of(a, b, c)); Collections.sort(l); throw answer(l); }
    enum Level { LOW, MIDDLE, HIGH }
    public static void enums(Level l, Boolean strict) { throw answer(switch (l) { case LOW -> 1; case MIDDLE -> strict ? 2 : 3; case HIGH -> 4; }); }
    public static void lists(List<String> l) { int n = 0; for (String s : l) n = n * 3 + ("x".equals(s) ? 1 : s == null ? 2 : 0); throw answer(n + " " + l.size()); }
    public static void optional(Optional<Integer> o) { throw answer(o.map(x -> x + 1).orElse(-1)); }
}
