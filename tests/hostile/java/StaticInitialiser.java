// hostile: opens its log when the class is initialised
// exit: 0 3 4
import java.io.FileWriter;
import java.io.IOException;

public class StaticInitialiser {
    private static final boolean LOGGED = log("started");

    static boolean log(String text) {
        try (FileWriter writer = new FileWriter("${CANARY}/service.log", true)) {
            writer.write(text);
            return true;
        } catch (IOException failed) {
            return false;
        }
    }

    public static int sum(int a, int b) {
        return a > b ? a + b : a - b;
    }
}
