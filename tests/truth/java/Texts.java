/** Texts: characters of every plane, cases, blanks, patterns, builders. */
public class Texts {
    public static int expanding(String s) {
        if (s != null && s.length() == 1 && s.toUpperCase(java.util.Locale.ROOT).length() == 2) {
            return 1;
        }
        return 0;
    }

    public static int blank(String s) {
        if (s != null && s.length() == 1 && s.isBlank() && s.charAt(0) != ' ') {
            return 1;
        }
        return 0;
    }

    public static int trimmed(String s) {
        if (s != null && s.trim().startsWith(" ")) { // dead: s.trim().startsWith(" ") is true: trimmed
            return 1;
        }
        return 0;
    }

    public static int concatenated(String a, String b) {
        if (a != null && b != null && (a + b).length() != a.length() + b.length()) { // dead: (a + b).length() != (a.length() + b.length()): the sum
            return 1;
        }
        return 0;
    }

    public static int nullText(String a) {
        if ((a + "").equals("null") && a == null) {
            return 1;
        }
        return 0;
    }

    public static int indexed(String s) {
        if (s != null && s.indexOf('x') == 2 && s.charAt(0) == 'x') { // dead: s.charAt(0) == 120: the first x is at 2
            return 1;
        }
        return 0;
    }

    public static int last(String s) {
        if (s != null && s.lastIndexOf('x') < s.indexOf('x')) { // dead: s.lastIndexOf(120) < s.indexOf(120): the last is not before the first
            return 1;
        }
        return 0;
    }

    public static int substring(String s) {
        if (s != null && s.length() > 2 && s.substring(1, 3).equals("ab")) {
            return 1;
        }
        return 0;
    }

    public static int hash(String s) {
        if (s != null && s.length() == 2 && s.hashCode() == "Aa".hashCode() && !s.equals("Aa")) {
            return 1;
        }
        return 0;
    }

    public static int compared(String a, String b) {
        if (a != null && b != null && a.compareTo(b) > 0 && b.compareTo(a) > 0) { // dead: b.compareTo(a) > 0: one order
            return 1;
        }
        return 0;
    }

    public static int ignoring(String s) {
        if (s != null && s.equalsIgnoreCase("key") && !s.equals("key")) {
            return 1;
        }
        return 0;
    }

    public static int parts(String s) {
        if (s != null && s.split(",").length == 0) {
            return 1;
        }
        return 0;
    }

    public static int digit(char c) {
        if (Character.digit(c, 10) == 3 && c != '3') {
            return 1;
        }
        return 0;
    }

    public static int letter(char c) {
        if (Character.isLetter(c) && Character.toUpperCase(c) == c && Character.toLowerCase(c) == c) {
            return 1;
        }
        return 0;
    }

    public static int surrogates(String s) {
        if (s != null && s.length() == 2 && s.codePointCount(0, 2) == 1) { // beyond: s.codePointCount(0, 2) == 1: no Latin-1
            return 1;
        }
        return 0;
    }

    public static int builder(String s) {
        StringBuilder b = new StringBuilder();
        b.append(s);
        if (b.length() == 4 && s == null) {
            return 1;
        }
        return 0;
    }

    public static int reversed(String s) {
        if (s != null && s.length() == 3) {
            String r = new StringBuilder(s).reverse().toString();
            if (r.length() != 3) { // dead: r.length() != 3: as long
                return 1;
            }
        }
        return 0;
    }

    public static int number(int n) {
        if (String.valueOf(n).length() == 11) { // beyond: String.valueOf(n).length() == 11: longer than the scope's arrays
            return 1;
        }
        if (String.valueOf(n).length() > 11) { // dead: String.valueOf(n).length() > 11: a sign and ten digits
            return 2;
        }
        return 0;
    }

    public static int repeated(int n) {
        if (n >= 0 && n < 4 && "ab".repeat(n).length() % 2 == 1) { // dead: ("ab".repeat(n).length() % 2) == 1: even
            return 1;
        }
        return 0;
    }
}
