/** Floats and doubles: IEEE semantics, conversions, printing, parsing. */
class Floating {
    static final double[] SPECIAL = {0.0, -0.0, 1.0, -1.5, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.MIN_VALUE, Double.MAX_VALUE, 1e300, 0.1, 1e-310};

    static void add() { for (double a : SPECIAL) for (double b : SPECIAL) System.out.print(a + b + " "); System.out.println(); }
    static void multiply() { for (double a : SPECIAL) for (double b : SPECIAL) System.out.print(a * b + " "); System.out.println(); }
    static void divide() { for (double a : SPECIAL) for (double b : SPECIAL) System.out.print(a / b + " "); System.out.println(); }
    static void remainder() { for (double a : SPECIAL) for (double b : SPECIAL) System.out.print(a % b + " "); System.out.println(); }
    static void compare() { for (double a : SPECIAL) for (double b : SPECIAL) System.out.print((a < b ? 1 : 0) + "" + (a <= b ? 1 : 0) + (a > b ? 1 : 0) + (a >= b ? 1 : 0) + (a == b ? 1 : 0) + (a != b ? 1 : 0) + Double.compare(a, b) + " "); System.out.println(); }
    static void floatAdd() { for (double a : SPECIAL) for (double b : SPECIAL) System.out.print((float) a + (float) b + " "); System.out.println(); }
    static void floatCompare() { for (double x : SPECIAL) for (double y : SPECIAL) { float a = (float) x, b = (float) y; System.out.print((a < b) + " " + (a >= b) + " " + (a == b) + ";"); } System.out.println(); }
    static void toInt() { for (double a : SPECIAL) System.out.print((int) a + " " + (long) a + " " + (short) a + " " + (byte) a + " " + (int) (char) a + ";"); System.out.println(); }
    static void toIntLarge() { for (double a : new double[] {1e9, 3e9, -3e9, 1e19, -1e19, 2147483647.5, 0.999999}) System.out.print((int) a + " " + (long) a + " " + (int) (float) a + ";"); System.out.println(); }
    static void toFloat() { for (double a : new double[] {0.1, 1e40, 1e-50, 16777217, 3.4028235e38, 1.1754944e-38}) System.out.print((float) a + " "); System.out.println(); }
    static void negate() { for (double a : SPECIAL) System.out.print(-a + " " + -(float) a + ";"); System.out.println(); }
    static void bits() { for (double a : SPECIAL) System.out.print(Double.doubleToLongBits(a) + " " + Float.floatToIntBits((float) a) + ";"); System.out.println(); }
    static void ofBits() { System.out.println(Double.longBitsToDouble(4614256656552045848L) + " " + Float.intBitsToFloat(1078530011)); }
    static void print() { for (double a : new double[] {1.0, 100.0, 1e7, 1e-3, 9999999.0, 1.0E10, 123456.789, 0.001, 0.00099, 2e-44, 1.7976931348623157e308, 4.35, 2.2250738585072014E-308}) System.out.println(a); }
    static void printFloat() { for (float a : new float[] {1f, 1e7f, 1e-3f, 3.4e38f, 1.17549435E-38f, 0.1f, 33554432f, 1.4e-45f}) System.out.println(a); }
    static void parse() { for (String s : new String[] {"1", "-1.5e3", "NaN", "Infinity", "-Infinity", "0x1p3", " 2 ", "1e400", "1e-400", "abc", "", "1d", ".5", "5."}) try { System.out.println(Double.parseDouble(s)); } catch (NumberFormatException e) { System.out.println(e.getMessage()); } }
    static void parseFloat() { for (String s : new String[] {"1.1", "3.5e38", "1e-46", "16777217"}) System.out.println(Float.parseFloat(s)); }
    static void equality() { Double a = Double.NaN, b = 0.0, c = -0.0; System.out.println(a.equals(Double.NaN) + " " + b.equals(c) + " " + (0.0 == -0.0) + " " + a.hashCode() + " " + b.hashCode() + " " + c.hashCode()); }
    static void rounding() { for (double a : new double[] {0.5, 1.5, 2.5, -0.5, -1.5, 0.49999999999999994, 1e18, Double.NaN}) System.out.println(Math.round(a) + " " + Math.rint(a) + " " + Math.floor(a) + " " + Math.ceil(a) + " " + Math.round((float) a)); }
    static void functions() { System.out.println(Math.sqrt(2) + " " + Math.abs(-0.0) + " " + Math.max(-0.0, 0.0) + " " + Math.min(-0.0, 0.0) + " " + Math.signum(-3.0) + " " + Math.ulp(1.0) + " " + Math.nextUp(1.0) + " " + Math.copySign(3.0, -0.0) + " " + Math.getExponent(1e10) + " " + Math.scalb(1.5, 4)); }
    static void powers() { System.out.println(Math.pow(2, 10) + " " + Math.pow(2, 0.5) + " " + Math.pow(0, 0) + " " + Math.pow(1, Double.NaN) + " " + Math.pow(-8, 1.0 / 3) + " " + Math.cbrt(27)); }
    static void hex() { System.out.println(Double.toHexString(1.5) + " " + Double.toHexString(0.1) + " " + Float.toHexString(1.1f)); }
    static void sums() { double s = 0; float f = 0; for (int i = 1; i < 1000; i++) { s += 1.0 / i; f += 1.0f / i; } System.out.println(s + " " + f); }
    static void harmonic() { double s = 0; for (int i = 100; i > 0; i--) s = 1 / (i + s); System.out.println(s); }
    static void strictNan() { double z = 0; System.out.println(z / z + " " + (z / z == z / z) + " " + Double.isNaN(z / z) + " " + Double.isInfinite(1 / z) + " " + Double.isFinite(z)); }
    static void fusedMultiply() { System.out.println(Math.fma(2.0, 3.0, 4.0) + " " + Math.hypot(3, 4)); }
}
