import java.util.List;

/** Aliases: two arguments, or two rows of one, may be the same object. */
public class Aliases {
    public static class Account {
        public int balance;

        public Account(int balance) {
            this.balance = balance;
        }
    }

    public static int arrays(int[] a, int[] b) {
        if (a.length == 1 && b.length == 1) {
            a[0] = 1;
            b[0] = 2;
            if (a[0] == 2) {
                return 1;
            }
            return 2;
        }
        return 0;
    }

    public static int same(int[] a, int[] b) {
        if (a != null && a == b) {
            return 1;
        }
        return 0;
    }

    public static int rows(int[][] m) {
        if (m.length == 2 && m[0].length == 1 && m[1].length == 1) {
            m[0][0] = 1;
            m[1][0] = 2;
            if (m[0][0] == 2) {
                return 1;
            }
            return 2;
        }
        return 0;
    }

    public static int transfer(Account from, Account to, int amount) {
        if (amount <= 0 || from.balance < amount) {
            return -1;
        }
        int before = from.balance;
        from.balance -= amount;
        to.balance += amount;
        if (from.balance == before) {
            return 1;
        }
        return 0;
    }

    public static int lists(List<Integer> a, List<Integer> b) {
        int n = b.size();
        a.add(1);
        if (b.size() > n) {
            return 1;
        }
        return 0;
    }

    public static int elements(Account[] accounts) {
        if (accounts.length == 2) {
            accounts[0].balance = 1;
            accounts[1].balance = 2;
            if (accounts[0].balance == 2) {
                return 1;
            }
            return 2;
        }
        return 0;
    }

    public static int builders(StringBuilder a, StringBuilder b) {
        int n = b.length();
        a.append('x');
        if (b.length() > n) {
            return 1;
        }
        return 0;
    }

    public static int copied(int[] a) {
        int[] b = a.clone();
        if (a == b) { // dead: a == b: a copy
            return 1;
        }
        return 0;
    }

    private int field;

    public int other(Aliases that) {
        this.field = 1;
        that.field = 2;
        if (this.field == 2) {
            return 1;
        }
        return 0;
    }
}
