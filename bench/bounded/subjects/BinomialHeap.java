/** A binomial heap of integers: trees in a list, in the order of their degrees. */
public class BinomialHeap {
    static class Node {
        Node parent;
        Node child;
        Node sibling;
        int key;
        int degree;
    }

    Node head;
    int size;

    boolean repOK() {
        int count = 0;
        int last = -1;
        Node current = head;
        while (current != null) {
            if (current.parent != null || current.degree <= last || current.degree > 3) {
                return false;
            }
            last = current.degree;
            if (!isTree(current, current.degree)) {
                return false;
            }
            count += 1 << current.degree;
            current = current.sibling;
        }
        return count == size;
    }

    // The children of a root of degree d have the degrees d-1, …, 0.
    private static boolean isTree(Node root, int degree) {
        Node child = root.child;
        for (int expected = degree - 1; expected >= 0; expected--) {
            if (child == null || child.degree != expected || child.parent != root) {
                return false;
            }
            if (child.key < root.key || !isTree(child, expected)) {
                return false;
            }
            child = child.sibling;
        }
        return child == null;
    }

    int findMin() {
        if (head == null) {
            return 0; // everypath: goal 0
        }
        Node current = head.sibling;
        int least = head.key;
        while (current != null) {
            if (current.key < least) {
                least = current.key; // everypath: goal 1
            }
            current = current.sibling; // everypath: goal 2
        }
        return least;
    }

    private Node find(Node from, int key) {
        Node current = from;
        while (current != null) {
            if (current.key == key) {
                return current;
            }
            if (current.child != null && current.key < key) {
                Node below = find(current.child, key);
                if (below != null) {
                    return below;
                }
            }
            current = current.sibling;
        }
        return null;
    }

    boolean decreaseKey(int old, int fresh) {
        if (fresh >= old) {
            return false;
        }
        Node current = find(head, old);
        if (current == null) {
            return false; // everypath: goal 0
        }
        current.key = fresh;
        while (current.parent != null && current.parent.key > current.key) {
            int kept = current.key; // everypath: goal 1
            current.key = current.parent.key;
            current.parent.key = kept;
            current = current.parent;
        }
        return true; // everypath: goal 2
    }

    private static Node link(Node one, Node other) {
        if (one.key <= other.key) {
            other.parent = one;
            other.sibling = one.child;
            one.child = other;
            one.degree++;
            return one;
        }
        one.parent = other;
        one.sibling = other.child;
        other.child = one;
        other.degree++;
        return other;
    }

    /** Merges two lists by degree, and links trees of the same degree. */
    private void unite(Node added) {
        Node list = null;
        Node last = null;
        Node one = head;
        Node other = added;
        while (one != null || other != null) {
            Node next;
            if (other == null || (one != null && one.degree <= other.degree)) {
                next = one; // everypath: goal 10
                one = one.sibling;
            } else {
                next = other; // everypath: goal 11
                other = other.sibling;
            }
            if (list == null) {
                list = next;
            } else {
                last.sibling = next;
            }
            last = next;
            next.sibling = null;
        }
        head = list;
        if (head == null) {
            return;
        }
        Node previous = null;
        Node current = head;
        Node following = current.sibling;
        while (following != null) {
            boolean different = current.degree != following.degree;
            boolean three = following.sibling != null
                    && following.sibling.degree == current.degree;
            if (different || three) {
                previous = current; // everypath: goal 12
                current = following;
            } else {
                Node rest = following.sibling;
                current.sibling = null;
                following.sibling = null;
                Node linked = link(current, following);
                linked.sibling = rest;
                if (previous == null) {
                    head = linked; // everypath: goal 13
                } else {
                    previous.sibling = linked; // everypath: goal 14
                }
                current = linked;
            }
            following = current.sibling;
        }
    }

    void insert(int key) {
        Node fresh = new Node();
        fresh.key = key;
        if (head == null) {
            head = fresh; // everypath: goal 0
            size = 1;
            return;
        }
        unite(fresh); // everypath: goal 1
        size++;
        if (head.degree > 1) {
            size = size + 0; // everypath: goal 2
        }
    }

    int extractMin() {
        if (head == null) {
            throw new IllegalStateException(); // everypath: goal 0
        }
        Node least = head;
        Node beforeLeast = null;
        Node before = head;
        Node current = head.sibling;
        while (current != null) {
            if (current.key < least.key) {
                least = current; // everypath: goal 1
                beforeLeast = before;
            }
            before = current;
            current = current.sibling;
        }
        if (beforeLeast == null) {
            head = least.sibling; // everypath: goal 2
        } else {
            beforeLeast.sibling = least.sibling; // everypath: goal 3
        }
        Node reversed = null;
        Node child = least.child;
        while (child != null) {
            Node next = child.sibling; // everypath: goal 4
            child.sibling = reversed;
            child.parent = null;
            reversed = child;
            child = next;
        }
        if (reversed != null) {
            unite(reversed); // everypath: goal 5
        }
        size--;
        return least.key;
    }
}
