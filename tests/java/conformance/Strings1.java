import java.util.*;
/** Strings and builders. */
class Strings1 {
    static final String[] SAMPLES = {"", "a", "abc", "Hello, World", "  padded ", "ÀÉ", "日本語", "a\u0000b", "tab\tnew\n", "mixed é 日"};
    static void length() { for (String s : SAMPLES) System.out.print(s.length() + " " + s.isEmpty() + " " + s.isBlank() + ";"); System.out.println(); }
    static void hash() { for (String s : SAMPLES) System.out.print(s.hashCode() + " "); System.out.println(); }
    static void equality() { for (String a : SAMPLES) for (String b : SAMPLES) System.out.print(a.equals(b) ? 1 : 0); System.out.println("abc".equalsIgnoreCase("ABC") + " " + "é".equalsIgnoreCase("É")); }
    static void comparing() { for (String a : SAMPLES) for (String b : SAMPLES) System.out.print(Integer.signum(a.compareTo(b)) + " "); System.out.println("abc".compareToIgnoreCase("ABD")); }
    static void search() { String s = "abracadabra"; System.out.println(s.indexOf('a') + " " + s.indexOf('a', 1) + " " + s.lastIndexOf('a') + " " + s.indexOf("bra") + " " + s.lastIndexOf("bra") + " " + s.indexOf("zzz") + " " + s.contains("cad") + " " + s.indexOf("") + " " + s.startsWith("abra") + " " + s.endsWith("bra") + " " + s.startsWith("bra", 1)); }
    static void searchWide() { String s = "日本語日本"; System.out.println(s.indexOf('本') + " " + s.lastIndexOf('日') + " " + s.indexOf("語日") + " " + s.contains("x")); }
    static void substrings() { String s = "Hello"; System.out.println(s.substring(1) + s.substring(1, 3) + s.substring(5) + "|" + s.subSequence(0, 2)); for (int i : new int[] {-1, 6}) try { s.substring(i); } catch (StringIndexOutOfBoundsException e) { System.out.println("out"); } }
    static void charAt() { for (String s : SAMPLES) for (int i = 0; i < s.length(); i++) System.out.print((int) s.charAt(i) + " "); System.out.println(); try { "abc".charAt(3); } catch (StringIndexOutOfBoundsException e) { System.out.println("out"); } }
    static void cases() { for (String s : SAMPLES) System.out.println(s.toUpperCase() + s.toLowerCase()); }
    static void trims() { for (String s : SAMPLES) System.out.println("[" + s.trim() + "][" + s.strip() + "][" + s.stripLeading() + "][" + s.stripTrailing() + "]"); }
    static void replaces() { System.out.println("aXbXc".replace('X', '-') + " " + "aXbXc".replace("X", "--") + " " + "aaa".replace("aa", "b") + " " + "abc".replace("", "-")); }
    static void regexReplace() { System.out.println("a1b22c".replaceAll("[0-9]+", "#") + " " + "a1b22c".replaceFirst("\\d", "_")); }
    static void split() { for (String s : new String[] {"a,b,c", "a,,c,", ",a", "", "abc"}) System.out.println(Arrays.toString(s.split(",")) + Arrays.toString(s.split(",", -1)) + Arrays.toString(s.split(",", 2))); }
    static void splitRegex() { System.out.println(Arrays.toString("a1b22c333".split("\\d+")) + Arrays.toString("x  y z".split("\\s+"))); }
    static void join() { System.out.println(String.join("-", "a", "b", "c") + String.join(",", List.of("x", "y")) + "ab".repeat(3) + "x".repeat(0)); }
    static void concat() { String s = null; System.out.println("a" + 1 + 2L + 'c' + 1.5f + 2.5 + true + null + s + new int[0].length); s += "x"; System.out.println(s); char c = 'a'; c += 1; System.out.println("" + c + (char) (c + 1) + (c + 1)); }
    static void chars() { char[] cs = "hello".toCharArray(); Arrays.sort(cs); System.out.println(new String(cs) + String.valueOf(cs, 1, 2) + new String(cs, 0, 3)); }
    static void intern() { String a = new String("lit"), b = "lit"; System.out.println((a == b) + " " + (a.intern() == b) + " " + ("li" + "t" == b)); }
    static void builder() { StringBuilder s = new StringBuilder("abc"); s.append(1).append('x').append("yz").append(2.5).append(true).append((Object) null).append(new char[] {'q'}).insert(0, "<<").insert(3, 42).reverse(); System.out.println(s); s.setLength(5); s.deleteCharAt(0).delete(1, 2).replace(0, 1, "RR").setCharAt(0, 'Z'); System.out.println(s + " " + s.length() + " " + s.indexOf("R") + " " + s.charAt(1)); }
    static void builderErrors() { StringBuilder s = new StringBuilder("abc"); try { s.charAt(9); } catch (IndexOutOfBoundsException e) { System.out.println("1"); } try { s.deleteCharAt(3); } catch (StringIndexOutOfBoundsException e) { System.out.println("2"); } try { s.insert(9, "x"); } catch (StringIndexOutOfBoundsException e) { System.out.println("3"); } }
    static void builderGrows() { StringBuilder s = new StringBuilder(); for (int i = 0; i < 500; i++) s.append(i); System.out.println(s.length() + " " + s.toString().hashCode()); s.append('日'); System.out.println(s.length() + " " + s.toString().hashCode()); }
    static void buffer() { StringBuffer b = new StringBuffer(); b.append("x").append(1).insert(0, "y"); System.out.println(b.reverse()); }
    static void codePoints() { String s = "a😀b"; System.out.println(s.length() + " " + s.codePointAt(1) + " " + s.codePointCount(0, 4) + " " + new StringBuilder(s).reverse() + " " + s.codePoints().sum() + " " + new String(Character.toChars(128512))); }
    static void characters() { for (char c : "aZ5 _é日\n".toCharArray()) System.out.print(Character.isLetter(c) + " " + Character.isDigit(c) + " " + Character.isUpperCase(c) + " " + Character.isWhitespace(c) + " " + Character.isLetterOrDigit(c) + " " + Character.toUpperCase(c) + Character.toLowerCase(c) + " " + Character.getType(c) + ";"); System.out.println(); }
    static void digits() { System.out.println(Character.digit('f', 16) + " " + Character.digit('g', 16) + " " + Character.forDigit(11, 16) + " " + Character.getNumericValue('a') + " " + Character.isJavaIdentifierStart('$') + Character.isJavaIdentifierPart('1')); }
    static void lines() { System.out.println("a\nb\r\nc".lines().count() + " " + "x".chars().sum() + " " + "  x".indent(2).length()); }
    static void compareRegion() { System.out.println("HelloWorld".regionMatches(5, "World", 0, 5) + " " + "HelloWorld".regionMatches(true, 5, "WORLD", 0, 5) + " " + "abc".contentEquals(new StringBuilder("abc"))); }
    static void bytes() { System.out.println(Arrays.toString("aé日".getBytes(java.nio.charset.StandardCharsets.UTF_8)) + new String(new byte[] {97, (byte) 0xC3, (byte) 0xA9}, java.nio.charset.StandardCharsets.UTF_8) + Arrays.toString("aé".getBytes(java.nio.charset.StandardCharsets.ISO_8859_1))); }
    static void textBlock() { System.out.println("""
        Hello
          World\tx
        """); }
    static void tokenizer() { StringTokenizer t = new StringTokenizer("a b,c", " ,"); while (t.hasMoreTokens()) System.out.print(t.nextToken() + "|"); System.out.println(); }
    static void caseSort() { String[] xs = {"b", "A", "a", "B"}; Arrays.sort(xs, String.CASE_INSENSITIVE_ORDER); System.out.println(Arrays.toString(xs)); }
}
