import java.util.*;
/** Formatting. */
class Formats {
    static void integers() { System.out.println(String.format("%d|%5d|%-5d|%05d|%+d|%x|%X|%o|%(d", 42, 42, 42, 42, 42, 255, 255, 8, -3)); }
    static void longs() { System.out.println(String.format("%d %x", Long.MIN_VALUE, -1L)); }
    static void floats() { System.out.println(String.format("%f|%.2f|%8.3f|%e|%.0f|%g", 3.14159, 2.005, -1.5, 12345.678, 0.5, 0.0001)); }
    static void specials() { System.out.println(String.format("%f %f %.1f", Double.NaN, Double.POSITIVE_INFINITY, -0.0)); }
    static void strings() { System.out.println(String.format("%s|%10s|%-10s|%.2s|%S|%s", "abc", "abc", "abc", "abc", "abc", (Object) null)); }
    static void others() { System.out.println(String.format("%c|%b|%B|%%|%n", 'x', true, null).trim()); }
    static void indices() { System.out.println(String.format("%2$s %1$s %<s", "a", "b")); }
    static void collections() { System.out.println(String.format("%s %s", List.of(1, 2), new TreeMap<>(Map.of("k", 1)))); }
    static void missing() { try { String.format("%d %d", 1); } catch (MissingFormatArgumentException e) { System.out.println(e.getMessage()); } }
    static void wrong() { try { String.format("%d", "x"); } catch (IllegalFormatConversionException e) { System.out.println(e.getMessage()); } }
    static void unknown() { try { String.format("%q", 1); } catch (UnknownFormatConversionException e) { System.out.println(e.getMessage()); } }
    static void printf() { System.out.printf("%s-%d%n", "p", 7); }
    static void formatted() { System.out.println("%d+%d".formatted(1, 2)); }
    static void grouping() { System.out.println(String.format("%,d %,.2f", 1234567, 9876.543)); }
    static void big() { System.out.println(String.format("%d %s", new java.math.BigInteger("12345678901234567890"), new java.math.BigDecimal("1.50"))); }
}
