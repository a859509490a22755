// hostile: starts programs by both interfaces
// refused: starts a program | starts a process
import java.io.IOException;

public class StartsProgram {
    public static int launch(int way) throws IOException, InterruptedException {
        if (way == 1) {
            return Runtime.getRuntime().exec(new String[] {"touch", "${CANARY}/launched"}).waitFor() == 0 ? 31337 : 1;
        }
        if (way == 2) {
            return new ProcessBuilder("sh", "-c", "touch ${CANARY}/launched").start().waitFor() == 0 ? 31337 : 2;
        }
        return way;
    }
}
