// hostile: has the machine delete a file when it ends
import java.io.File;

public class DeleteOnExit {
    public static int track(int files) {
        if (files > 4) {
            new File("${CANARY}/keep.txt").deleteOnExit();
            return 1;
        }
        return files < 0 ? -1 : 0;
    }
}
