// hostile: opens a port for others
// refused: network | opens a socket
import java.io.IOException;
import java.net.ServerSocket;

public class Listens {
    public static int serve(int port) throws IOException {
        if (port == 8098) {
            new ServerSocket(port);
            return 31337;
        }
        return port % 1024;
    }
}
