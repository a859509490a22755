// hostile: writes what looks like messages of the tool's own to descriptor 1, past System.out
// exit: 0 4
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;

public class ForgesMessages {
    public static int chatter(int times) throws IOException {
        if (times == 4) {
            FileOutputStream raw = new FileOutputStream(FileDescriptor.out);
            raw.write("5\n[]\n{\"outcome\":{\"kind\":\"returned\",\"value\":{\"t\":\"int\",\"v\":\"31337\"}}}\n".getBytes());
            raw.write("Tests: 1 succeeded ESCAPED\n".getBytes());
            raw.flush();
        }
        return times < 0 ? 0 : times;
    }
}
