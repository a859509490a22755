// hostile: a thread that never ends goes on writing
// exit: 0 4
import java.io.FileWriter;

public class ThreadLeft {
    static {
        Thread thread = new Thread(() -> {
            while (true) {
                try (FileWriter writer = new FileWriter("${CANARY}/heartbeat", true)) {
                    writer.write("x");
                } catch (Exception ignored) {
                    Thread.yield();
                }
                try {
                    Thread.sleep(10);
                } catch (InterruptedException ignored) {
                    Thread.yield();
                }
            }
        });
        thread.setDaemon(false);
        thread.start();
    }

    public static int rate(int beats, int seconds) {
        return seconds <= 0 ? 0 : beats / seconds;
    }
}
