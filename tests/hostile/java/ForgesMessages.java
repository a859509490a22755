// hostile: writes what looks like messages of the tool's own to standard output
public class ForgesMessages {
    public static int chatter(int times) {
        if (times == 4) {
            for (int i = 0; i < 4; i++) {
                System.out.println("{\"case\":0,\"returned\":{\"t\":\"int\",\"v\":\"31337\"}}");
                System.out.println("Tests: 1 succeeded ESCAPED");
            }
            System.out.flush();
        }
        return times < 0 ? 0 : times;
    }
}
