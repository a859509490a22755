import java.lang.annotation.*;
import java.lang.reflect.*;
import java.util.*;

/** Annotations as a program reads them, and proxies. */
class Annotations1 {
    enum Level { LOW, HIGH }
    @Retention(RetentionPolicy.RUNTIME) @interface Inner { int value(); }
    @Retention(RetentionPolicy.RUNTIME) @Inherited @interface Named { String value() default "none"; String[] also() default {}; }
    @Retention(RetentionPolicy.RUNTIME) @interface Full { boolean flag() default true; byte small() default -3; char letter() default 'x'; short brief() default 300; int number() default -70000; long big() default 1L << 40; float part() default 1.5f; double exact() default 0.1; Class<?> of() default String.class; Level level() default Level.HIGH; Inner inner() default @Inner(7); Inner[] inners() default { @Inner(1), @Inner(2) }; int[] numbers() default { 1, 2, 3 }; }
    @Retention(RetentionPolicy.RUNTIME) @Repeatable(Tags.class) @interface Tag { String value(); }
    @Retention(RetentionPolicy.RUNTIME) @interface Tags { Tag[] value(); }
    @interface Unseen {}
    @Named("base") static class Base { @Named("f") @Deprecated int field; @Full int full; @Named(value = "m", also = { "n", "o" }) void method(@Named("p") int a, String b) {} @Unseen int unseen; @Tag("a") @Tag("b") int tagged; @Full(number = 4, level = Level.LOW, of = int[].class, inner = @Inner(9)) void changed() {} }
    static class Derived extends Base {}
    static Named named(AnnotatedElement of) { return of.getAnnotation(Named.class); }
    static void ofClass() { System.out.println(named(Base.class).value() + " " + named(Derived.class).value() + " " + Derived.class.getDeclaredAnnotations().length + " " + Level.class.getAnnotation(Named.class)); }
    static void ofField() throws Exception { Field f = Base.class.getDeclaredField("field"); System.out.println(named(f).value() + " " + f.isAnnotationPresent(Deprecated.class) + " " + f.getAnnotations().length + " " + named(f).also().length); }
    static void ofMethod() throws Exception { Method m = Base.class.getDeclaredMethod("method", int.class, String.class); System.out.println(named(m).value() + Arrays.toString(named(m).also())); }
    static void ofParameters() throws Exception { Annotation[][] all = Base.class.getDeclaredMethod("method", int.class, String.class).getParameterAnnotations(); System.out.println(all.length + " " + ((Named) all[0][0]).value() + " " + all[1].length); }
    static void defaults() throws Exception { Full f = Base.class.getDeclaredField("full").getAnnotation(Full.class); System.out.println(f.flag() + " " + f.small() + " " + f.letter() + " " + f.brief() + " " + f.number() + " " + f.big() + " " + f.part() + " " + f.exact() + " " + f.of() + " " + f.level() + " " + f.inner().value() + " " + f.inners()[1].value() + " " + Arrays.toString(f.numbers())); }
    static void given() throws Exception { Full f = Base.class.getDeclaredMethod("changed").getAnnotation(Full.class); System.out.println(f.number() + " " + f.level() + " " + f.of() + " " + f.inner().value() + " " + f.letter()); }
    static void unseen() throws Exception { System.out.println(Base.class.getDeclaredField("unseen").getAnnotations().length); }
    static void repeated() throws Exception { Field f = Base.class.getDeclaredField("tagged"); System.out.println(f.getAnnotation(Tag.class) + " " + f.getAnnotationsByType(Tag.class).length + " " + f.getAnnotationsByType(Tag.class)[1].value()); }
    static void type() { System.out.println(named(Base.class).annotationType().getSimpleName() + " " + Named.class.isAnnotation() + " " + (named(Base.class) instanceof Named)); }
    static void equality() throws Exception { System.out.println(named(Base.class).equals(named(Derived.class)) + " " + named(Base.class).equals(named(Base.class.getDeclaredField("field"))) + " " + (named(Base.class).hashCode() == named(Derived.class).hashCode())); }
    static void text() throws Exception { System.out.println(Base.class.getDeclaredField("field").getAnnotation(Deprecated.class) + " " + named(Base.class).toString().endsWith("(also={}, value=\"base\")") + named(Base.class).toString().endsWith("(value=\"base\", also={})")); }
    static void defaultValue() throws Exception { System.out.println(Named.class.getMethod("value").getDefaultValue() + " " + Inner.class.getMethod("value").getDefaultValue()); }
    interface Greeter { String greet(String who, int times) throws java.io.IOException; default int twice(int n) { return 2 * n; } void nothing(); long wide(long a, double b); }
    static Greeter proxy(InvocationHandler handler) { return (Greeter) Proxy.newProxyInstance(Annotations1.class.getClassLoader(), new Class<?>[] { Greeter.class, Comparable.class }, handler); }
    static void proxied() throws Exception { Greeter g = proxy((self, method, arguments) -> { System.out.print(method.getName() + Arrays.toString(arguments) + " "); switch (method.getName()) { case "greet": return arguments[0] + "!"; case "twice": return 42; case "wide": return 1L << 35; case "hashCode": return 5; case "toString": return "proxy"; default: return null; } }); g.nothing(); System.out.println(g.greet("a", 2) + " " + g.twice(4) + " " + g.wide(3L, 0.5) + " " + g.hashCode() + " " + g); }
    static void proxyKinds() { Greeter g = proxy((self, method, arguments) -> null); System.out.println((g instanceof Comparable) + " " + Proxy.isProxyClass(g.getClass()) + " " + Proxy.isProxyClass(String.class) + " " + (Proxy.getInvocationHandler(g) != null)); }
    static void proxyFails() { try { proxy((self, method, arguments) -> null).twice(1); } catch (NullPointerException e) { System.out.println("null"); } try { proxy((self, method, arguments) -> "text").twice(1); } catch (ClassCastException e) { System.out.println("cast"); } }
    static void proxyThrows() throws Exception { Greeter g = proxy((self, method, arguments) -> { throw method.getName().equals("twice") ? new IllegalStateException("state") : new java.io.IOException("io"); }); try { g.twice(1); } catch (IllegalStateException e) { System.out.print(e.getMessage() + " "); } try { g.greet("a", 1); } catch (java.io.IOException e) { System.out.print(e.getMessage() + " "); } try { g.nothing(); } catch (UndeclaredThrowableException e) { System.out.println("undeclared " + e.getCause().getMessage()); } }
    static void notInterface() { try { Proxy.newProxyInstance(null, new Class<?>[] { String.class }, (self, method, arguments) -> null); } catch (IllegalArgumentException e) { System.out.println("refused"); } }
    static void nested() { Set<String> all = new TreeSet<>(); for (Class<?> c : Annotations1.class.getDeclaredClasses()) all.add(c.getSimpleName()); System.out.println(all); }
    static class Fixed { final int number; final String text; static int shared = 1; Fixed(int number, String text) { this.number = number; this.text = text; } }
    static void setsFinal() throws Exception { Fixed fixed = new Fixed(1, new String("a")); Field f = Fixed.class.getDeclaredField("text"); f.setAccessible(true); f.set(fixed, "b"); System.out.println(fixed.text); }
    static void setsStatic() throws Exception { Fixed.class.getDeclaredField("shared").set(null, 8); System.out.println(Fixed.shared); Fixed.shared = 1; }
    record Point(@Named("across") int x, List<String> labels) {}
    static void components() throws Exception { for (RecordComponent c : Point.class.getRecordComponents()) System.out.print(c.getName() + ":" + c.getGenericType() + ":" + c.getAccessor().invoke(new Point(3, List.of("l"))) + ":" + c.getAnnotations().length + " "); System.out.println(Point.class.isRecord()); }
}
