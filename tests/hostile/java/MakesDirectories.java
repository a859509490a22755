// hostile: makes directories and files, and shrugs if it cannot
// refused: makes a directory | changes files
import java.io.File;

public class MakesDirectories {
    public static int prepare(int count) {
        int made = 0;
        for (int i = 0; i < count && i < 3; i++) {
            if (new File("${CANARY}/made" + i).mkdirs()) {
                made++;
            }
        }
        return made;
    }
}
