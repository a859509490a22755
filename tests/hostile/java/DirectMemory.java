// hostile: takes all the memory that it can get, beside the heap
// exit: 0 4
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

public class DirectMemory {
    private static final List<ByteBuffer> HELD = new ArrayList<>();

    static {
        try {
            for (int i = 0; i < 100; i++) {
                ByteBuffer block = ByteBuffer.allocateDirect(64 << 20);
                for (int place = 0; place < block.capacity(); place += 4096) {
                    block.put(place, (byte) 1);
                }
                HELD.add(block);
            }
        } catch (OutOfMemoryError full) {
            HELD.clear();
        }
    }

    public static int half(int x) {
        return x < 0 ? -1 : x / 2;
    }
}
