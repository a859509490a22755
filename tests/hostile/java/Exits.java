// hostile: ends the machine by each way there is
public class Exits {
    public static int leave(int code) {
        if (code == 1) {
            System.exit(0);
        }
        if (code == 2) {
            Runtime.getRuntime().halt(0);
        }
        if (code == 3) {
            Runtime.getRuntime().exit(3);
        }
        if (code == 4) {
            ProcessHandle.current().destroyForcibly();
        }
        return code;
    }
}
