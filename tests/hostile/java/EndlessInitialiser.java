// hostile: its initialiser never ends
// exit: 0 3 4
public class EndlessInitialiser {
    static int count;

    static {
        while (count >= 0) {
            count = (count + 1) & 0xffff;
        }
    }

    public static int never(int x) {
        return x > 0 ? 1 : 0;
    }
}
