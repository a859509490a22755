package world;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Documents below a directory. */
public class Documents {
  private final Path root;

  public Documents(Path root) {
    this.root = root;
  }

  public String title(String name) throws IOException {
    Path file = root.resolve(name);
    if (Files.notExists(file)) {
      return "none";
    }
    try (BufferedReader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      String line = in.readLine();
      if (line == null) {
        return "empty";
      }
      return line.startsWith("# ") ? line.substring(2) : "untitled";
    }
  }

  public int lines(String name) throws IOException {
    Path file = root.resolve(name);
    if (!Files.isRegularFile(file)) {
      return -1;
    }
    List<String> lines = Files.readAllLines(file);
    int blank = 0;
    for (String line : lines) {
      if (line.isEmpty()) {
        blank++;
      }
    }
    return lines.size() - blank;
  }

  public boolean store(String name, String text) throws IOException {
    Path file = root.resolve(name);
    if (Files.exists(file)) {
      return false;
    }
    Files.write(file, text.getBytes(StandardCharsets.UTF_8));
    return Files.size(file) > 3;
  }
}
