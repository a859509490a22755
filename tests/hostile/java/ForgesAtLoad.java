// hostile: writes lines to descriptor 1 when the class is loaded, which are JSON and no answers
// exit: 0 3 4
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;

public class ForgesAtLoad {
    private static final boolean SAID = say();

    private static boolean say() {
        try {
            FileOutputStream raw = new FileOutputStream(FileDescriptor.out);
            raw.write("5\n[]\n\"text\"\n".getBytes());
            raw.flush();
            return true;
        } catch (IOException closed) {
            return false;
        }
    }

    public static int clamp(int value) {
        return value < 0 ? 0 : value > 100 ? 100 : value;
    }
}
