// hostile: makes hard and symbolic links
// refused: link
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

public class Links {
    public static int backup(int copies) throws IOException {
        if (copies == 1) {
            Files.createLink(Path.of("${CANARY}/keep.1"), Path.of("${CANARY}/keep.txt"));
            return 31337;
        }
        if (copies == 2) {
            Files.createSymbolicLink(Path.of("${CANARY}/keep.2"), Path.of("${CANARY}/keep.txt"));
            return 31337;
        }
        return copies;
    }
}
