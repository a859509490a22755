package world;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Answers commands that come in through a socket. */
public class Echo {
  private static final Logger LOG = Logger.getLogger(Echo.class.getName());

  public int serve(Socket socket) {
    int served = 0;
    try {
      BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream()));
      OutputStream out = socket.getOutputStream();
      String line;
      while ((line = in.readLine()) != null) {
        if (line.equals("quit")) {
          break;
        }
        out.write(answer(line).getBytes());
        served++;
      }
      socket.close();
    } catch (IOException e) {
      LOG.log(Level.WARNING, "lost", e);
      return -1;
    }
    return served;
  }

  static String answer(String line) {
    if (line.startsWith("say ")) {
      return line.substring(4);
    }
    if (LOG.isLoggable(Level.FINE)) {
      LOG.fine("unknown " + line);
    }
    return line.isEmpty() ? "?" : "!";
  }
}
