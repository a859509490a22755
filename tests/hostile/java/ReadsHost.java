// hostile: returns the host's name and its process
import java.net.InetAddress;
import java.net.UnknownHostException;

public class ReadsHost {
    public static String about(int what) throws UnknownHostException {
        if (what == 1) {
            return InetAddress.getLocalHost().getHostName();
        }
        if (what == 2) {
            return ProcessHandle.current().info().toString();
        }
        return "";
    }
}
