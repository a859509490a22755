import java.util.*;
/** Class loaders, services and stack traces. */
class Loading {
    interface Service {}
    static class Failure extends RuntimeException { Failure(String message) { super(message); } }
    static void loaders() { ClassLoader own = Loading.class.getClassLoader(); System.out.println((own != null) + " " + (String.class.getClassLoader() == null) + " " + (own == Thread.currentThread().getContextClassLoader()) + " " + (own == ClassLoader.getSystemClassLoader()) + " " + own.equals(Loading.class.getClassLoader())); }
    static void loadClass() throws Exception { ClassLoader own = Loading.class.getClassLoader(); System.out.println(own.loadClass("java.util.ArrayList") == ArrayList.class); System.out.println(own.loadClass("Loading$Service") == Service.class); try { own.loadClass("no.such.Thing"); } catch (ClassNotFoundException e) { System.out.println("none " + e.getMessage()); } }
    static void missingResources() throws Exception { ClassLoader own = Loading.class.getClassLoader(); System.out.println(own.getResource("no/such/thing.txt") + " " + own.getResourceAsStream("no/such/thing.txt") + " " + own.getResources("no/such/thing.txt").hasMoreElements()); }
    static void noServices() { int count = 0; for (Service service : ServiceLoader.load(Service.class)) count++; System.out.println(count); }
    static void lazyName() throws Exception { Class<?> found = Class.forName("Loading$Failure", false, Loading.class.getClassLoader()); System.out.println(found.getSimpleName()); }
    static StackTraceElement top(Throwable thrown) { return thrown.getStackTrace()[0]; }
    static int thrower() { throw new Failure("x"); }
    static void traceOfThrow() { try { thrower(); } catch (Failure e) { StackTraceElement top = top(e); System.out.println(top.getClassName() + " " + top.getMethodName() + " " + top.getFileName() + " " + top.getLineNumber() + " " + e.getStackTrace()[1].getMethodName()); } }
    static void traceOfImplicit() { try { int[] none = {}; none[0] = 1; } catch (RuntimeException e) { System.out.println(top(e).getMethodName() + " " + top(e).getLineNumber()); } }
    static void traceOfHere() { StackTraceElement[] here = Thread.currentThread().getStackTrace(); System.out.println(here[0].getMethodName() + " " + here[1].getMethodName()); StackTraceElement made = new Throwable().getStackTrace()[0]; System.out.println(made.getMethodName()); }
    static void publicMembersOfTheJdk() throws Exception { java.lang.reflect.Method length = String.class.getMethod("length"); length.setAccessible(true); System.out.println(length.invoke("abc")); System.out.println(ArrayList.class.getDeclaredConstructor().newInstance()); }
}
