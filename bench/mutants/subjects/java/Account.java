/** An account with an overdraft. */
public class Account {
    private long balance;
    private final long limit;
    private int refused;

    public Account(long limit) {
        if (limit < 0) {
            throw new IllegalArgumentException("limit");
        }
        this.limit = limit;
    }

    public void deposit(long amount) {
        if (amount <= 0) {
            throw new IllegalArgumentException("amount");
        }
        balance += amount;
    }

    public boolean withdraw(long amount) {
        if (amount <= 0 || balance - amount < -limit) {
            refused++;
            return false;
        }
        balance -= amount;
        return true;
    }

    public long interest(int days) {
        long rate = balance < 0 ? 12 : 2;
        return balance * rate * days / 36500;
    }

    public long getBalance() {
        return balance;
    }

    public int getRefused() {
        return refused;
    }
}
