import java.net.*;
import java.nio.*;
import java.util.*;
import java.util.logging.Logger;

/** Memory outside the heap, addresses, loggers, services. */
class Outside1 {
    static void directBuffer() { ByteBuffer b = ByteBuffer.allocateDirect(32); b.putInt(7).putLong(-2L).put((byte) 9).putChar('x').putDouble(1.5); b.flip(); System.out.println(b.remaining() + " " + b.getInt() + " " + b.getLong() + " " + b.get() + " " + b.getChar() + " " + b.getDouble() + " " + b.isDirect()); }
    static void directOrder() { ByteBuffer b = ByteBuffer.allocateDirect(8).order(ByteOrder.LITTLE_ENDIAN); b.putInt(0, 0x01020304); System.out.println(b.get(0) + " " + b.get(3) + " " + b.asIntBuffer().get(0) + " " + b.duplicate().order(ByteOrder.BIG_ENDIAN).getInt(0)); }
    static void directCopies() { ByteBuffer b = ByteBuffer.allocateDirect(6); b.put(new byte[] { 1, 2, 3, 4, 5, 6 }).flip(); byte[] out = new byte[4]; b.position(1); b.get(out); ByteBuffer c = ByteBuffer.allocate(6); b.position(0); c.put(b); System.out.println(Arrays.toString(out) + Arrays.toString(c.array())); }
    static void directBounds() { try { ByteBuffer.allocateDirect(2).getInt(); } catch (BufferUnderflowException e) { System.out.println("under"); } try { ByteBuffer.allocateDirect(2).get(2); } catch (IndexOutOfBoundsException e) { System.out.println("bounds"); } }
    static void addresses() throws Exception { InetAddress four = InetAddress.getByAddress(new byte[] { 127, 0, 0, 1 }); InetAddress six = InetAddress.getByAddress(new byte[16]); System.out.println(four.getHostAddress() + " " + four.isLoopbackAddress() + " " + six.getHostAddress() + " " + (six instanceof Inet6Address) + " " + four.equals(six)); }
    static void wrongAddress() { try { InetAddress.getByAddress(new byte[5]); } catch (UnknownHostException e) { System.out.println(e.getMessage()); } }
    static void literalAddress() throws Exception { System.out.println(InetAddress.getByName("10.1.2.3").getHostAddress() + " " + InetAddress.getByName("::1").isLoopbackAddress()); }
    static void loggers() { System.out.println(Logger.getLogger("some.name").getName() + " " + Logger.getGlobal().getName() + " " + Logger.getAnonymousLogger().getName()); }
    static void environment() { System.out.println(System.getenv("A_NAME_THAT_NOBODY_SETS") + " " + System.getenv().containsKey("A_NAME_THAT_NOBODY_SETS")); }
    interface Nobody {}
    static void services() { System.out.println(ServiceLoader.load(Nobody.class).iterator().hasNext()); }
    static void charBuffers() { CharBuffer c = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).asCharBuffer(); c.put("abcd".toCharArray()); c.flip(); char[] out = new char[4]; c.get(out); System.out.println(new String(out)); }
}
