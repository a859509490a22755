import java.lang.reflect.*;
import java.util.*;

/** Fields, methods and constructors as objects. */
class Reflection1 {
    public static class Box<T> { public int count = 3; private String name = "n"; protected long big; public T held; public static int made = 9; public Box() {} public Box(int count, String name) { this.count = count; this.name = name; } private Box(T held) { this.held = held; } public int sum(int a, long b) { return (int) (a + b + count); } public static String join(String a, Object b) { return a + b; } private String hidden() { return "hidden " + name; } public void fails() { throw new IllegalStateException("on purpose"); } }
    public static class Words extends Box<String> { public Words() { super(5, "w"); } @Override public int sum(int a, long b) { return -1; } }
    static abstract class Token<T> { Type type() { return ((ParameterizedType) getClass().getGenericSuperclass()).getActualTypeArguments()[0]; } }
    static void fieldNames() { List<String> all = new ArrayList<>(); for (Field f : Box.class.getDeclaredFields()) all.add(f.getName() + ":" + f.getType().getSimpleName() + ":" + Modifier.toString(f.getModifiers())); Collections.sort(all); System.out.println(all); }
    static void fieldValues() throws Exception { Box<String> b = new Box<>(); Field f = Box.class.getDeclaredField("count"); System.out.print(f.get(b) + " "); f.set(b, 8); System.out.println(b.count + " " + Box.class.getField("made").get(null)); }
    static void hiddenField() throws Exception { Field f = Box.class.getDeclaredField("name"); f.setAccessible(true); Box<String> b = new Box<>(); f.set(b, "changed"); System.out.println(f.get(b)); }
    static void noField() throws Exception { try { Box.class.getDeclaredField("none"); } catch (NoSuchFieldException e) { System.out.println("none " + e.getMessage()); } }
    static void makes() throws Exception { Constructor<?> c = Box.class.getConstructor(int.class, String.class); Box<?> b = (Box<?>) c.newInstance(4, "x"); System.out.println(b.count + " " + Box.class.getDeclaredConstructor().newInstance().getClass().getSimpleName() + " " + c.getParameterCount()); }
    static void makesHidden() throws Exception { Constructor<?> c = Box.class.getDeclaredConstructor(Object.class); c.setAccessible(true); System.out.println(((Box<?>) c.newInstance("held")).held); }
    static void calls() throws Exception { Method m = Box.class.getMethod("sum", int.class, long.class); System.out.println(m.invoke(new Box<String>(), 1, 2L) + " " + m.invoke(new Words(), 1, 2L) + " " + Box.class.getMethod("join", String.class, Object.class).invoke(null, "a", 1)); }
    static void callsHidden() throws Exception { Method m = Box.class.getDeclaredMethod("hidden"); m.setAccessible(true); System.out.println(m.invoke(new Words())); }
    static void callsFail() throws Exception { try { Box.class.getMethod("fails").invoke(new Box<String>()); } catch (InvocationTargetException e) { System.out.println(e.getCause().getClass().getSimpleName() + " " + e.getCause().getMessage()); } }
    static void methodNames() { Set<String> all = new TreeSet<>(); for (Method m : Box.class.getDeclaredMethods()) all.add(m.getName() + Arrays.toString(m.getParameterTypes()) + m.getReturnType()); System.out.println(all); }
    static void genericSuper() { System.out.println(new Token<Map<String, List<Integer>>>() {}.type() + " " + Words.class.getGenericSuperclass()); }
    static void genericField() throws Exception { System.out.println(Box.class.getDeclaredField("held").getGenericType() + " " + Box.class.getTypeParameters().length); }
    static void kinds() { Object o = new Object() {}; class Local {} System.out.println(o.getClass().isAnonymousClass() + " " + Local.class.isLocalClass() + " " + Local.class.isAnonymousClass() + " " + Box.class.isMemberClass() + " " + o.getClass().getEnclosingClass().getSimpleName()); }
    static void noAnnotations() throws Exception { System.out.println(Box.class.getAnnotation(Deprecated.class) + " " + Box.class.getDeclaredField("count").getAnnotation(Deprecated.class) + " " + Box.class.getMethod("fails").isAnnotationPresent(Deprecated.class)); }
}
