package everypath;

import java.util.Collections;
import java.util.Locale;
import java.util.Properties;
import java.util.TimeZone;
import java.util.logging.LogManager;
import java.util.logging.Logger;

/**
 * What a recipe may change for all that come after it: put back, so that each finds what the
 * first one found.
 */
final class Surroundings {
    private final Properties properties = copy(System.getProperties());
    private final Locale locale = Locale.getDefault();
    private final Locale display = Locale.getDefault(Locale.Category.DISPLAY);
    private final Locale format = Locale.getDefault(Locale.Category.FORMAT);
    private final TimeZone zone = TimeZone.getDefault();
    private final Thread.UncaughtExceptionHandler handler =
            Thread.getDefaultUncaughtExceptionHandler();

    void restore() {
        if (!properties.equals(System.getProperties())) {
            System.setProperties(copy(properties));
        }
        Locale.setDefault(locale);
        Locale.setDefault(Locale.Category.DISPLAY, display);
        Locale.setDefault(Locale.Category.FORMAT, format);
        TimeZone.setDefault(zone);
        Thread.setDefaultUncaughtExceptionHandler(handler);
    }

    /** Has all loggers say what the one above them does. */
    static void putLevelsBack() {
        LogManager manager = LogManager.getLogManager();
        for (String name : Collections.list(manager.getLoggerNames())) {
            Logger logger = manager.getLogger(name);
            if (logger != null && !name.isEmpty() && logger.getLevel() != null) {
                logger.setLevel(null);
            }
        }
    }

    private static Properties copy(Properties from) {
        Properties to = new Properties();
        to.putAll(from);
        return to;
    }
}
