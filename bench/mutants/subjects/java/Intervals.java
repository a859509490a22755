/** Closed intervals of whole numbers. */
public class Intervals {
    public static boolean overlap(int a, int b, int c, int d) {
        return a <= d && c <= b;
    }

    public static int length(int from, int to) {
        return from > to ? 0 : to - from + 1;
    }

    public static int[] merge(int a, int b, int c, int d) {
        if (!overlap(a, b, c, d)) {
            return new int[0];
        }
        return new int[] {Math.min(a, c), Math.max(b, d)};
    }

    public static int search(int[] sorted, int key) {
        int low = 0;
        int high = sorted.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (sorted[middle] < key) {
                low = middle + 1;
            } else if (sorted[middle] > key) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -(low + 1);
    }
}
