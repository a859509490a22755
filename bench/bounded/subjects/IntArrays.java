/** Arrays of integers, at indices that depend on the input. */
public class IntArrays {
    static int bigArray(int index, int value) {
        int[] big = new int[1000];
        if (index < 0 || index >= big.length) {
            return 0; // everypath: goal 0
        }
        big[index] = value;
        if (big[999] == 12345 && big[0] == 0) {
            return 1; // everypath: goal 1
        }
        return 2; // everypath: goal 2
    }

    static int indirect(int[] a, int i) {
        if (a == null || i < 0 || i >= a.length) {
            return 0; // everypath: goal 0
        }
        int j = a[i];
        if (j >= 0 && j < a.length && a[j] == i && i != j) {
            return 1; // everypath: goal 1
        }
        return 2; // everypath: goal 2
    }

    static int sorted(int[] a) {
        if (a == null || a.length < 4) {
            return 0; // everypath: goal 0
        }
        for (int i = 1; i < a.length; i++) {
            if (a[i - 1] >= a[i]) {
                return 1; // everypath: goal 1
            }
        }
        if (a[0] + a[a.length - 1] == 100) {
            return 2; // everypath: goal 2
        }
        return 3; // everypath: goal 3
    }

    static int swapped(int[] a, int i, int j) {
        if (a == null || i < 0 || j < 0 || i >= a.length || j >= a.length) {
            return 0; // everypath: goal 0
        }
        int kept = a[i];
        a[i] = a[j];
        a[j] = kept;
        if (a[i] != a[j] && kept == a[i]) {
            return 1; // everypath: goal 1
        }
        return 2; // everypath: goal 2
    }
}
