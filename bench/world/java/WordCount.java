package world;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;

/** A command that counts the words that it reads. */
public class WordCount {
  public static int run(String[] arguments, PrintStream out) throws IOException {
    boolean lines = false;
    for (String argument : arguments) {
      if (argument.equals("-l")) {
        lines = true;
      } else {
        out.println("unknown: " + argument);
        return 2;
      }
    }
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    int count = 0;
    String line;
    while ((line = in.readLine()) != null) {
      if (lines) {
        count++;
      } else if (!line.isEmpty()) {
        count += line.split(" ").length;
      }
    }
    out.println(count);
    return count == 0 ? 1 : 0;
  }
}
