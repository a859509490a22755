/** Numbers: floats, payloads, widths, casts. */
public class Numbers {
    public static int payload(float x) {
        if (x != x && Float.floatToRawIntBits(x) == 0x7fc12345) {
            return 1;
        }
        return 0;
    }

    public static int payloads(double x) {
        if (Double.doubleToRawLongBits(x) == 0xfff8000000000001L) {
            return 1;
        }
        return 0;
    }

    public static int canonical(float x) {
        if (x != x && Float.floatToIntBits(x) != 0x7fc00000) { // dead: Float.floatToIntBits(x) != 2143289344: collapsed
            return 1;
        }
        return 0;
    }

    public static int fromBits(int bits) {
        float x = Float.intBitsToFloat(bits);
        if (x != x && bits == 0x7f800001) {
            return 1;
        }
        return 0;
    }

    public static int narrowed(int n) {
        if ((byte) n == n && n > 127) { // dead: n > 127: a byte
            return 1;
        }
        if ((byte) n == -1 && n == 255) {
            return 2;
        }
        return 0;
    }

    public static int saturated(double x) {
        if ((int) x == Integer.MAX_VALUE && x > 3e9) {
            return 1;
        }
        if ((long) x == 0 && x != x) {
            return 2;
        }
        return 0;
    }

    public static int overflow(int a) {
        if (a > 0 && a + 1 < 0) {
            return 1;
        }
        return 0;
    }

    public static int absolute(int a) {
        if (Math.abs(a) < 0) {
            return 1;
        }
        return 0;
    }

    public static int minDivided(int a, int b) {
        if (b == -1 && a / b == a && a != 0) {
            return 1;
        }
        return 0;
    }

    public static int shifted(int n) {
        if (1 << n == 2 && n == 33) {
            return 1;
        }
        return 0;
    }

    public static int remainder(int a) {
        if (a % 2 == -1) {
            return 1;
        }
        if (a % 3 == 3) { // dead: (a % 3) == 3: a remainder
            return 2;
        }
        return 0;
    }

    public static int zeros(double x) {
        if (x == 0.0 && 1 / x < 0) {
            return 1;
        }
        return 0;
    }

    public static int rounded(float x) {
        if (Math.round(x) == 1 && x < 0.5f) { // dead: x < 0.5F: half goes up
            return 1;
        }
        return 0;
    }

    public static int chars(char c) {
        if (c < 0) { // dead: c < 0: no sign
            return 1;
        }
        if (c == 0xFFFF) {
            return 2;
        }
        return 0;
    }

    public static int longProduct(int a, int b) {
        if ((long) a * b != a * b) {
            return 1;
        }
        return 0;
    }

    public static int parsed(String s) {
        if (Integer.parseInt(s) == -7) {
            return 1;
        }
        return 0;
    }

    public static int digits(char c) {
        if (Character.isDigit(c) && (c < '0' || c > '9')) { // dead: c < 48: the smallest digit is 0
            return 1;
        }
        return 0;
    }

    public static int square(long n) {
        if (n * n < 0) {
            return 1;
        }
        return 0;
    }

    public static int compared(double a, double b) {
        if (Double.compare(a, b) == 0 && a != b) {
            return 1;
        }
        return 0;
    }

    public static int boxed(Double a, Double b) {
        if (a != null && b != null && a.equals(b) && a.doubleValue() != b.doubleValue()) {
            return 1;
        }
        return 0;
    }
}
