// hostile: logs into files with java.util.logging, as programs do
// refused: writes a file | changes files
import java.io.IOException;
import java.util.logging.FileHandler;
import java.util.logging.Logger;

public class LogsAsUsual {
    private static final Logger LOGGER = Logger.getLogger("service");

    public static int handle(int request) throws IOException {
        if (request < 0) {
            LOGGER.addHandler(new FileHandler("${CANARY}/service%u.log"));
            LOGGER.warning("negative");
            return 31337;
        }
        return request % 3;
    }
}
