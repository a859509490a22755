// hostile: loads native libraries that are not there, and one that is
// exit: 0 3 4
public class LoadsLibrary {
    public static int load(int which) {
        if (which == 1) {
            try {
                System.load("${CANARY}/sub/data.bin");
                return 31337;
            } catch (UnsatisfiedLinkError refused) {
                return 1;
            }
        }
        return which < 0 ? 0 : which;
    }
}
