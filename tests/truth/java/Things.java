import java.util.Objects;

/** Objects: equality, inheritance, exceptions, switches, loops. */
public class Things {
    public static class Point {
        private final int x;
        private final int y;

        public Point(int x, int y) {
            this.x = x;
            this.y = y;
        }

        @Override
        public boolean equals(Object o) {
            if (!(o instanceof Point)) {
                return false;
            }
            Point p = (Point) o;
            return x == p.x && y == p.y;
        }

        @Override
        public int hashCode() {
            return Objects.hash(x, y);
        }
    }

    public static int equalButOther(Point a, Point b) {
        if (a != null && a != b && a.equals(b)) {
            return 1;
        }
        return 0;
    }

    public static int hashed(Point a, Point b) {
        if (a != null && b != null && a.equals(b) && a.hashCode() != b.hashCode()) {
            return 1;
        }
        return 0;
    }

    public static class Counter {
        private int value;

        public void up() {
            value++;
        }

        public void reset() {
            value = 0;
        }

        public int isThree() {
            if (value == 3) {
                return 1;
            }
            return 0;
        }

        public int isNegative() {
            if (value < 0) {
                return 1;
            }
            return 0;
        }
    }

    public abstract static class Shape {
        public abstract int area();
    }

    public static final class Square extends Shape {
        private final int side;

        public Square(int side) {
            this.side = side;
        }

        @Override
        public int area() {
            return side * side;
        }
    }

    public static int area(Shape s) {
        if (s.area() == 49) {
            return 1;
        }
        if (s.area() < 0) {
            return 2;
        }
        return 0;
    }

    public static int finallyRuns(int n) {
        int seen = 0;
        try {
            if (n == 3) {
                throw new IllegalStateException();
            }
        } catch (IllegalStateException e) {
            seen = 1;
        } finally {
            seen += 2;
        }
        if (seen == 1) { // dead: seen == 1: finally always runs
            return 1;
        }
        if (seen == 3) {
            return 2;
        }
        return 0;
    }

    public static int nested(int n) {
        try {
            return Integer.parseInt("x" + n);
        } catch (NumberFormatException e) {
            if (n == 7) {
                return 1;
            }
            return 2;
        }
    }

    public static int longSwitch(int n) {
        switch (n) {
            case 1:
            case 2:
                return 1;
            case 100:
                return 2;
            case Integer.MIN_VALUE:
                return 3;
            default:
                return 4;
        }
    }

    public static int textSwitch(String s) {
        if (s == null) {
            return 0;
        }
        switch (s) {
            case "Aa":
                return 1;
            case "BB":
                return 2;
            default:
                return 3;
        }
    }

    public static int instance(Object o) {
        if (o instanceof String && o instanceof Integer) { // dead: o instanceof Integer is true: no object is both
            return 1;
        }
        if (o instanceof Comparable && !(o instanceof String) && !(o instanceof Number)) {
            return 2;
        }
        return 0;
    }

    public static int gauss(int n) {
        if (n < 0 || n > 20) {
            return -1;
        }
        int sum = 0;
        for (int i = 1; i <= n; i++) {
            sum += i;
        }
        if (sum != n * (n + 1) / 2) { // dead: sum != ((n * (n + 1)) / 2): the formula
            return 1;
        }
        return 0;
    }

    public static int ternary(int a, int b) {
        int m = a > b ? a : b;
        if (m < a) { // dead: m < a: the larger
            return 1;
        }
        return 0;
    }

    public static int bits(int n) {
        if (Integer.bitCount(n) == 32) {
            return 1;
        }
        if (Integer.bitCount(n) > 32) { // dead: Integer.bitCount(n) > 32: so many bits
            return 2;
        }
        return 0;
    }

    public static int exact(int a) {
        try {
            return Math.addExact(a, 1);
        } catch (ArithmeticException e) {
            return -1;
        }
    }

    public static int floorMod(int a, int b) {
        if (b > 0 && Math.floorMod(a, b) < 0) { // dead: Math.floorMod(a, b) < 0: not negative
            return 1;
        }
        return 0;
    }

    public static int signed(byte b) {
        if ((b & 0xff) == 200 && b < 0) { // dead: b >= 0: the sign bit
            return 1;
        }
        if ((b & 0xff) > 127 && b >= 0) { // dead: b >= 0: the sign bit
            return 2;
        }
        return 0;
    }

    public static int shifts(int n) {
        if (n < 0 && n >>> 28 == n >> 28) { // dead: (n >>> 28) == (n >> 28): the sign is kept in one
            return 1;
        }
        return 0;
    }

    public static int optional(java.util.Optional<String> o) {
        if (o.isPresent() && o.get().isEmpty()) {
            return 1;
        }
        return 0;
    }

    public static int varargs(int... xs) {
        if (xs.length == 2 && xs[0] > xs[1]) {
            return 1;
        }
        return 0;
    }

    public static int labelled(int n) {
        int found = 0;
        outer:
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                if (i * 3 + j == n) {
                    found = 1;
                    break outer;
                }
            }
        }
        if (found == 1 && n > 8) { // dead: n > 8: nine places
            return 1;
        }
        return found;
    }

    public static int compound(int a) {
        a += 1;
        a *= 2;
        if ((a & 1) == 1) { // dead: (a & 1) == 1: even
            return 1;
        }
        return 0;
    }

    public static int doubled(double x) {
        if (x + x == x && x != 0) {
            return 1;
        }
        return 0;
    }

    public static int nearly(double x) {
        if (x > 0 && x / 2 == 0) {
            return 1;
        }
        return 0;
    }

    public static int chars(char a, char b) {
        if ((char) (a + b) < a) {
            return 1;
        }
        return 0;
    }
}
