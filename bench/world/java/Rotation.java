package world;

import java.io.File;
import java.io.FileWriter;
import java.io.IOException;

/** A log that is moved aside when it has become too long. */
public class Rotation {
  private final File directory;
  private final long most;

  public Rotation(File directory, long most) {
    this.directory = directory;
    this.most = most;
  }

  public boolean rotate(String name) {
    File current = new File(directory, name);
    if (!current.isFile() || current.length() <= most) {
      return false;
    }
    File old = new File(directory, name + ".1");
    if (old.exists() && !old.delete()) {
      return false;
    }
    return current.renameTo(old);
  }

  public void append(String name, String line) throws IOException {
    if (!directory.isDirectory() && !directory.mkdirs()) {
      throw new IOException("no directory");
    }
    try (FileWriter out = new FileWriter(new File(directory, name), true)) {
      out.write(line);
      if (!line.endsWith("\n")) {
        out.write('\n');
      }
    }
  }

  public int count() {
    File[] files = directory.listFiles();
    if (files == null) {
      return -1;
    }
    int found = 0;
    for (File file : files) {
      if (file.getName().endsWith(".log")) {
        found++;
      }
    }
    return found;
  }
}
