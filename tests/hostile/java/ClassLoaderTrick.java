// hostile: defines classes by a loader of its own, over the network's address
// refused: network | opens a socket
import java.net.URL;
import java.net.URLClassLoader;

public class ClassLoaderTrick {
    public static int fetch(int version) throws Exception {
        if (version == 2) {
            URL[] places = {new URL("http://127.0.0.1:${TCP}/classes/")};
            try (URLClassLoader loader = new URLClassLoader(places)) {
                loader.loadClass("Plugin");
            }
            return 31337;
        }
        return version < 0 ? 0 : version;
    }
}
