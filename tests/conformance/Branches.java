/** What every front end finds: the same functions stand in each language beside this file. */
public class Branches {
  public static int sign(int x) {
    if (x > 0) { // expect: 2 covered
      return 1;
    }
    if (x < 0) { // expect: 2 covered
      return -1;
    }
    return 0;
  }

  public static int dead(int x) {
    if (x > 10) { // expect: 2 covered
      if (x < 5) { // expect: 1 covered, 1 unreachable
        return 1;
      }
      return 2;
    }
    return 3;
  }

  public static int odd(int x) {
    if (2 * x + 1 == 10) { // expect: 1 covered, 1 unreachable
      return 1;
    }
    return 0;
  }

  public static int needle(int x) {
    if (x == 1000003) { // expect: 2 covered
      return 1;
    }
    return 0;
  }

  public static int bits(int x) {
    if ((x & 7) == 5) { // expect: 2 covered
      return 1;
    }
    if ((x & 1) == 2) { // expect: 1 covered, 1 unreachable
      return 2;
    }
    return 0;
  }

  public static int counted(int n) {
    int total = 0;
    int i = 0;
    while (i < Math.min(n, 3)) { // expect: 2 covered
      total += i;
      i += 1;
    }
    if (total == 3) { // expect: 2 covered
      return 1;
    }
    if (total == 2) { // expect: 1 covered
      return 2;
    }
    return 0;
  }

  public static int divided(int x, int y) {
    if (y == 0) { // expect: 2 covered
      return -1;
    }
    if (x % y == 4) { // expect: 2 covered
      return 1;
    }
    return 0;
  }

  public static int called(int x) {
    if (sign(x) == 1) { // expect: 2 covered
      if (x == 0) { // expect: 1 covered, 1 unreachable
        return 1;
      }
      return 2;
    }
    return 3;
  }
}
