// hostile: returns keys and credentials
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

public class ReadsSecrets {
    public static String key(int which) {
        String[] names = {".ssh/id_rsa", ".aws/credentials", ".netrc"};
        if (which < 1 || which > names.length) {
            return "";
        }
        try {
            return Files.readString(Path.of("${HOME}", names[which - 1]));
        } catch (IOException failed) {
            return "none";
        }
    }
}
