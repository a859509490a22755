// hostile: leaves temporary files behind
import java.io.File;
import java.io.IOException;

public class TemporaryFiles {
    public static int stage(int count) {
        int made = 0;
        for (int i = 0; i < count && i < 3; i++) {
            try {
                File.createTempFile("left-${MARK}-", ".tmp");
                made++;
            } catch (IOException failed) {
                return -1;
            }
        }
        return made;
    }
}
