/** A circular doubly linked list of integers with a header node. */
public class DoublyLinkedList {
    static class Node {
        Node next;
        Node previous;
        int value;
    }

    Node header;
    int size;

    boolean repOK() {
        if (header == null || header.next == null || size < 0) {
            return false;
        }
        int count = 0;
        Node current = header;
        do {
            Node following = current.next;
            if (following == null || following.previous != current) {
                return false;
            }
            current = following;
            count++;
            if (count > size + 1) {
                return false;
            }
        } while (current != header);
        return count == size + 1;
    }

    boolean contains(int wanted) {
        int at = indexOf(wanted);
        if (at >= 0) {
            return true; // everypath: goal 0
        }
        return false; // everypath: goal 1
    }

    private int indexOf(int wanted) {
        int at = 0;
        for (Node current = header.next; current != header; current = current.next) {
            if (current.value == wanted) {
                return at;
            }
            at++; // everypath: goal 2
        }
        return -1;
    }

    boolean addLast(int value) {
        Node fresh = new Node();
        fresh.value = value; // everypath: goal 0
        fresh.next = header;
        fresh.previous = header.previous;
        if (header.previous == header) {
            size = 0; // everypath: goal 1
        }
        header.previous.next = fresh;
        header.previous = fresh;
        size++;
        return true; // everypath: goal 2
    }

    int remove(int index) {
        if (index < 0) {
            throw new IndexOutOfBoundsException(); // everypath: goal 0
        }
        if (index >= size) {
            throw new IndexOutOfBoundsException(); // everypath: goal 1
        }
        Node current;
        if (index < size / 2) {
            current = header.next; // everypath: goal 2
            for (int at = 0; at < index; at++) {
                current = current.next; // everypath: goal 3
            }
        } else {
            current = header; // everypath: goal 4
            for (int at = size; at > index; at--) {
                current = current.previous; // everypath: goal 5
            }
        }
        if (current.next == header) {
            size = size + 0; // everypath: goal 6
        } else {
            size = size - 0; // everypath: goal 7
        }
        current.previous.next = current.next;
        current.next.previous = current.previous;
        size--; // everypath: goal 8
        if (size == 0) {
            return current.value; // everypath: goal 9
        }
        return current.value;
    }
}
