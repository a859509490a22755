// hostile: recurses until the stack is gone, on a thread with a large one
public class DeepRecursion {
    private static int depth(int number) {
        return depth(number + 1) + 1;
    }

    public static int descend(int start) throws InterruptedException {
        if (start == 50) {
            Thread thread = new Thread(null, () -> depth(0), "deep", 1L << 30);
            thread.start();
            thread.join();
        }
        return start > 50 ? depth(start) : start;
    }
}
