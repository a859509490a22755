/** A simple class: places and fees of a car park. */
public class Parking {
  private int free;

  public Parking(int places) {
    if (places <= 0) throw new IllegalArgumentException("no places");
    free = places;
  }

  public boolean enter(String plate) {
    if (plate == null || plate.isEmpty() || free == 0) return false;
    free--;
    return true;
  }

  public static int fee(int minutes, boolean resident) {
    if (minutes <= 30) return 0;
    int hours = (minutes + 59) / 60;
    int fee = hours > 8 ? 2000 : hours * 250;
    return resident ? fee / 2 : fee;
  }

  public int free() {
    return free;
  }
}
