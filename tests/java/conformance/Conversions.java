/** Conversions between primitive types and boxes. */
class Conversions {
    static void intToNarrow() { for (int x : new int[] {0, 127, 128, 255, 256, 32767, 32768, 65535, 65536, -1, -129}) System.out.print((byte) x + " " + (short) x + " " + (int) (char) x + ";"); System.out.println(); }
    static void intToWide() { for (int x : new int[] {0, -1, Integer.MAX_VALUE, Integer.MIN_VALUE, 16777217}) System.out.print((long) x + " " + (float) x + " " + (double) x + ";"); System.out.println(); }
    static void charArithmetic() { char c = 'a'; c++; c += 2; System.out.println(c + " " + (c + 1) + " " + (char) (c + 1) + " " + (c > 'b')); }
    static void byteSign() { byte b = (byte) 200; System.out.println(b + " " + (b & 0xFF) + " " + (b >>> 1) + " " + (byte) (b >>> 1) + " " + (b >> 1)); }
    static void boxing() { Integer i = 5; Long l = 5L; Object o = i; System.out.println(i.equals(5) + " " + l.equals(5) + " " + l.equals(5L) + " " + o.equals(i) + " " + (i == 5)); }
    static void unboxNull() { Integer i = null; try { int x = i; System.out.println(x); } catch (NullPointerException e) { System.out.println("npe"); } }
    static void numbers() { Number n = 3.99; System.out.println(n.intValue() + " " + n.longValue() + " " + n.byteValue() + " " + n.floatValue()); Number m = 300; System.out.println(m.byteValue() + " " + m.doubleValue()); }
    static void ternaryPromotion() { Object o = true ? 1 : 2.0; System.out.println(o); Object p = true ? (Object) 1 : "x"; System.out.println(p); char c = 'x'; int i = 0; System.out.println(false ? i : c); }
    static void stringOf() { System.out.println(String.valueOf(true) + String.valueOf('c') + String.valueOf(1) + String.valueOf(2L) + String.valueOf(1.5f) + String.valueOf(2.5) + String.valueOf((Object) null)); }
    static void wrappers() { System.out.println(Byte.parseByte("-128") + " " + Short.parseShort("32767") + " " + Boolean.parseBoolean("TRUE") + " " + Character.getNumericValue('9') + " " + Byte.toUnsignedInt((byte) -1)); }
    static void decode() { System.out.println(Integer.decode("0x1F") + " " + Integer.decode("-010") + " " + Long.decode("#ff")); }
    static void byteOverflow() { try { Byte.parseByte("128"); } catch (NumberFormatException e) { System.out.println(e.getMessage()); } }
    static void compareTo() { System.out.println(Integer.valueOf(3).compareTo(5) + " " + "a".compareTo("c") + " " + Boolean.compare(true, false) + " " + Character.compare('a', 'b') + " " + Double.compare(0.0, -0.0)); }
    static void hashCodes() { System.out.println(Boolean.hashCode(true) + " " + Character.hashCode('a') + " " + Long.hashCode(1L << 40) + " " + Double.hashCode(1.5) + " " + "hello".hashCode() + " " + Byte.hashCode((byte) -3)); }
    static void longToDouble() { for (long x : new long[] {9007199254740993L, -9007199254740993L, Long.MAX_VALUE}) System.out.println((double) x + " " + (float) x + " " + (long) (double) x); }
    static void mixed() { byte b = 10; short s = 20; char c = 30; long l = 40; float f = 50; double d = 60; System.out.println(b + s + c + l + f + d); System.out.println(b * s / c % l); }
    static void shortCircuit() { int[] n = {0}; boolean x = n[0]++ > 0 && n[0]++ > 0; boolean y = n[0]++ > 0 || n[0]++ > 0; boolean z = n[0]++ > 0 | n[0]++ > 0; System.out.println(x + " " + y + " " + z + " " + n[0]); }
    static void booleans() { boolean a = true, b = false; System.out.println((a & b) + " " + (a | b) + " " + (a ^ b) + " " + !a); a &= b; System.out.println(a); a |= true; System.out.println(a); }
}
