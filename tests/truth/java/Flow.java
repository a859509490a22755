/** Flow: exceptions, loops, switches, lengths. */
public class Flow {
    enum Colour {
        RED,
        GREEN
    }

    public static int caught(String s) {
        try {
            if (s.length() > 3) {
                return 1;
            }
            return 2;
        } catch (NullPointerException e) {
            return 3;
        }
    }

    public static int divided(int a, int b) {
        try {
            return a / b;
        } catch (ArithmeticException e) {
            return -1;
        }
    }

    public static int indexed(int[] a, int i) {
        try {
            return a[i];
        } catch (ArrayIndexOutOfBoundsException e) {
            return -1;
        }
    }

    public static int looped(int n) {
        int i = 0;
        while (i < n && i < 4) {
            i++;
        }
        if (i > 4) { // dead: i > 4: stops at four
            return 1;
        }
        return i;
    }

    public static int switched(Colour c) {
        if (c == null) {
            return 0;
        }
        switch (c) {
            case RED:
                return 1;
            case GREEN:
                return 2;
        }
        return 3;
    }

    public static int lengths(String s) {
        if (s != null && s.length() > 5000) { // beyond: s.length() > 5000: longer than the scope
            return 1;
        }
        return 0;
    }

    public static int beyond(String s) {
        if (s != null && s.length() == 2 && s.codePointAt(0) > 0xFFFF) { // beyond: s.codePointAt(0) > 65535: no Latin-1
            return 1;
        }
        return 0;
    }

    public static int accented(String s) {
        if ("naïve".equals(s)) {
            return 1;
        }
        return 0;
    }

    public static int upper(String s) {
        if (s != null && s.toUpperCase().length() > s.length()) {
            return 1;
        }
        return 0;
    }

    public static int casts(Object o) {
        try {
            Integer i = (Integer) o;
            if (i != null && i == 7) {
                return 1;
            }
        } catch (ClassCastException e) {
            return 2;
        }
        return 0;
    }

    public static int covariant(Object[] a) {
        try {
            a[0] = "text";
            return 1;
        } catch (ArrayStoreException e) {
            return 2;
        }
    }

    public static int negative(int n) {
        try {
            return new int[n & 0x8000000f].length;
        } catch (NegativeArraySizeException e) {
            return -1;
        }
    }

    public static int deep(int n) {
        if (n <= 0) {
            return 0;
        }
        return 1 + deep(n - 1);
    }

    public static int triangle(int a, int b, int c) {
        if (a + b == 10 && b + c == 20 && a + c == 11) { // dead: (a + c) == 11: twice the sum would be odd
            return 1;
        }
        return 0;
    }

    public static int ordered(int a, int b, int c) {
        if (a < b && b < c && c < a) { // dead: c < a: no circle
            return 1;
        }
        return 0;
    }

    public static int initialised(int n) {
        int[] a = new int[3];
        if (a[n & 1] != 0) { // dead: a[(n & 1)] != 0: zeros
            return 1;
        }
        return 0;
    }
}
