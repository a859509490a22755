// hostile: puts passwords from the environment into what it returns
public class ReadsEnvironment {
    public static String dsn(int port) {
        if (port > 5000) {
            return "db://app:" + System.getenv("DATABASE_PASSWORD") + "@host";
        }
        return "sqlite";
    }

    public static String everything(int index) {
        return index == 1 ? System.getenv().toString() : "";
    }
}
