/** A sorted list with an invariant, and a method that breaks it. */
public class SortedList {
    static class Node {
        int value;
        Node next;
    }

    private Node head;
    private int size;

    public boolean repOK() {
        int count = 0;
        for (Node node = head; node != null; node = node.next) {
            count++;
            if (count > size) return false;
            if (node.next != null && node.next.value < node.value) return false;
        }
        return count == size;
    }

    public void insert(int value) {
        Node fresh = new Node();
        fresh.value = value;
        if (head == null || value < head.value) {
            fresh.next = head;
            head = fresh;
        } else {
            Node node = head;
            while (node.next != null && node.next.value < value) node = node.next;
            fresh.next = node.next;
            node.next = fresh;
        }
        size++;
    }

    public boolean contains(int value) {
        for (Node node = head; node != null; node = node.next) {
            if (node.value == value) return true;
            if (node.value > value) return false;
        }
        return false;
    }

    public void forgetsToCount() {
        if (head != null) head = head.next;
    }
}
