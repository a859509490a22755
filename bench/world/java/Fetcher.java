package world;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;

/** Fetches a page through a connection that somebody opened. */
public class Fetcher {
  /** Opens connections. */
  public interface Opener {
    HttpURLConnection open(String address) throws IOException;
  }

  private final Opener opener;

  public Fetcher(Opener opener) {
    this.opener = opener;
  }

  public String fetch(String address) throws IOException {
    if (!address.startsWith("http:")) {
      throw new IllegalArgumentException(address);
    }
    HttpURLConnection connection = opener.open(address);
    connection.setRequestMethod("GET");
    int status = connection.getResponseCode();
    if (status == 404) {
      return null;
    }
    if (status >= 300) {
      throw new IOException("status " + status);
    }
    StringBuilder text = new StringBuilder();
    try (InputStream in = connection.getInputStream()) {
      int read;
      while ((read = in.read()) != -1) {
        text.append((char) read);
      }
    }
    return text.toString();
  }
}
