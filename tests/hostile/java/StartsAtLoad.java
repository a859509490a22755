// hostile: starts a program that stays when the class is initialised
// exit: 0 3 4
public class StartsAtLoad {
    private static final boolean STARTED = start();

    private static boolean start() {
        try {
            new ProcessBuilder("sh", "-c", "setsid sleep 30 & touch ${CANARY}/started").start();
            return true;
        } catch (Exception failed) {
            return false;
        }
    }

    public static int twice(int x) {
        return x > 1000 ? 0 : 2 * x;
    }
}
