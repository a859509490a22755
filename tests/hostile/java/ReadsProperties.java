// hostile: returns the user, home, directory and class path that it runs with
public class ReadsProperties {
    public static String about(int what) {
        switch (what) {
            case 1:
                return System.getProperty("user.name");
            case 2:
                return System.getProperty("user.home");
            case 3:
                return System.getProperty("user.dir") + System.getProperty("java.io.tmpdir");
            case 4:
                return System.getProperty("java.class.path");
            case 5:
                return System.getProperties().toString();
            default:
                return "";
        }
    }
}
