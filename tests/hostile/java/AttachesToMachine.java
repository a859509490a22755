// hostile: writes the file by which Java machines are asked to listen, and signals one
// refused: writes a file | signal | calls the native | looks at processes
import java.io.FileOutputStream;
import java.io.IOException;

public class AttachesToMachine {
    public static int attach(int mode) throws IOException {
        if (mode == 1) {
            long own = ProcessHandle.current().pid();
            new FileOutputStream("/proc/" + own + "/cwd/.attach_pid" + own).close();
            return 31337;
        }
        return mode < 0 ? 0 : mode;
    }
}
