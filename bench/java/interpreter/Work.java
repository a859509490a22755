/** Plain loops and calls, and the same arithmetic on a value that depends on the input. */
public class Work {
    public static long concrete(int rounds) {
        long sum = 0;
        int[] table = new int[1024];
        for (int i = 0; i < rounds; i++) {
            table[i & 1023] += i;
            sum += table[(i * 7) & 1023] ^ i;
        }
        return sum + fibonacci(24);
    }

    static int fibonacci(int n) {
        return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
    }

    public static int symbolic(int x) {
        int value = x;
        for (int i = 0; i < 200_000; i++) {
            value = value + (x ^ i) - (value >>> 3);
        }
        return value;
    }
}
