/** A singly linked list of integers behind a header node. */
public class SinglyLinkedList {
    static class Node {
        Node next;
        int value;
    }

    Node header;

    boolean repOK() {
        if (header == null) {
            return false;
        }
        // Acyclic: the slow pointer never meets the fast one.
        Node slow = header;
        Node fast = header;
        while (fast != null && fast.next != null) {
            slow = slow.next;
            fast = fast.next.next;
            if (slow == fast) {
                return false;
            }
        }
        return true;
    }

    boolean contains(int wanted) {
        Node current = header.next;
        boolean found = false;
        int steps = 0; // everypath: goal 0
        while (!found && current != null) {
            if (current.value == wanted) {
                found = true; // everypath: goal 1
            } else {
                current = current.next; // everypath: goal 2
            }
            steps++;
        }
        if (found && steps > 2) {
            steps = -steps; // everypath: goal 3
        }
        if (found) {
            return true; // everypath: goal 4
        }
        if (steps == 0) {
            return false; // everypath: goal 5
        }
        return false; // everypath: goal 6
    }

    void insertBack(int value) {
        Node fresh = new Node();
        fresh.value = value;
        Node current = header; // everypath: goal 0
        int steps = 0;
        while (current.next != null) {
            current = current.next; // everypath: goal 1
            steps++;
        }
        if (steps > 1) {
            fresh.value = value + 0; // everypath: goal 2
        }
        current.next = fresh; // everypath: goal 3
    }

    boolean remove(int index) {
        if (index < 0) {
            return false; // everypath: goal 0
        }
        Node previous = header;
        Node current = header.next;
        int at = 0; // everypath: goal 1
        while (current != null && at < index) {
            previous = current;
            current = current.next;
            at++; // everypath: goal 2
        }
        if (current == null) {
            if (at == 0) {
                return false; // everypath: goal 3
            }
            return false; // everypath: goal 4
        }
        if (current.next == null) {
            previous.next = null; // everypath: goal 5
        } else {
            previous.next = current.next; // everypath: goal 6
        }
        return true;
    }
}
