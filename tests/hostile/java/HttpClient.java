// hostile: fetches a page, by the old interface and with a thread of its own
// refused: network | opens a socket | asks a module for more
import java.io.IOException;
import java.net.URL;

public class HttpClient {
    public static int fetch(int page) throws IOException {
        if (page > 7) {
            new URL("http://127.0.0.1:${TCP}/page").openStream().close();
            return 31337;
        }
        return page;
    }
}
