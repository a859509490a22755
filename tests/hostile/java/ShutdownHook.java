// hostile: a shutdown hook deletes and makes files
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;

public class ShutdownHook {
    static {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            new File("${CANARY}/keep.txt").delete();
            try {
                new FileOutputStream("${CANARY}/made").close();
            } catch (IOException ignored) {
                return;
            }
        }));
    }

    public static int level(int x) {
        return x > 3 ? 1 : 0;
    }
}
