// hostile: prints without end, and returns a very long text
public class HugeOutput {
    public static String dump(int rows) {
        if (rows == 6) {
            for (int i = 0; i < 1_000_000; i++) {
                System.out.println("yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy");
            }
        }
        if (rows == 7) {
            return "z".repeat(20 << 20);
        }
        return Integer.toString(rows);
    }
}
