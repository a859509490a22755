import java.math.*;
import java.util.*;
/** Other parts of the library: big numbers, text, time, regular expressions. */
class Library {
    static void bigInteger() { BigInteger a = new BigInteger("123456789012345678901234567890"), b = BigInteger.valueOf(987654321); System.out.println(a.add(b) + " " + a.multiply(b) + " " + a.divide(b) + " " + a.mod(b) + " " + a.negate().shiftRight(7) + " " + a.gcd(b) + " " + a.bitLength() + " " + a.compareTo(b)); }
    static void bigPower() { System.out.println(BigInteger.TWO.pow(200) + " " + BigInteger.valueOf(3).modPow(BigInteger.valueOf(1000), BigInteger.valueOf(1000007)) + " " + BigInteger.valueOf(97).isProbablePrime(10)); }
    static void bigBits() { BigInteger a = BigInteger.valueOf(-12345); System.out.println(a.and(BigInteger.valueOf(255)) + " " + a.or(BigInteger.TEN) + " " + a.not() + " " + a.testBit(3) + " " + a.toString(16) + " " + new BigInteger("ff", 16) + Arrays.toString(a.toByteArray())); }
    static void factorial() { BigInteger f = BigInteger.ONE; for (int i = 2; i <= 60; i++) f = f.multiply(BigInteger.valueOf(i)); System.out.println(f); }
    static void bigDecimal() { BigDecimal a = new BigDecimal("10.25"), b = new BigDecimal("3"); System.out.println(a.add(b) + " " + a.multiply(b) + " " + a.divide(b, 5, RoundingMode.HALF_UP) + " " + a.setScale(1, RoundingMode.HALF_EVEN) + " " + a.negate().abs() + " " + a.compareTo(b) + " " + a.scale() + a.precision() + " " + a.stripTrailingZeros() + " " + new BigDecimal("1E+3").toPlainString()); }
    static void bigDecimalErrors() { try { BigDecimal.ONE.divide(new BigDecimal(3)); } catch (ArithmeticException e) { System.out.println(e.getMessage()); } System.out.println(new BigDecimal("2.0").equals(new BigDecimal("2.00")) + " " + new BigDecimal(0.1) + " " + BigDecimal.valueOf(0.1) + " " + new BigDecimal("1e10").intValue()); }
    static void roundingModes() { for (RoundingMode m : RoundingMode.values()) if (m != RoundingMode.UNNECESSARY) System.out.print(new BigDecimal("2.5").setScale(0, m) + " " + new BigDecimal("-1.1").setScale(0, m) + ";"); System.out.println(); }
    static void regex() { var m = java.util.regex.Pattern.compile("(\\w+)@(\\w+)\\.com").matcher("joe@site.com, ann@host.com"); while (m.find()) System.out.print(m.group(1) + " at " + m.group(2) + " " + m.start() + ";"); System.out.println("abc123".matches("[a-z]+\\d+") + " " + java.util.regex.Pattern.matches("a*b", "aaab") + "x-y_z".replaceAll("[-_]", "")); }
    static void regexGroups() { var m = java.util.regex.Pattern.compile("(?<y>\\d{4})-(?<m>\\d\\d)").matcher("2024-05"); System.out.println(m.matches() + m.group("y") + m.group("m") + m.groupCount() + " " + "aBc".replaceAll("(?i)b", "x") + " " + "foo.bar".split(java.util.regex.Pattern.quote(".")).length); }
    static void regexLazy() { System.out.println("<<a>><<b>>".replaceAll("<<(.*?)>>", "[$1]") + " " + "aaa".replaceAll("a{2}", "b") + " " + "x1y2".replaceAll("(?<=x)\\d", "#") + " " + "ab12".matches("^(?=.*\\d).+$")); }
    static void localDate() { var d = java.time.LocalDate.of(2024, 2, 28); System.out.println(d.plusDays(2) + " " + d.isLeapYear() + " " + d.getDayOfWeek() + " " + d.plusMonths(12) + " " + d.withDayOfMonth(1) + " " + java.time.temporal.ChronoUnit.DAYS.between(d, java.time.LocalDate.of(2025, 1, 1))); try { java.time.LocalDate.of(2023, 2, 29); } catch (java.time.DateTimeException e) { System.out.println(e.getMessage()); } }
    static void duration() { System.out.println(java.time.Duration.ofSeconds(3661) + " " + java.time.LocalTime.of(23, 59).plusMinutes(2) + " " + java.time.Period.of(1, 2, 3) + " " + java.time.LocalDateTime.of(2020, 1, 1, 0, 0).minusSeconds(1)); }
    static void uuid() { System.out.println(new UUID(1, 2) + " " + UUID.fromString("00000000-0000-0001-0000-000000000002").equals(new UUID(1, 2))); }
    static void scanner() { Scanner s = new Scanner("12 abc 3.5\nline two"); System.out.println(s.nextInt() + s.next() + s.nextLine() + "|" + s.nextLine() + s.hasNext()); }
    static void stringReader() throws Exception { var r = new java.io.BufferedReader(new java.io.StringReader("a\nbb\n")); String l; while ((l = r.readLine()) != null) System.out.print(l + ";"); System.out.println(); }
    static void byteStreams() throws Exception { var o = new java.io.ByteArrayOutputStream(); var d = new java.io.DataOutputStream(o); d.writeInt(258); d.writeUTF("é"); d.writeDouble(1.5); var i = new java.io.DataInputStream(new java.io.ByteArrayInputStream(o.toByteArray())); System.out.println(o.size() + " " + i.readInt() + i.readUTF() + i.readDouble()); }
    static void printWriter() { var w = new java.io.StringWriter(); var p = new java.io.PrintWriter(w); p.printf("%d-%s", 1, "x"); p.println(true); p.flush(); System.out.println(w.toString().trim()); }
    static void properties() { Properties p = new Properties(); p.setProperty("k", "v"); System.out.println(p.getProperty("k") + p.getProperty("z", "d") + System.getProperty("line.separator").length()); }
    static void base64() { System.out.println(Base64.getEncoder().encodeToString("hello world".getBytes()) + new String(Base64.getDecoder().decode("aGk="))); }
    static void crc() { var c = new java.util.zip.CRC32(); System.out.println(c.getValue()); }
    static void charset() { System.out.println(java.nio.charset.Charset.forName("UTF-8") + " " + new String("äö".getBytes(java.nio.charset.StandardCharsets.UTF_16BE), java.nio.charset.StandardCharsets.UTF_16BE)); }
    static void buffers() { var b = java.nio.ByteBuffer.allocate(16); b.putInt(0x01020304).putLong(5).flip(); System.out.println(b.get() + " " + b.remaining() + " " + b.order()); }
    static void stackTraceMessage() { Throwable t = new IllegalStateException("outer", new RuntimeException("inner")); System.out.println(t + " " + t.getCause() + " " + t.getLocalizedMessage()); }
    static void systemThings() { System.out.println((System.currentTimeMillis() > 0) + " " + (System.nanoTime() != 0) + " " + Thread.currentThread().getName() + " " + Runtime.version().feature() / 100); }
    static void threadLocal() { ThreadLocal<Integer> t = ThreadLocal.withInitial(() -> 5); t.set(t.get() + 1); System.out.println(t.get()); t.remove(); System.out.println(t.get()); }
    static void weak() { var w = new java.lang.ref.WeakReference<>("x"); System.out.println(w.get()); Map<String, Integer> m = new WeakHashMap<>(); m.put("k", 1); System.out.println(m); }
    static void messageFormatLike() { System.out.println("%s has %d items".formatted("cart", 3)); }
    static void decimalFormat() { System.out.println(new java.text.DecimalFormat("#,##0.00").format(1234.5) + " " + new java.text.DecimalFormat("0.###").format(0.12345)); }
    static void locale() { System.out.println("TITLE".toLowerCase(Locale.ROOT) + " " + "title".toUpperCase(Locale.ENGLISH) + Locale.US); }
    static void currencyFree() { System.out.println(Math.floorMod(-1, 5) + " " + new StringJoiner(",", "{", "}").add("a").add("b")); }
}
