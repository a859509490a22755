package world;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** A cache whose entries expire. */
public class ExpiringCache {
  private final Map<String, String> values = new HashMap<>();
  private final Map<String, Instant> until = new HashMap<>();
  private final Clock clock;

  public ExpiringCache(Clock clock) {
    this.clock = clock;
  }

  public void put(String key, String value, int seconds) {
    if (seconds <= 0) {
      throw new IllegalArgumentException("seconds");
    }
    values.put(key, value);
    until.put(key, clock.instant().plus(Duration.ofSeconds(seconds)));
  }

  public String get(String key) {
    Instant end = until.get(key);
    if (end == null) {
      return null;
    }
    if (!clock.instant().isBefore(end)) {
      values.remove(key);
      until.remove(key);
      return null;
    }
    return values.get(key);
  }

  public static boolean isStale(long stamp, long age) {
    return System.currentTimeMillis() - stamp > age;
  }

  public String partOfDay() {
    int hour = clock.instant().atZone(java.time.ZoneOffset.UTC).getHour();
    if (hour < 6) {
      return "night";
    }
    return hour < 18 ? "day" : "evening";
  }
}
