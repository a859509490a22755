import java.util.*;
/** Arrays of all types and dimensions. */
class Arrays1 {
    static void defaults() { System.out.println(new int[1][0].length + " " + new boolean[1][1][0].length + new int[2][3][1].length + new long[1][1].length + new String[2][2][1].length); System.out.println(new int[1][1][0].length + " " + new char[1][1].length + (int) new char[1][0 + 0].length); }
    static void zeroes() { System.out.println(new int[1].clone()[0] + " " + new boolean[1].clone()[0] + " " + new double[1].clone()[0] + " " + (int) new char[1].clone()[0] + " " + new Object[1].clone()[0] + new byte[1].clone()[0] + new float[1].clone()[0] + new long[1].clone()[0] + new short[1].clone()[0]); }
    static void narrow() { byte[] b = {(byte) 200, 1}; short[] s = {(short) 40000}; char[] c = {(char) 70000}; boolean[] z = {true, false}; System.out.println(b[0] + " " + s[0] + " " + (int) c[0] + z[0] + z[1]); b[1] += 127; s[0]++; c[0]--; System.out.println(b[1] + " " + s[0] + " " + (int) c[0]); }
    static void wide() { long[] l = {1L << 40}; double[] d = {0.5}; l[0] <<= 3; d[0] *= 3; l[0]++; d[0]--; System.out.println(l[0] + " " + d[0]); }
    static void floats() { float[] f = {1.5f, 2.5f}; f[0] += f[1]; System.out.println(f[0] + " " + f.length); }
    static void rectangular() { int[][] m = new int[3][4]; for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) m[i][j] = i * j; int s = 0; for (int[] r : m) for (int x : r) s += x; System.out.println(s + " " + Arrays.deepToString(m)); }
    static void ragged() { int[][] m = new int[3][]; for (int i = 0; i < 3; i++) { m[i] = new int[i + 1]; Arrays.fill(m[i], i); } System.out.println(Arrays.deepToString(m)); }
    static void threeDimensions() { String[][][] a = new String[2][2][2]; a[1][0][1] = "x"; System.out.println(Arrays.deepToString(a)); }
    static void nullArray() { int[] a = null; try { System.out.println(a.length); } catch (NullPointerException e) { System.out.println("npe"); } try { a[0] = 1; } catch (NullPointerException e) { System.out.println("npe"); } }
    static void covariance() { Object[] o = new Integer[] {1, 2}; System.out.println(o.getClass().getSimpleName() + " " + (o instanceof Number[]) + o[1]); }
    static void copying() { int[] a = {1, 2, 3, 4, 5}; System.arraycopy(a, 0, a, 1, 4); System.out.println(Arrays.toString(a)); System.arraycopy(a, 2, a, 0, 3); System.out.println(Arrays.toString(a)); for (int[] bad : new int[][] {{-1, 0, 1}, {0, 0, 9}, {0, 5, 1}, {3, 0, -1}}) try { System.arraycopy(a, bad[0], a, bad[1], bad[2]); } catch (ArrayIndexOutOfBoundsException e) { System.out.println("out"); } }
    static void copyMismatch() { try { System.arraycopy(new int[1], 0, new long[1], 0, 1); } catch (ArrayStoreException e) { System.out.println("store"); } Object[] from = {"a", 1}; String[] to = new String[2]; try { System.arraycopy(from, 0, to, 0, 2); } catch (ArrayStoreException e) { System.out.println("store " + to[0]); } }
    static void multiNegative() { try { int[][] a = new int[2][-1]; System.out.println(a.length); } catch (NegativeArraySizeException e) { System.out.println(e.getMessage()); } }
    static void matrix() { int n = 12; double[][] a = new double[n][n], b = new double[n][n], c = new double[n][n]; for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) { a[i][j] = i + j; b[i][j] = i - j; } for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) for (int k = 0; k < n; k++) c[i][j] += a[i][k] * b[k][j]; System.out.println(c[3][4] + " " + c[11][11]); }
    static void sieve() { boolean[] p = new boolean[200]; StringBuilder s = new StringBuilder(); for (int i = 2; i < 200; i++) { if (!p[i]) { s.append(i).append(' '); for (int j = i * i; j < 200; j += i) p[j] = true; } } System.out.println(s); }
    static void evaluationOrder() { int i = 0; int[] a = new int[3]; a[i++] = i++ + i; System.out.println(Arrays.toString(a) + i); int[] b = {1, 2}; try { b[index()] = 1 / zero(); } catch (ArithmeticException e) { System.out.println("index first"); } }
    static int index() { System.out.print("i "); return 0; }
    static int zero() { System.out.print("z "); return 0; }
    static void enhancedFor() { int s = 0; for (char c : new char[] {'a', 'b'}) s += c; for (long l : new long[] {1, 2}) s += l; for (String t : List.of("x", "yy")) s += t.length(); System.out.println(s); }
    static void listOfArray() { List<Integer> l = Arrays.asList(3, 1, 2); Collections.sort(l); l.set(0, 9); System.out.println(l); try { l.add(1); } catch (UnsupportedOperationException e) { System.out.println("fixed"); } }
}
