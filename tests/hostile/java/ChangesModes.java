// hostile: changes modes, times and owners
// refused: changes attributes | changes files
import java.io.File;

public class ChangesModes {
    public static int share(int level) {
        File file = new File("${CANARY}/keep.txt");
        if (level == 1) {
            return file.setExecutable(true, false) ? 31337 : 1;
        }
        if (level == 2) {
            return file.setLastModified(0) ? 31337 : 2;
        }
        if (level == 3) {
            return file.setReadOnly() ? 31337 : 3;
        }
        return level;
    }
}
