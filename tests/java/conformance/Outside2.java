import java.io.*;
import java.lang.reflect.*;
import java.nio.file.*;
import java.security.MessageDigest;
import java.util.*;
import java.util.concurrent.*;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.*;
import java.util.zip.*;

/** Files that are not there, checksums, digests, threads, frames, and who may use what. */
class Outside2 {
    static void absentFile() { File f = new File("/not/there/x.txt"); System.out.println(f.exists() + " " + f.isDirectory() + " " + f.isFile() + " " + f.length() + " " + f.list() + " " + f.canRead() + " " + f.lastModified() + " " + f.delete()); }
    static void directory() { System.out.println(new File("/").isDirectory() + " " + new File(".").exists() + " " + new File("/").isFile()); }
    static void canonical() throws IOException { System.out.println(new File("/not/../there/./x").getCanonicalPath()); }
    static void openAbsent() throws IOException { try { new FileInputStream("/not/there"); } catch (FileNotFoundException e) { System.out.println(e.getMessage()); } try { new FileReader("/"); } catch (FileNotFoundException e) { System.out.println(e.getMessage()); } }
    static void paths() { Path p = Paths.get("a/b/../c.txt"); System.out.println(p.normalize() + " " + p.getFileName() + " " + p.getParent() + " " + p.getNameCount() + " " + p.isAbsolute() + " " + Paths.get("/x").resolve("y").relativize(Paths.get("/x/z")) + " " + p.startsWith("a") + " " + p.compareTo(Paths.get("b"))); }
    static void absentPath() throws IOException { Path p = Paths.get("/not/there"); System.out.println(Files.exists(p) + " " + Files.notExists(p) + " " + Files.isDirectory(p) + " " + Files.isRegularFile(p) + " " + Files.isDirectory(Paths.get("/"))); try { Files.readAllBytes(p); } catch (NoSuchFileException e) { System.out.println("absent " + e.getMessage()); } }
    static void fileAndPath() { System.out.println(new File("x/y").toPath() + " " + Paths.get("x", "y").toFile() + " " + new File("/q").toURI()); }
    static void checksums() { CRC32 c = new CRC32(); c.update("123456789".getBytes()); Adler32 a = new Adler32(); a.update("123456789".getBytes(), 2, 3); a.update(7); System.out.println(c.getValue() + " " + a.getValue()); }
    static void digests() throws Exception { System.out.println(Arrays.toString(MessageDigest.getInstance("SHA-256").digest("abc".getBytes()))); System.out.println(UUID.nameUUIDFromBytes(new byte[] { 1, 2 })); }
    static void zones() { System.out.println(TimeZone.getTimeZone("Europe/Paris").getRawOffset() + " " + TimeZone.getTimeZone("Nowhere").getID()); }
    static void thread() throws Exception { int[] x = new int[1]; Thread t = new Thread(() -> x[0] = 5); t.start(); t.join(); System.out.println(x[0] + " " + t.isAlive() + " " + t.getState()); }
    static void threadThatThrows() throws Exception { Thread t = new Thread(() -> { throw new IllegalStateException(); }); t.setUncaughtExceptionHandler((thread, thrown) -> {}); t.start(); t.join(); System.out.println(t.isAlive()); }
    static void executor() throws Exception { ExecutorService e = Executors.newFixedThreadPool(1); Future<Integer> f = e.submit(() -> 5); System.out.println(f.get()); e.shutdown(); }
    static void parallel() { System.out.println(IntStream.range(0, 1000).parallel().filter(x -> x % 3 == 0).sum()); }
    static void latch() throws Exception { CountDownLatch l = new CountDownLatch(2); new Thread(l::countDown).start(); l.countDown(); l.await(); System.out.println(l.getCount()); }
    static void walker() { List<String> names = StackWalker.getInstance().walk(frames -> frames.map(StackWalker.StackFrame::getMethodName).limit(1).collect(Collectors.toList())); System.out.println(names); }
    static class Asking { static Class<?> caller() { return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).getCallerClass(); } }
    static void caller() { System.out.println(Asking.caller()); }
    static class Kept implements Serializable { int number = 3; transient String lost = "x"; List<String> texts = new ArrayList<>(Arrays.asList("a", "b")); }
    static void serialised() throws Exception { ByteArrayOutputStream out = new ByteArrayOutputStream(); new ObjectOutputStream(out).writeObject(new Kept()); Kept k = (Kept) new ObjectInputStream(new ByteArrayInputStream(out.toByteArray())).readObject(); System.out.println(k.number + " " + k.lost + " " + k.texts); }
    static void loggersOfNobody() { Logger l = Logger.getLogger("of.nobody"); System.out.println(l.getHandlers().length + " " + l.isLoggable(Level.FINE) + " " + l.isLoggable(Level.INFO) + " " + l.getLevel() + " " + l.getUseParentHandlers()); l.setLevel(Level.FINE); System.out.println(l.isLoggable(Level.FINE) + " " + l.getLevel()); }
    static void closedMembers() throws Exception { Field f = String.class.getDeclaredField("hash"); try { f.setAccessible(true); System.out.println("open"); } catch (RuntimeException e) { System.out.println(e.getClass().getName()); } System.out.println(f.trySetAccessible()); Method m = String.class.getMethod("length"); m.setAccessible(true); System.out.println(m.invoke("abc")); }
    static class Hidden { private int secret = 7; private static int twice(int x) { return 2 * x; } }
    static void hiddenMembers() throws Exception { Field f = ArrayList.class.getDeclaredField("size"); try { f.get(new ArrayList<>()); } catch (IllegalAccessException e) { System.out.println("illegal"); } Method m = Hidden.class.getDeclaredMethod("twice", int.class); m.setAccessible(true); System.out.println(m.invoke(null, 4)); }
    static void unsafe() throws Exception { Class<?> c = Class.forName("sun.misc.Unsafe"); Field f = c.getDeclaredField("theUnsafe"); f.setAccessible(true); Object u = f.get(null); System.out.println(c.getMethod("arrayIndexScale", Class.class).invoke(u, int[].class)); }
    static void console() { System.out.println(System.console()); }
    static void closedClass() throws Exception { Method m = Class.forName("jdk.internal.misc.Unsafe").getDeclaredMethod("getUnsafe"); try { m.invoke(null); System.out.println("seen"); } catch (IllegalAccessException e) { System.out.println("illegal"); } }
}
