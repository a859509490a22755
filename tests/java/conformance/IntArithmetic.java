/** Arithmetic of ints: wrap-around, division, shifts, bits. */
class IntArithmetic {
    static int seed = 12345;

    static int next() {
        seed = seed * 1103515245 + 12345;
        return seed ^ (seed >>> 13);
    }

    static void addWraps() { System.out.println(Integer.MAX_VALUE + 1); }
    static void subtractWraps() { int a = Integer.MIN_VALUE; System.out.println(a - 1); }
    static void multiplyWraps() { int a = 65537; System.out.println(a * a); }
    static void negateMinimum() { int a = Integer.MIN_VALUE; System.out.println(-a); }
    static void divideTruncates() { int a = -7; System.out.println(a / 2 + " " + a / -2 + " " + 7 / 2); }
    static void divideMinimumByMinusOne() { int a = Integer.MIN_VALUE, b = -1; System.out.println(a / b + " " + a % b); }
    static void remainderSigns() { int a = -7, b = 3; System.out.println(a % b + " " + (-a) % b + " " + (-a) % -b + " " + a % -b); }
    static void divideByZero() { int a = 1, b = 0; try { System.out.println(a / b); } catch (ArithmeticException e) { System.out.println(e.getMessage()); } }
    static void remainderByZero() { int a = 1, b = 0; try { System.out.println(a % b); } catch (ArithmeticException e) { System.out.println(e.getMessage()); } }
    static void shiftLeftMasks() { int a = 1; for (int i = 28; i < 36; i++) System.out.println(a << i); }
    static void shiftRightMasks() { int a = -256; for (int i = 0; i < 40; i += 5) System.out.println((a >> i) + " " + (a >>> i)); }
    static void shiftByNegative() { int a = 12345; System.out.println((a << -3) + " " + (a >> -1) + " " + (a >>> -31)); }
    static void bitwise() { int a = 0x0F0F, b = 0x00FF; System.out.println((a & b) + " " + (a | b) + " " + (a ^ b) + " " + ~a); }
    static void incrementLocals() { int i = Integer.MAX_VALUE; i++; System.out.println(i); i += 1000; System.out.println(i); i -= 40000; System.out.println(i); }
    static void compoundNarrowing() { byte b = 120; b += 10; short s = 32760; s += 10; char c = 65535; c += 2; System.out.println(b + " " + s + " " + (int) c); }
    static void manyOperations() {
        int h = 0;
        for (int i = 0; i < 2000; i++) {
            int a = next(), b = next();
            h = h * 31 + (a + b);
            h = h * 31 + (a - b);
            h = h * 31 + a * b;
            if (b != 0) h = h * 31 + a / b + a % b;
            h = h * 31 + (a << b) + (a >> b) + (a >>> b);
            h = h * 31 + (a & b) + (a | b) + (a ^ b);
            if (i % 200 == 0) System.out.println(h);
        }
        System.out.println(h);
    }
    static void comparisons() {
        int[] xs = {Integer.MIN_VALUE, -1, 0, 1, Integer.MAX_VALUE};
        for (int a : xs) for (int b : xs) System.out.print((a < b ? 1 : 0) + "" + (a <= b ? 1 : 0) + (a > b ? 1 : 0) + (a >= b ? 1 : 0) + (a == b ? 1 : 0) + (a != b ? 1 : 0) + " ");
        System.out.println();
    }
    static void integerMethods() {
        int[] xs = {0, 1, -1, 255, 4096, Integer.MIN_VALUE, Integer.MAX_VALUE, 0x12345678};
        for (int x : xs) System.out.println(Integer.bitCount(x) + " " + Integer.reverse(x) + " " + Integer.highestOneBit(x) + " " + Integer.lowestOneBit(x) + " " + Integer.numberOfLeadingZeros(x) + " " + Integer.numberOfTrailingZeros(x) + " " + Integer.rotateLeft(x, 7) + " " + Integer.reverseBytes(x) + " " + Integer.signum(x));
    }
    static void unsigned() { System.out.println(Integer.divideUnsigned(-1, 10) + " " + Integer.remainderUnsigned(-1, 10) + " " + Integer.compareUnsigned(-1, 1) + " " + Integer.toUnsignedString(-1) + " " + Integer.parseUnsignedInt("4294967295")); }
    static void exact() {
        try { Math.addExact(Integer.MAX_VALUE, 1); } catch (ArithmeticException e) { System.out.println(e.getMessage()); }
        try { Math.multiplyExact(1 << 20, 1 << 20); } catch (ArithmeticException e) { System.out.println(e.getMessage()); }
        System.out.println(Math.floorDiv(-7, 2) + " " + Math.floorMod(-7, 2) + " " + Math.abs(Integer.MIN_VALUE) + " " + Math.max(3, -3) + " " + Math.min(3, -3));
    }
    static void parse() {
        for (String s : new String[] {"0", "-1", "+7", "2147483647", "2147483648", "", "-", "1a", " 1", "-2147483648"}) {
            try { System.out.println(Integer.parseInt(s)); } catch (NumberFormatException e) { System.out.println(e.getMessage()); }
        }
    }
    static void parseRadix() { System.out.println(Integer.parseInt("ff", 16) + " " + Integer.parseInt("-1010", 2) + " " + Integer.parseInt("zz", 36)); }
    static void print() { for (int x : new int[] {0, 7, -7, 123456789, Integer.MIN_VALUE, Integer.MAX_VALUE}) System.out.println(x + " " + Integer.toHexString(x) + " " + Integer.toBinaryString(x) + " " + Integer.toOctalString(x) + " " + Integer.toString(x, 7)); }
    static void caches() { Integer a = 127, b = 127, c = 128, d = 128; System.out.println((a == b) + " " + (c == d) + " " + c.equals(d)); }
    static void ternary() { for (int i = -2; i < 3; i++) System.out.print((i < 0 ? "n" : i == 0 ? "z" : "p")); System.out.println(); }
}
