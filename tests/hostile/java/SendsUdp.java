// hostile: sends datagrams whose failures nobody notices
// refused: network | opens a socket | looks up more than members
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;

public class SendsUdp {
    public static boolean metric(int value) {
        if (value < 0) {
            return false;
        }
        try (DatagramSocket socket = new DatagramSocket()) {
            byte[] bytes = ("value:" + value).getBytes();
            int port = Integer.parseInt("${UDP}");
            socket.send(new DatagramPacket(bytes, bytes.length, InetAddress.getByName("127.0.0.1"), port));
        } catch (Exception ignored) {
            return true;
        }
        return true;
    }

    public static int clamp(int value) {
        return value < 1000 ? value : 1000;
    }
}
