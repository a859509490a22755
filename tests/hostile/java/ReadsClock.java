// hostile: returns times and random values that happen to be equal twice
import java.time.LocalDate;
import java.util.Random;
import java.util.TimeZone;

public class ReadsClock {
    public static String stamp(int kind) {
        switch (kind) {
            case 1:
                return LocalDate.now().toString();
            case 2:
                return Integer.toString(new Random().nextInt());
            case 3:
                return TimeZone.getDefault().getID();
            default:
                return "0";
        }
    }
}
