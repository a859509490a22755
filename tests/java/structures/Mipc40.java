/** Many infeasible path conditions: 32 feasible paths, whatever the length of b. */
public class Mipc40 {
    private final int[] a;
    private final int[] b;

    public Mipc40(int a0, int a1, int a2, int a3, int a4, int b0, int b1, int b2, int b3, int b4, int b5, int b6, int b7, int b8, int b9, int b10, int b11, int b12, int b13, int b14, int b15, int b16, int b17, int b18, int b19, int b20, int b21, int b22, int b23, int b24, int b25, int b26, int b27, int b28, int b29, int b30, int b31, int b32, int b33, int b34, int b35, int b36, int b37, int b38, int b39) {
        a = new int[] {a0, a1, a2, a3, a4};
        b = new int[] {b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12, b13, b14, b15, b16, b17, b18, b19, b20, b21, b22, b23, b24, b25, b26, b27, b28, b29, b30, b31, b32, b33, b34, b35, b36, b37, b38, b39};
        for (int element : b) {
            if (element < 0) throw new RuntimeException();
        }
    }

    public boolean target() {
        int k = 0;
        boolean flag = true;
        for (int i = 0; i < a.length; i++) {
            if (a[i] > 1000 + 1000 * i) {
                for (int j = 0; j < b.length; j++) {
                    if (b[j] < -a[i]) {
                        k = 1;
                    }
                }
            } else {
                flag = false;
            }
        }
        return flag && k == 0;
    }
}
