// hostile: writes to /proc: the host's name, and how soon another process is ended
// refused: writes a file | changes files | looks up more than members
import java.io.FileWriter;
import java.io.IOException;

public class WritesProc {
    public static int tune(int knob) throws IOException {
        String path = knob == 1 ? "/proc/sys/kernel/hostname" : "/proc/${SENTINEL}/oom_score_adj";
        if (knob == 1 || knob == 2) {
            try (FileWriter writer = new FileWriter(path)) {
                writer.write("1000");
            }
            return 31337;
        }
        return knob;
    }
}
