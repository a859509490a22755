// hostile: a finalizer and a cleaner write files when objects are collected
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.ref.Cleaner;

public class Finalizer {
    private static final Cleaner CLEANER = Cleaner.create();
    private final int number;

    public Finalizer(int number) {
        this.number = number;
        CLEANER.register(this, () -> leave("${CANARY}/cleaned"));
    }

    private static void leave(String path) {
        try {
            new FileOutputStream(path).close();
        } catch (IOException ignored) {
            return;
        }
    }

    @Override
    @SuppressWarnings({"deprecation", "removal"})
    protected void finalize() {
        leave("${CANARY}/finalized");
    }

    public boolean isValid() {
        return number > 0 && number < 100;
    }
}
