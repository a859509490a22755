// hostile: cuts and overwrites files by random access
// refused: writes a file | changes files
import java.io.IOException;
import java.io.RandomAccessFile;

public class Truncates {
    public static int trim(int keep) throws IOException {
        if (keep == 10) {
            try (RandomAccessFile file = new RandomAccessFile("${CANARY}/sub/deep/log", "rw")) {
                file.setLength(keep);
            }
            return 31337;
        }
        return keep;
    }
}
