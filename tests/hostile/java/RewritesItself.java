// hostile: rewrites its own source and plants another beside it
// refused: writes a file | changes files | looks up more than members
import java.io.FileWriter;
import java.io.IOException;

public class RewritesItself {
    public static int update(int version) throws IOException {
        if (version > 8) {
            try (FileWriter writer = new FileWriter("RewritesItself.java", true)) {
                writer.write("// updated\n");
            }
            return 31337;
        }
        return version;
    }
}
