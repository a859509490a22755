package world;

import java.io.IOException;
import java.util.concurrent.Callable;

/** Calls again what fails, with a pause that grows. */
public class Retry {
  /** Who waits. */
  public interface Sleeper {
    void sleep(long millis) throws InterruptedException;
  }

  private final int attempts;
  private final long pause;
  private final Sleeper sleeper;

  public Retry(int attempts, long pause, Sleeper sleeper) {
    if (attempts < 1) {
      throw new IllegalArgumentException("attempts");
    }
    this.attempts = attempts;
    this.pause = pause;
    this.sleeper = sleeper;
  }

  public String call(Callable<String> action) throws Exception {
    long wait = pause;
    for (int attempt = 1; ; attempt++) {
      try {
        String found = action.call();
        if (found != null) {
          return found;
        }
      } catch (IOException e) {
        if (attempt == attempts) {
          throw e;
        }
      }
      if (attempt >= attempts) {
        return "";
      }
      sleeper.sleep(wait);
      wait = wait > 1000 ? wait : wait * 2;
    }
  }
}
