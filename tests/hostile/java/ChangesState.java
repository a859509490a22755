// hostile: changes properties, zone, locale and streams of the machine
import java.io.PrintStream;
import java.util.Locale;
import java.util.TimeZone;

public class ChangesState {
    public static int configure(int mode) {
        if (mode == 1) {
            System.getProperties().clear();
        } else if (mode == 2) {
            TimeZone.setDefault(TimeZone.getTimeZone("Pacific/Chatham"));
            Locale.setDefault(Locale.forLanguageTag("tr"));
        } else if (mode == 3) {
            System.setOut(null);
            System.setErr(new PrintStream(PrintStream.nullOutputStream()));
        } else if (mode == 4) {
            System.out.close();
        }
        return mode;
    }

    public static String upper(String text) {
        return text.isEmpty() ? "none" : text.toUpperCase();
    }
}
