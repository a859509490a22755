// hostile: fills the temporary directory when the class is initialised
// exit: 0 3 4
import java.io.FileOutputStream;
import java.io.IOException;

public class DiskFiller {
    private static final boolean FILLED = fill();

    private static boolean fill() {
        byte[] page = new byte[1 << 20];
        String place = System.getProperty("java.io.tmpdir");
        for (int i = 0; i < 1200; i++) {
            try (FileOutputStream file = new FileOutputStream(place + "/spool" + i)) {
                file.write(page);
            } catch (IOException full) {
                return false;
            }
        }
        return true;
    }

    public static int pages(int bytes) {
        return bytes <= 0 ? 0 : (bytes - 1) / 4096 + 1;
    }
}
