// hostile: starts processes without end
// refused: starts a program | starts a process | looks up more than members
// needs: namespaces
import java.io.IOException;

public class ProcessBomb {
    public static int spread(int depth) throws IOException {
        if (depth > 2) {
            for (int i = 0; i < 200; i++) {
                new ProcessBuilder("sleep", "20").start();
            }
            return 31337;
        }
        return depth;
    }
}
