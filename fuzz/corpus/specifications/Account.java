package shop;

public class Account {
  //@ invariant balance >= 0;
  int balance;
  //@ invariant (\forall Node n; \reach(head, Node, next).has(n); !\reach(n.next, Node, next).has(n));
  /*@ nullable @*/ Node head;
  //@ public ghost int seen;

  //@ requires amount > 0 && (\exists int i; 0 <= i && i < xs.length; xs[i] == amount);
  //@ ensures balance == \old(balance) - amount ==> \result > (\sum int i; 0 <= i && i < 3; i);
  //@ signals (IllegalStateException e) amount > balance;
  //@ assignable balance, this.*;
  public int withdraw(int amount, int[] xs) {
    //@ assert amount > 1;
    return balance -= amount;
  }

  /*@ pure @*/ boolean repOK() { return balance >= 0; }

  static class Node { Node next; }
}
