// hostile: ends the machine when the class is initialised
// exit: 0 3 4
public class ExitsAtLoad {
    static {
        Runtime.getRuntime().halt(0);
    }

    public static int never(int x) {
        return x > 0 ? 1 : 0;
    }
}
