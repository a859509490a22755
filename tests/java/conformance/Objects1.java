/** Classes: inheritance, interfaces, inner classes, initialisation. */
class Objects1 {
    static class Animal { String name() { return "animal"; } String speak() { return name() + "!"; } static String kind() { return "A"; } }
    static class Dog extends Animal { @Override String name() { return "dog"; } String up() { return super.speak() + super.name(); } static String kind() { return "D"; } }
    static void overriding() { Animal a = new Dog(); System.out.println(a.speak() + " " + ((Dog) a).up() + " " + Animal.kind() + Dog.kind()); }
    interface Greets { default String greet() { return "hi " + who(); } String who(); static String all() { return "all"; } }
    interface Polite extends Greets { @Override default String greet() { return "good day " + who() + " (" + Greets.super.greet() + ")"; } }
    static void defaults() { Polite p = () -> "you"; Greets g = new Greets() { public String who() { return "me"; } }; System.out.println(p.greet() + " " + g.greet() + " " + Greets.all()); }
    class Inner { int v = base + 1; class Deeper { int w = v + base; } }
    int base = 10;
    static void innerClasses() { Objects1 o = new Objects1(); Objects1.Inner i = o.new Inner(); Inner.Deeper d = i.new Deeper(); System.out.println(i.v + " " + d.w); }
    static void localClass() { int k = 5; class Local { int times(int n) { return n * k; } } System.out.println(new Local().times(3)); }
    static void anonymous() { int[] count = {0}; Runnable r = new Runnable() { int calls; public void run() { calls++; count[0] += calls; } }; r.run(); r.run(); System.out.println(count[0]); }
    static abstract class Shape { abstract double area(); public String toString() { return getClass().getSimpleName() + " " + area(); } }
    static class Square extends Shape { double s; Square(double s) { this.s = s; } double area() { return s * s; } }
    static class Circle extends Shape { double r; Circle(double r) { this.r = r; } double area() { return 3 * r * r; } }
    static void abstractClasses() { for (Shape s : new Shape[] {new Square(2), new Circle(1)}) System.out.println(s); }
    static class Order { static { System.out.print("static "); } int x = say("field "); { say("block "); } Order() { say("ctor "); } static int say(String s) { System.out.print(s); return 1; } }
    static void initialisationOrder() { new Order(); new Order(); System.out.println(); }
    static class Base { Base() { hook(); } void hook() { System.out.print("base "); } }
    static class Derived extends Base { int v = 7; @Override void hook() { System.out.print("derived " + v + " "); } }
    static void virtualInConstructor() { new Derived().hook(); System.out.println(); }
    static class Lazy { static int loads = 0; static class Holder { static final Object O = make(); static Object make() { loads++; return "made"; } } }
    static void lazyHolder() { System.out.print(Lazy.loads); Object o = Lazy.Holder.O; System.out.println(o + " " + Lazy.loads); }
    static class Bad { static int x = 1 / zero(); static int zero() { return 0; } }
    static void failingInitialiser() { for (int i = 0; i < 2; i++) try { System.out.println(Bad.x); } catch (ExceptionInInitializerError e) { System.out.println("init " + e.getCause().getMessage()); } catch (NoClassDefFoundError e) { System.out.println("ncdfe"); } }
    static void instanceOf() { Object[] os = {1, "s", 'c', 2.0, null, new int[0], new Dog(), new String[0]}; for (Object o : os) System.out.print((o instanceof Integer) + " " + (o instanceof Comparable) + " " + (o instanceof Object[]) + " " + (o instanceof Animal) + ";"); System.out.println(); }
    static void patternInstanceOf() { Object o = "text"; if (o instanceof String s && s.length() == 4) System.out.println(s.toUpperCase()); }
    static void equalsIdentity() { Object a = new Object(), b = new Object(); System.out.println(a.equals(a) + " " + a.equals(b) + " " + (a.hashCode() == a.hashCode())); }
    static class Point implements Cloneable, Comparable<Point> { int x, y; Point(int x, int y) { this.x = x; this.y = y; } @Override public boolean equals(Object o) { return o instanceof Point && ((Point) o).x == x && ((Point) o).y == y; } @Override public int hashCode() { return 31 * x + y; } @Override public Point clone() { try { return (Point) super.clone(); } catch (CloneNotSupportedException e) { throw new AssertionError(e); } } public int compareTo(Point o) { return x != o.x ? Integer.compare(x, o.x) : Integer.compare(y, o.y); } }
    static void cloning() { Point p = new Point(1, 2), q = p.clone(); q.x = 5; System.out.println(p.x + " " + q.x + " " + q.y + " " + p.equals(new Point(1, 2)) + " " + p.compareTo(q)); }
    static void notCloneable() { try { new Objects1().clone(); } catch (CloneNotSupportedException e) { System.out.println("no clone"); } }
    static void arrayClone() { int[][] a = {{1, 2}, {3}}; int[][] b = a.clone(); b[0][0] = 9; b[1] = null; System.out.println(a[0][0] + " " + a[1][0]); }
    static <T extends Comparable<T>> T largest(T[] xs) { T best = xs[0]; for (T x : xs) if (x.compareTo(best) > 0) best = x; return best; }
    static void generics() { System.out.println(largest(new Integer[] {3, 9, 2}) + largest(new String[] {"b", "z", "a"})); }
    static int sum(int... xs) { int s = 0; for (int x : xs) s += x; return s; }
    static void varargs() { System.out.println(sum() + " " + sum(1) + " " + sum(1, 2, 3) + " " + sum(new int[] {4, 5})); }
    static String over(int x) { return "int"; } static String over(long x) { return "long"; } static String over(Object x) { return "Object"; } static String over(Integer x) { return "Integer"; } static String over(int... x) { return "varargs"; }
    static void overloads() { byte b = 1; System.out.println(over(b) + over(1) + over(1L) + over((Integer) 1) + over("s") + over(1.0) + over()); }
    static void classNames() { System.out.println(Dog.class.getName() + " " + int[].class.getName() + " " + String[][].class.getSimpleName() + " " + int.class + " " + new Dog().getClass().getSimpleName() + " " + Runnable.class + " " + Dog.class.getSuperclass().getSimpleName()); }
    static void staticNested() { StringBuilder s = new StringBuilder(); for (Class<?> c : new Class<?>[] {Object.class, Integer.class, Number.class}) s.append(c.isAssignableFrom(Integer.class)).append(' '); System.out.println(s); }
    interface A { default String m() { return "A"; } } interface B extends A { default String m() { return "B"; } } static class C implements A, B { }
    static void diamond() { System.out.println(new C().m()); }
    static class Counter { private int n; private static int all; int inc() { all++; return ++n; } class View { int get() { return n; } void set(int v) { n = v; } } }
    static void privateAccess() { Counter c = new Counter(); c.inc(); Counter.View v = c.new View(); v.set(41); c.inc(); System.out.println(v.get() + " " + Counter.all); }
}
