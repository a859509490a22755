/** Loops, switches, labels, exceptions, finally. */
class Control {
    static void tableSwitch() { for (int i = -1; i < 6; i++) { switch (i) { case 0: System.out.print("zero "); break; case 1: case 2: System.out.print("few "); case 3: System.out.print("fall "); break; default: System.out.print("other "); } } System.out.println(); }
    static void lookupSwitch() { for (int i : new int[] {-1000, 0, 7, 1000000, Integer.MAX_VALUE, Integer.MIN_VALUE}) { switch (i) { case -1000: System.out.print("a"); break; case 7: System.out.print("b"); break; case 1000000: System.out.print("c"); break; case Integer.MAX_VALUE: System.out.print("d"); break; case Integer.MIN_VALUE: System.out.print("e"); break; default: System.out.print("?"); } } System.out.println(); }
    static String name(String s) { switch (s) { case "one": return "1"; case "two": return "2"; case "Aa": return "aa"; case "BB": return "bb"; default: return "?"; } }
    static void stringSwitch() { for (String s : new String[] {"one", "two", "Aa", "BB", "C#", ""}) System.out.print(name(s) + " "); System.out.println(); }
    static void switchExpression() { for (int i = 0; i < 4; i++) { int j = i; String s = switch (i) { case 0 -> "a"; case 1, 2 -> { String t = "b" + j; yield t; } default -> "d"; }; System.out.print(s + " "); } System.out.println(); }
    static void labels() { outer: for (int i = 0; i < 5; i++) { for (int j = 0; j < 5; j++) { if (j == 3) continue outer; if (i == 3) break outer; System.out.print(i * j + " "); } } System.out.println(); }
    static void whileLoops() { int i = 0; while (true) { if (++i > 5) break; if (i % 2 == 0) continue; System.out.print(i); } do { System.out.print(i--); } while (i > 3); System.out.println(); }
    static int finallyReturn() { try { return 1; } finally { System.out.print("f "); } }
    @SuppressWarnings("finally") static int finallyOverrides() { try { throw new RuntimeException(); } finally { return 2; } }
    static void finallys() { System.out.println(finallyReturn() + " " + finallyOverrides()); }
    static void nestedTry() { try { try { throw new IllegalStateException("a"); } catch (IllegalArgumentException e) { System.out.println("no"); } finally { System.out.println("inner"); } } catch (IllegalStateException e) { System.out.println("outer " + e.getMessage()); } }
    static void multiCatch() { for (int i = 0; i < 3; i++) try { if (i == 0) throw new IllegalArgumentException("x"); if (i == 1) throw new UnsupportedOperationException("y"); System.out.println("none"); } catch (IllegalArgumentException | UnsupportedOperationException e) { System.out.println(e); } }
    static class Res implements AutoCloseable { final String n; Res(String n) { this.n = n; System.out.print("open " + n + " "); } public void close() { System.out.print("close " + n + " "); if (n.equals("bad")) throw new IllegalStateException("closing"); } }
    static void tryWithResources() { try (Res a = new Res("a"); Res b = new Res("b")) { System.out.print("body "); } System.out.println(); }
    static void suppressed() { try (Res a = new Res("bad")) { throw new RuntimeException("body"); } catch (RuntimeException e) { System.out.println(e.getMessage() + " " + e.getSuppressed().length + " " + e.getSuppressed()[0].getMessage()); } }
    static class Own extends Exception { final int code; Own(int code, Throwable cause) { super("own " + code, cause); this.code = code; } }
    static void ownException() { try { try { Object o = null; o.hashCode(); } catch (NullPointerException e) { throw new Own(7, e); } } catch (Own e) { System.out.println(e.getMessage() + " " + e.code + " " + (e.getCause() instanceof NullPointerException)); } }
    static int depth(int n) { return n == 0 ? 0 : 1 + depth(n - 1); }
    static void recursion() { System.out.println(depth(1000)); }
    static int forever(int n) { return forever(n + 1) + 1; }
    static void stackOverflow() { try { forever(0); } catch (StackOverflowError e) { System.out.println("overflow"); } }
    static void arrayBounds() { int[] a = new int[3]; for (int i : new int[] {-1, 3}) try { a[i] = 1; } catch (ArrayIndexOutOfBoundsException e) { System.out.println(e.getMessage()); } }
    static void negativeSize() { try { int[] a = new int[-5]; System.out.println(a.length); } catch (NegativeArraySizeException e) { System.out.println(e.getMessage()); } }
    static void arrayStore() { Object[] a = new String[1]; try { a[0] = 1; } catch (ArrayStoreException e) { System.out.println(e.getMessage()); } }
    static void castFails() { Object o = "s"; try { System.out.println((Integer) o); } catch (ClassCastException e) { System.out.println("cast"); } }
    static void throwNull() { RuntimeException e = null; try { throw e; } catch (NullPointerException x) { System.out.println("npe"); } }
    static void rethrow() { try { try { throw new Exception("e"); } catch (Exception e) { throw e; } } catch (Exception e) { System.out.println(e.getMessage()); } }
    static void outOfMemory() { try { long[][] all = new long[1 << 20][]; for (int i = 0; i < all.length; i++) all[i] = new long[1 << 20]; System.out.println("fits"); } catch (OutOfMemoryError e) { System.out.println("oom"); } }
    static void synchronizedBlock() { Object lock = new Object(); int x = 0; synchronized (lock) { x++; synchronized (lock) { x++; } } System.out.println(x); }
    static synchronized int held(int n) { return n <= 1 ? 1 : n * held(n - 1); }
    static void synchronizedMethod() { System.out.println(held(10)); }
    static void assertions() { try { int x = 3; assert x == 4 : "never on"; System.out.println("off"); } catch (AssertionError e) { System.out.println("on"); } }
    static void ternaryChain() { StringBuilder s = new StringBuilder(); for (int i = 0; i < 20; i++) s.append(i % 15 == 0 ? "FizzBuzz" : i % 5 == 0 ? "Buzz" : i % 3 == 0 ? "Fizz" : String.valueOf(i)).append(' '); System.out.println(s); }
}
