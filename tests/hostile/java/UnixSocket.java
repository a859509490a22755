// hostile: connects to a unix socket by a channel
// refused: network | opens a socket | asks for a module
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;

public class UnixSocket {
    public static int ask(int which) throws IOException {
        if (which == 1) {
            try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
                channel.connect(UnixDomainSocketAddress.of("${SOCKET}"));
            }
            return 31337;
        }
        return which;
    }
}
