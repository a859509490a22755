// hostile: writes to any address, by Unsafe
import java.lang.reflect.Field;

public class UnsafeMemory {
    public static int poke(int address) throws Exception {
        if (address == 8) {
            Class<?> type = Class.forName("sun.misc.Unsafe");
            Field field = type.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            Object unsafe = field.get(null);
            type.getMethod("putAddress", long.class, long.class).invoke(unsafe, 8L, 31337L);
        }
        return address > 8 ? 1 : 0;
    }
}
