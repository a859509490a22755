import java.util.*;

/** Pattern switches and record patterns. */
class Patterns {
    sealed interface Shape permits Circle, Square, Pair { }
    record Circle(double radius) implements Shape { }
    record Square(int side) implements Shape { }
    record Pair(Shape left, Shape right) implements Shape { }
    enum Color { RED, GREEN, BLUE }
    sealed interface Mixed permits Level, Text { }
    enum Level implements Mixed { LOW, HIGH }
    record Text(String text) implements Mixed { }

    static String type(Object o) {
        return switch (o) {
            case null -> "null";
            case Integer i when i > 10 -> "big " + i;
            case Integer i -> "int " + i;
            case String s when s.isEmpty() -> "empty";
            case String s -> "string " + s;
            case int[] xs -> "ints " + xs.length;
            case Color c -> "color " + c;
            case List<?> l -> "list " + l.size();
            default -> "other";
        };
    }

    static double area(Shape s) {
        return switch (s) {
            case Circle(double r) -> 3 * r * r;
            case Square(int side) -> side * side;
            case Pair(Circle(var r), Square q) when r > 1 -> -r;
            case Pair(Shape a, Shape b) -> area(a) + area(b);
        };
    }

    static void types() { for (Object o : new Object[] {null, 5, 50, "", "x", new int[3], Color.RED, List.of(1, 2), 2.5}) System.out.println(type(o)); }
    static void records() { System.out.println(area(new Circle(2)) + " " + area(new Square(3)) + " " + area(new Pair(new Circle(2), new Square(1))) + " " + area(new Pair(new Circle(1), new Square(1)))); }
    static void instanceOfRecord() { Object o = new Pair(new Circle(1), new Square(4)); if (o instanceof Pair(Circle c, Square(int s))) System.out.println(c + " " + s); }
    static void enumConstants() { for (Color c : Color.values()) System.out.print(switch (c) { case RED -> 1; case GREEN -> 2; case BLUE -> 3; }); System.out.println(); }
    static void qualifiedConstants() { for (Mixed m : new Mixed[] {Level.LOW, Level.HIGH, new Text("t")}) System.out.print(switch (m) { case Level.LOW -> "l"; case Level.HIGH -> "h"; case Text(String t) -> t; }); System.out.println(); }
    static void enumWithNull() { for (Color c : new Color[] {Color.GREEN, null}) System.out.print(switch (c) { case null -> "n"; case RED -> "r"; default -> "d"; }); System.out.println(); }
    static void strings() { for (String s : new String[] {"a", "bb", "", null}) System.out.print(switch (s) { case null -> "n"; case "a" -> "A"; case String t when t.length() > 1 -> "long"; case String t -> "rest"; }); System.out.println(); }
    static void integers() { for (Integer i : new Integer[] {1, 2, 300, null}) System.out.print(switch (i) { case null -> "n"; case 1 -> "one"; case Integer j when j > 100 -> "many"; case Integer j -> "some"; }); System.out.println(); }
    static void nullWithoutCase() { Shape s = null; try { area(s); } catch (NullPointerException e) { System.out.println("npe"); } }
    static void generic() { record Box<T>(T value) { } Object o = new Box<>(List.of("x")); System.out.println(o instanceof Box<?>(List<?> l) ? l.get(0) : "no"); }
    static void sequenced() { System.out.println(List.of(1, 2, 3).reversed() + " " + new ArrayList<>(List.of(4, 5)).getLast() + new LinkedHashMap<>(Map.of("k", 1)).firstEntry()); }
}
