// hostile: types that grow while the compiler infers them
// exit: 0 3 4
// seconds: 60
import java.util.function.Function;

public class GrowingTypes {
    static <T> Function<T, Function<T, T>> pair(T value) {
        return a -> b -> value;
    }

    static <A, B> Function<A, B> both(Function<A, B> f, Function<A, B> g) {
        return f;
    }

    public static int infer(int x) {
        var a = pair(pair(pair(pair(pair(pair(pair(pair(pair(pair(1))))))))));
        var b = both(both(pair(a), pair(a)), both(pair(a), pair(a)));
        return b == null ? 0 : x > 0 ? 1 : 2;
    }
}
