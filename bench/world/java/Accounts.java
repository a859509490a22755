package world;

/** A service that keeps its accounts in a repository and tells a notifier. */
public class Accounts {
  /** Where accounts are kept. */
  public interface Repository {
    Integer balanceOf(String owner);

    void save(String owner, int balance);

    boolean isLocked(String owner);
  }

  /** Who is told of large movements. */
  public interface Notifier {
    void tell(String owner, String what);

    int limit();
  }

  private final Repository repository;
  private final Notifier notifier;

  public Accounts(Repository repository, Notifier notifier) {
    if (repository == null || notifier == null) {
      throw new IllegalArgumentException("nothing to work with");
    }
    this.repository = repository;
    this.notifier = notifier;
  }

  public int deposit(String owner, int amount) {
    if (amount <= 0) {
      throw new IllegalArgumentException("amount");
    }
    Integer balance = repository.balanceOf(owner);
    if (balance == null) {
      repository.save(owner, amount);
      return amount;
    }
    int total = balance + amount;
    if (amount > notifier.limit()) {
      notifier.tell(owner, "a large deposit");
    }
    repository.save(owner, total);
    return total;
  }

  public boolean transfer(String from, String to, int amount) {
    if (from.equals(to) || amount <= 0) {
      return false;
    }
    if (repository.isLocked(from) || repository.isLocked(to)) {
      return false;
    }
    Integer source = repository.balanceOf(from);
    Integer target = repository.balanceOf(to);
    if (source == null || target == null || source < amount) {
      return false;
    }
    repository.save(from, source - amount);
    repository.save(to, target + amount);
    return true;
  }
}
