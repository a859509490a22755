package world;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/** Settings from a file of properties, with overrides by system properties. */
public class Settings {
  private final Properties values = new Properties();

  public boolean load(File file) throws IOException {
    if (!file.exists()) {
      return false;
    }
    if (file.isDirectory()) {
      throw new IOException(file.getName() + " is a directory");
    }
    try (InputStream in = new FileInputStream(file)) {
      values.load(in);
    }
    return !values.isEmpty();
  }

  public void read(InputStream in) throws IOException {
    values.load(in);
  }

  public void set(String key, String value) {
    values.setProperty(key, value);
  }

  public String get(String key, String fallback) {
    String override = System.getProperty("world." + key);
    if (override != null) {
      return override;
    }
    String found = values.getProperty(key);
    return found != null ? found : fallback;
  }

  public int timeout() {
    String text = values.getProperty("timeout");
    if (text == null) {
      return 30;
    }
    try {
      int seconds = Integer.parseInt(text.trim());
      return seconds < 0 ? 0 : seconds;
    } catch (NumberFormatException e) {
      return 30;
    }
  }

  public static String mode() {
    String mode = System.getProperty("world.mode", "plain");
    if (mode.equals("fast")) {
      return "F";
    }
    return mode.isEmpty() ? "none" : "S";
  }
}
