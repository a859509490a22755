package world;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;

/** Reads lines of fields. */
public class CsvImporter {
  private final char separator;

  public CsvImporter(char separator) {
    this.separator = separator;
  }

  public List<String> fields(Reader from) throws IOException {
    List<String> fields = new ArrayList<>();
    StringBuilder field = new StringBuilder();
    boolean quoted = false;
    int read;
    while ((read = from.read()) != -1) {
      char c = (char) read;
      if (c == '"') {
        quoted = !quoted;
      } else if (c == separator && !quoted) {
        fields.add(field.toString());
        field.setLength(0);
      } else if (c == '\n' && !quoted) {
        break;
      } else {
        field.append(c);
      }
    }
    if (quoted) {
      throw new IOException("a quote that does not end");
    }
    fields.add(field.toString());
    return fields;
  }

  public int sum(BufferedReader from) throws IOException {
    int sum = 0;
    String line;
    while ((line = from.readLine()) != null) {
      if (line.startsWith("#")) {
        continue;
      }
      try {
        sum += Integer.parseInt(line);
      } catch (NumberFormatException e) {
        return -1;
      }
    }
    return sum;
  }

  public boolean isMarked(InputStream from) throws IOException {
    return from.read() == 0xEF && from.read() == 0xBB && from.read() == 0xBF;
  }

  public void write(Writer to, String[] fields) throws IOException {
    for (int i = 0; i < fields.length; i++) {
      if (i > 0) {
        to.write(separator);
      }
      if (fields[i].indexOf(separator) >= 0) {
        to.write('"' + fields[i] + '"');
      } else {
        to.write(fields[i]);
      }
    }
    to.flush();
  }
}
