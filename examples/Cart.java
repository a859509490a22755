import java.util.ArrayList;
import java.util.List;

/** A shopping cart, as small as one can be. */
public class Cart {
    private final List<String> items = new ArrayList<>();
    private int total;

    public void add(String name, int price) {
        if (name == null || name.isEmpty()) {
            throw new IllegalArgumentException("name");
        }
        if (price < 0) {
            throw new IllegalArgumentException("price");
        }
        items.add(name.trim());
        total += price;
    }

    public int total() {
        return total > 100 ? total * 9 / 10 : total;
    }

    public boolean contains(String name) {
        for (String item : items) {
            if (item.equals(name)) {
                return true;
            }
        }
        return false;
    }

    public static int parse(String text) {
        int sign = 1, index = 0, value = 0;
        if (text.startsWith("-")) {
            sign = -1;
            index = 1;
        }
        while (index < text.length()) {
            char c = text.charAt(index++);
            if (c < '0' || c > '9') {
                throw new NumberFormatException(text);
            }
            value = value * 10 + (c - '0');
        }
        return sign * value;
    }

    enum Size { SMALL, LARGE }

    static String label(Size size, int count) {
        switch (size) {
            case SMALL: return count > 3 ? "many small" : "small";
            default: return "large";
        }
    }
}
