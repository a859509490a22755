// hostile: changes a file through memory that is mapped to it
// refused: writes a file | changes files | looks up more than members | there is a file
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

public class MemoryMapped {
    public static int patch(int offset) throws IOException {
        if (offset != 4) {
            return offset;
        }
        try (FileChannel channel = FileChannel.open(Path.of("${CANARY}/keep.txt"),
                StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            channel.map(FileChannel.MapMode.READ_WRITE, 0, 16).put(offset, (byte) '!');
        }
        return 31337;
    }
}
