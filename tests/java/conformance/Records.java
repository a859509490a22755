import java.util.*;
/** Records, enums, sealed types. */
class Records {
    record Point(int x, int y) { Point { if (x < 0) throw new IllegalArgumentException("negative"); } int sum() { return x + y; } static Point origin() { return new Point(0, 0); } }
    record All(boolean z, byte b, char c, short s, int i, long l, float f, double d, String t, int[] a) { }
    record Pair<A, B>(A first, B second) { }
    record Empty() { }
    static void textOf() { System.out.println(new Point(1, 2) + " " + new Pair<>("a", List.of(1)) + " " + new Empty()); }
    static void allKinds() { All a = new All(true, (byte) 1, 'c', (short) 2, 3, 4L, 5f, 6.0, "t", null); System.out.println(a + " " + a.hashCode() + " " + a.equals(new All(true, (byte) 1, 'c', (short) 2, 3, 4L, 5f, 6.0, "t", null)) + a.equals(new All(true, (byte) 1, 'c', (short) 2, 3, 4L, 5f, 6.5, "t", null))); }
    static void equality() { System.out.println(new Point(1, 2).equals(new Point(1, 2)) + " " + new Point(1, 2).equals(new Point(2, 1)) + " " + new Point(3, 4).hashCode() + " " + new Point(1, 2).equals(null) + new Point(0, 0).equals("x") + new Empty().equals(new Empty())); }
    static void nanFields() { record D(double d, float f) { } System.out.println(new D(Double.NaN, Float.NaN).equals(new D(Double.NaN, Float.NaN)) + " " + new D(0.0, 0f).equals(new D(-0.0, 0f)) + new D(1.5, 2.5f).hashCode()); }
    static void accessors() { Point p = new Point(3, 4); System.out.println(p.x() + p.y() + p.sum() + " " + Point.origin()); }
    static void compactConstructor() { try { new Point(-1, 0); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); } }
    static void asKeys() { Map<Point, String> m = new HashMap<>(); m.put(new Point(1, 1), "a"); m.put(new Point(1, 1), "b"); System.out.println(m); }
    enum Op { ADD("+") { int apply(int a, int b) { return a + b; } }, MUL("*") { int apply(int a, int b) { return a * b; } }; final String sign; Op(String s) { sign = s; } abstract int apply(int a, int b); }
    static void enumBodies() { for (Op o : Op.values()) System.out.print(o + o.sign + o.apply(3, 4) + o.ordinal() + " " + o.getDeclaringClass().getSimpleName() + " "); System.out.println(); }
    static void valueOf() { System.out.println(Op.valueOf("ADD")); try { Op.valueOf("SUB"); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); } }
    enum Day { MON, TUE, WED; Day next() { return values()[(ordinal() + 1) % values().length]; } }
    static void enumSwitch() { for (Day d : Day.values()) { switch (d) { case MON: System.out.print("m"); break; case WED: System.out.print("w"); break; default: System.out.print("?"); } System.out.print(d.next().compareTo(d)); } System.out.println(); }
    static void enumSwitchExpression() { for (Day d : Day.values()) System.out.print(switch (d) { case MON -> 1; case TUE -> 2; case WED -> 3; }); System.out.println(); }
    sealed interface Shape permits Square, Rect { } record Square(int s) implements Shape { } record Rect(int w, int h) implements Shape { }
    static int area(Shape s) { if (s instanceof Square q) return q.s() * q.s(); if (s instanceof Rect r) return r.w() * r.h(); throw new IllegalStateException(); }
    static void sealedTypes() { System.out.println(area(new Square(3)) + " " + area(new Rect(2, 5))); }
    static void enumConstantsEqual() { System.out.println((Day.MON == Day.valueOf("MON")) + " " + Day.MON.equals(Day.TUE) + " " + Day.MON.name() + Day.TUE.toString().toLowerCase() + new TreeMap<>(Map.of(Day.WED, 1, Day.MON, 2))); }
    enum Singleton { INSTANCE; int count; int inc() { return ++count; } }
    static void singleton() { Singleton.INSTANCE.inc(); System.out.println(Singleton.INSTANCE.inc()); }
    static void nested() { Pair<Pair<Integer, Integer>, Point> p = new Pair<>(new Pair<>(1, 2), new Point(3, 4)); System.out.println(p.first().second() + p.second().x() + " " + p.hashCode()); }
}
