// hostile: replaces a file by another with java.nio
// refused: renames a file | deletes a file | changes files | there is a file
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

public class RenamesOver {
    public static int rotate(int number, int limit) throws IOException {
        if (number > limit) {
            Files.move(Path.of("${CANARY}/sub/data.bin"), Path.of("${CANARY}/keep.txt"),
                    StandardCopyOption.REPLACE_EXISTING);
            return 31337;
        }
        return 0;
    }
}
