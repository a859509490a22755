// hostile: connects to a server and sends
// refused: network | opens a socket
import java.io.IOException;
import java.net.Socket;

public class ConnectsTcp {
    public static int report(int count) throws IOException {
        if (count > 5) {
            try (Socket socket = new Socket("127.0.0.1", Integer.parseInt("${TCP}"))) {
                socket.getOutputStream().write("hello".getBytes());
            }
            return 31337;
        }
        return count;
    }
}
