import java.util.*;
import java.util.function.*;
import java.util.stream.*;
/** Lambdas, method references and streams. */
class Lambdas {
    int base = 100;
    int add(int x) { return base + x; }
    static int twice(int x) { return 2 * x; }
    static void simple() { Function<Integer, Integer> f = x -> x + 1; System.out.println(f.apply(3) + " " + f.andThen(x -> x * 10).apply(1) + " " + f.compose((Integer x) -> x * 2).apply(5)); }
    static void captures() { int a = 1; long b = 2; String c = "c"; double d = 4.5; Supplier<String> s = () -> a + b + c + d; System.out.println(s.get()); }
    static void primitiveInterfaces() { IntBinaryOperator op = (x, y) -> x * y; IntPredicate even = x -> x % 2 == 0; ToDoubleFunction<String> len = String::length; LongUnaryOperator inc = x -> x + 1; DoubleSupplier ds = () -> 1.5; System.out.println(op.applyAsInt(6, 7) + " " + even.negate().test(3) + " " + len.applyAsDouble("abc") + " " + inc.applyAsLong(1L << 40) + ds.getAsDouble()); }
    static void references() { Function<Integer, Integer> s = Lambdas::twice; IntFunction<Integer> t = Lambdas::twice; Lambdas o = new Lambdas(); UnaryOperator<Integer> bound = o::add; BiFunction<Lambdas, Integer, Integer> unbound = Lambdas::add; Supplier<List<String>> make = ArrayList::new; Function<Integer, int[]> array = int[]::new; System.out.println(s.apply(4) + " " + t.apply(5) + " " + bound.apply(1) + " " + unbound.apply(o, 2) + make.get() + array.apply(3).length); }
    static void boxes() { Function<Integer, Long> f = x -> (long) x; ToIntFunction<Integer> g = x -> x; BiFunction<Integer, Integer, Integer> h = Math::max; Supplier<Integer> z = () -> 'a' + 0; Comparator<Integer> c = Integer::compare; System.out.println(f.apply(3) + g.applyAsInt(4) + h.apply(1, 9) + z.get() + c.compare(2, 1)); }
    static void curried() { Function<Integer, Function<Integer, Function<Integer, Integer>>> f = a -> b -> c -> a * b + c; System.out.println(f.apply(3).apply(4).apply(5)); }
    static void recursive() { Function<Integer, Integer>[] f = new Function[1]; f[0] = n -> n <= 1 ? 1 : n * f[0].apply(n - 1); System.out.println(f[0].apply(10)); }
    static void exceptions() { Runnable r = () -> { throw new IllegalStateException("in lambda"); }; try { r.run(); } catch (IllegalStateException e) { System.out.println(e.getMessage()); } }
    static void streams() { System.out.println(IntStream.rangeClosed(1, 10).filter(x -> x % 2 == 1).map(x -> x * x).sum() + " " + Stream.of("b", "a", "c").sorted().collect(Collectors.toList()) + Stream.iterate(1, x -> x * 2).limit(8).map(String::valueOf).collect(Collectors.joining(",", "[", "]"))); }
    static void grouping() { System.out.println(new TreeMap<>(Stream.of("one", "two", "three", "four", "five").collect(Collectors.groupingBy(String::length, Collectors.counting())))); System.out.println(Stream.of(1, 2, 3, 4).collect(Collectors.partitioningBy(x -> x > 2))); }
    static void reduce() { System.out.println(Stream.of(1, 2, 3, 4).reduce(0, Integer::sum) + " " + Stream.of("a", "b").reduce((x, y) -> x + y).get() + IntStream.of(3, 1, 2).max().getAsInt() + DoubleStream.of(1, 2, 4).average().getAsDouble() + IntStream.range(0, 5).summaryStatistics()); }
    static void flatMap() { System.out.println(Stream.of(List.of(1, 2), List.of(3)).flatMap(List::stream).map(x -> x * 2).toList() + " " + Arrays.toString(Stream.of("x,y", "z").flatMap(s -> Arrays.stream(s.split(","))).toArray(String[]::new))); }
    static void matching() { System.out.println(Stream.of(1, 2, 3).anyMatch(x -> x > 2) + " " + Stream.of(1, 2).allMatch(x -> x > 1) + " " + Stream.of().noneMatch(x -> true) + Stream.of(5, 6).findFirst().get() + Stream.of(1, 1, 2).distinct().count() + Stream.of(1, 2, 3, 4).skip(1).peek(x -> System.out.print("p" + x)).takeWhile(x -> x < 4).toList()); }
    static void toMap() { System.out.println(new TreeMap<>(Stream.of("a", "bb", "ccc").collect(Collectors.toMap(Function.identity(), String::length)))); try { Stream.of("a", "a").collect(Collectors.toMap(x -> x, x -> 1)); } catch (IllegalStateException e) { System.out.println(e.getMessage()); } }
    static void boxedStreams() { List<Integer> l = IntStream.range(0, 5).boxed().collect(Collectors.toList()); System.out.println(l.stream().mapToInt(Integer::intValue).sum() + " " + l.stream().mapToDouble(x -> x / 2.0).sum() + " " + l.stream().sorted(Comparator.reverseOrder()).toList()); }
    static void comparators() { List<String> l = new ArrayList<>(List.of("bb", "a", "ccc", "dd")); l.sort(Comparator.comparingInt(String::length).reversed().thenComparing(Function.identity())); System.out.println(l); l.removeIf(s -> s.length() == 2); l.replaceAll(String::toUpperCase); l.forEach(System.out::print); System.out.println(); }
    static void predicates() { Predicate<String> p = String::isEmpty; System.out.println(p.or(s -> s.startsWith("x")).and(s -> s.length() < 3).negate().test("xy") + " " + Predicate.not(p).test("") + BinaryOperator.minBy(Comparator.<Integer>naturalOrder()).apply(3, 2)); }
    static void serializableLambda() { Runnable r = (Runnable & java.io.Serializable) () -> System.out.println("ser"); r.run(); System.out.println(r instanceof java.io.Serializable); }
    static <T> T run(Supplier<? extends T> s) { return s.get(); }
    static void genericCall() { System.out.println(run(() -> 5) + run(() -> "x") + run(ArrayList::new)); }
    static void varargsReference() { Function<Object[], List<Object>> f = Arrays::asList; System.out.println(f.apply(new Object[] {1, "a"})); }
    interface Tri<A, B, C, R> { R apply(A a, B b, C c); default Tri<A, B, C, String> text() { return (a, b, c) -> "<" + apply(a, b, c) + ">"; } }
    static void ownInterface() { Tri<Integer, Long, Double, Double> t = (a, b, c) -> a + b * c; System.out.println(t.text().apply(1, 2L, 2.5)); }
}
