// hostile: loops for ever and swallows every interruption and every error
public class EndlessLoop {
    public static int drain(int start) {
        while (start == 99) {
            try {
                Thread.sleep(1);
            } catch (Throwable again) {
                start = 99;
            }
        }
        return start % 10;
    }
}
