import java.util.ArrayList;
import java.util.List;

/** Receivers: fields that callers assign, subclasses, state of earlier calls. */
public class Receivers {
    public int open;
    int near;
    protected int kept = 1;
    private int hidden;
    private int steps;
    private final List<String> names = new ArrayList<>();

    public int publicField() {
        if (open == 5) {
            return 1;
        }
        return 0;
    }

    public int packageField() {
        if (near == 5) {
            return 1;
        }
        return 0;
    }

    public int protectedField() {
        if (kept == 5) {
            return 1;
        }
        return 0;
    }

    public int neverWritten(int n) {
        if (n > 0 && hidden != 0) { // dead: hidden != 0: nothing writes it
            return 1;
        }
        return 0;
    }

    public void step() {
        steps++;
    }

    public int stepped() {
        if (steps == 3) {
            return 1;
        }
        if (steps < 0) {
            return 2;
        }
        return 0;
    }

    public void add(String name) {
        names.add(name);
    }

    public int twice() {
        if (names.size() == 2 && names.get(0).equals(names.get(1))) {
            return 1;
        }
        return 0;
    }

    public static class Shape {
        public int sides() {
            return 0;
        }
    }

    public static int subclassed(Shape s) {
        if (s.sides() != 0) {
            return 1;
        }
        return 0;
    }

    public static int counted(List<String> list) {
        if (list.size() < 0) {
            return 1;
        }
        return 0;
    }

    public static int lengths(CharSequence s) {
        if (s.length() > 3 && s.charAt(0) != s.toString().charAt(0)) {
            return 1;
        }
        return 0;
    }

    public static int sized(CharSequence s) {
        if (s.length() < 0) {
            return 1;
        }
        return 0;
    }

    public static int numbered(Number n) {
        if (n.intValue() != n.longValue() && n.longValue() > 0) {
            return 1;
        }
        return 0;
    }

    public interface Rule {
        boolean holds(int n);
    }

    public static int ruled(Rule rule) {
        if (rule.holds(1) && !rule.holds(1)) {
            return 1;
        }
        return 0;
    }
}
