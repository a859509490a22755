/** A Fibonacci heap of integers: circular lists of roots and of children. */
public class FibonacciHeap {
    static class Node {
        Node left;
        Node right;
        Node parent;
        Node child;
        int key;
        int degree;
    }

    Node least;
    int size;

    boolean repOK() {
        if (least == null) {
            return size == 0;
        }
        return size > 0 && members(least, null, least.key, -1, 2) == size;
    }

    /**
     * The nodes of a circular list and below it, or -1 if it is none: at most five in a list,
     * as many as expected unless that is negative, and no deeper than so many levels.
     */
    private static int members(Node first, Node parent, int lowest, int expected, int levels) {
        if (levels < 0) {
            return -1;
        }
        int count = 0;
        int length = 0;
        Node current = first;
        do {
            length++;
            if (length > 5 || current.parent != parent || current.key < lowest
                    || current.degree < 0) {
                return -1;
            }
            if (current.right == null || current.right.left != current) {
                return -1;
            }
            if (current.child == null) {
                if (current.degree != 0) {
                    return -1;
                }
            } else {
                int below = members(current.child, current, current.key, current.degree,
                        levels - 1);
                if (below < 0) {
                    return -1;
                }
                count += below;
            }
            count++;
            current = current.right;
        } while (current != first);
        return expected >= 0 && length != expected ? -1 : count;
    }

    int minimum() {
        if (least == null) {
            throw new IllegalStateException();
        }
        return least.key; // everypath: goal 0
    }

    void insertNode(int key) {
        Node fresh = new Node();
        fresh.key = key;
        fresh.left = fresh;
        fresh.right = fresh; // everypath: goal 0
        if (least != null) {
            fresh.left = least; // everypath: goal 1
            fresh.right = least.right;
            least.right.left = fresh;
            least.right = fresh;
            if (key < least.key) {
                least = fresh; // everypath: goal 2
            }
        } else {
            least = fresh; // everypath: goal 3
        }
        size++; // everypath: goal 4
    }

    int removeMin() {
        Node removed = least;
        if (removed == null) {
            throw new IllegalStateException(); // everypath: goal 0
        }
        int count = removed.degree;
        Node child = removed.child;
        if (count == 0 && child != null) {
            throw new IllegalStateException(); // everypath: goal 1
        }
        while (count > 0) {
            Node next = child.right; // everypath: goal 2
            child.left.right = child.right;
            child.right.left = child.left;
            child.left = removed;
            child.right = removed.right;
            removed.right.left = child;
            removed.right = child;
            child.parent = null;
            child = next;
            count--;
        }
        removed.left.right = removed.right;
        removed.right.left = removed.left;
        if (removed == removed.right) {
            least = null; // everypath: goal 3
        } else {
            least = removed.right; // everypath: goal 4
            consolidate();
        }
        size--;
        if (size < 0) {
            throw new IllegalStateException(); // everypath: goal 5
        }
        return removed.key;
    }

    private void consolidate() {
        Node[] byDegree = new Node[5];
        int roots = 0;
        Node current = least;
        do {
            roots++; // everypath: goal 6
            current = current.right;
        } while (current != least);
        while (roots > 0) {
            int degree = current.degree;
            Node next = current.right;
            Node root = current;
            while (byDegree[degree] != null) {
                Node other = byDegree[degree]; // everypath: goal 7
                if (root.key > other.key) {
                    Node kept = other; // everypath: goal 8
                    other = root;
                    root = kept;
                }
                link(other, root);
                byDegree[degree] = null;
                degree++;
            }
            byDegree[degree] = root; // everypath: goal 9
            current = next;
            roots--;
        }
        least = null;
        for (int degree = 0; degree < 5; degree++) {
            Node root = byDegree[degree];
            if (root == null) {
                continue;
            }
            if (least == null) {
                least = root; // everypath: goal 10
                root.left = root;
                root.right = root;
            } else {
                root.left = least; // everypath: goal 11
                root.right = least.right;
                least.right.left = root;
                least.right = root;
                if (root.key < least.key) {
                    least = root; // everypath: goal 12
                }
            }
        }
    }

    private static void link(Node below, Node above) {
        below.left.right = below.right;
        below.right.left = below.left;
        below.parent = above;
        if (above.child == null) {
            above.child = below; // everypath: goal 13
            below.left = below;
            below.right = below;
        } else {
            below.left = above.child; // everypath: goal 14
            below.right = above.child.right;
            above.child.right.left = below;
            above.child.right = below;
        }
        above.degree++;
    }
}
