/** Arithmetic of longs. */
class LongArithmetic {
    static long seed = 99;

    static long next() {
        seed = seed * 6364136223846793005L + 1442695040888963407L;
        return seed ^ (seed >>> 21);
    }

    static void addWraps() { System.out.println(Long.MAX_VALUE + 1); }
    static void multiplyWraps() { long a = 1L << 40; System.out.println(a * a + " " + 3037000500L * 3037000500L); }
    static void divide() { long a = -7; System.out.println(a / 2 + " " + a % 2 + " " + Long.MIN_VALUE / -1 + " " + Long.MIN_VALUE % -1); }
    static void divideByZero() { long z = 0; try { System.out.println(5L % z); } catch (ArithmeticException e) { System.out.println(e.getMessage()); } }
    static void shifts() { long a = -1234567890123L; for (int i = 0; i < 70; i += 7) System.out.println((a << i) + " " + (a >> i) + " " + (a >>> i)); }
    static void bitwise() { long a = 0x0F0F0F0F0F0FL, b = 0xFF00FF00FFL; System.out.println((a & b) + " " + (a | b) + " " + (a ^ b) + " " + ~a); }
    static void compare() { long[] xs = {Long.MIN_VALUE, -1, 0, 1, Long.MAX_VALUE}; for (long a : xs) for (long b : xs) System.out.print((a < b) + " " + (a == b) + " " + Long.compare(a, b) + ";"); System.out.println(); }
    static void dup2() { long[] xs = new long[2]; long v = xs[0] = xs[1] = 5L; long w = xs[0]++ + ++xs[1]; System.out.println(v + w + xs[0] + xs[1]); }
    static long field = 3;
    static void fields() { long v = field++ * 2; field += v; System.out.println(field + " " + v); }
    static void manyOperations() {
        long h = 0;
        for (int i = 0; i < 1000; i++) {
            long a = next(), b = next();
            h = h * 31 + (a + b) + (a - b) + a * b;
            if (b != 0) h = h * 31 + a / b + a % b;
            h = h * 31 + (a << b) + (a >> (int) b) + (a >>> b) + (a & b) + (a | b) + (a ^ b);
            if (i % 100 == 0) System.out.println(h);
        }
        System.out.println(h);
    }
    static void conversions() { for (long x : new long[] {0, -1, 1L << 33, Long.MAX_VALUE, Long.MIN_VALUE, 16777217}) System.out.println((int) x + " " + (short) x + " " + (byte) x + " " + (int) (char) x + " " + (float) x + " " + (double) x); }
    static void methods() { for (long x : new long[] {0, 1, -1, 1L << 40, Long.MIN_VALUE}) System.out.println(Long.bitCount(x) + " " + Long.numberOfLeadingZeros(x) + " " + Long.numberOfTrailingZeros(x) + " " + Long.reverse(x) + " " + Long.hashCode(x) + " " + Long.toHexString(x)); }
    static void unsigned() { System.out.println(Long.divideUnsigned(-1, 10) + " " + Long.remainderUnsigned(-1, 7) + " " + Long.toUnsignedString(-1) + " " + Long.compareUnsigned(1, -1) + " " + Long.parseUnsignedLong("18446744073709551615")); }
    static void parse() { for (String s : new String[] {"9223372036854775807", "9223372036854775808", "-9223372036854775808", "x", ""}) try { System.out.println(Long.parseLong(s)); } catch (NumberFormatException e) { System.out.println(e.getMessage()); } }
    static void exact() { try { Math.multiplyExact(Long.MAX_VALUE, 2L); } catch (ArithmeticException e) { System.out.println(e.getMessage()); } System.out.println(Math.floorMod(-7L, 3L) + " " + Math.floorDiv(-7L, 3L) + " " + Math.multiplyHigh(1L << 62, 12)); }
    static void loops() { long s = 0; for (long i = 1; i <= 100; i++) s += i * i; System.out.println(s); }
}
