/** A binary search tree of integers. */
public class BinarySearchTree {
    static class Node {
        Node left;
        Node right;
        int key;
    }

    Node root;

    boolean repOK() {
        return root == null || ordered(root, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    // Keys strictly between bounds exclude cycles and sharing.
    private static boolean ordered(Node node, long low, long high) {
        if (node.key <= low || node.key >= high) {
            return false;
        }
        if (node.left != null && !ordered(node.left, low, node.key)) {
            return false;
        }
        return node.right == null || ordered(node.right, node.key, high);
    }

    boolean find(int key) {
        Node current = root; // everypath: goal 0
        while (current != null) {
            if (key < current.key) {
                current = current.left; // everypath: goal 1
            } else if (key > current.key) {
                current = current.right; // everypath: goal 2
            } else {
                return true; // everypath: goal 3
            }
        }
        return false; // everypath: goal 4
    }

    boolean add(int key) {
        Node fresh = new Node();
        fresh.key = key;
        if (root == null) {
            root = fresh; // everypath: goal 0
            return true;
        }
        Node current = root; // everypath: goal 1
        while (current.key != key) {
            if (key < current.key) {
                if (current.left == null) {
                    current.left = fresh; // everypath: goal 2
                    return true;
                }
                current = current.left; // everypath: goal 3
            } else {
                if (current.right == null) {
                    current.right = fresh; // everypath: goal 4
                    return true;
                }
                current = current.right; // everypath: goal 5
            }
        }
        if (current == root) {
            return false; // everypath: goal 6
        }
        if (current.left == null && current.right == null) {
            return false; // everypath: goal 7
        }
        return false; // everypath: goal 8
    }

    boolean remove(int key) {
        Node parent = null;
        Node current = root;
        while (current != null && current.key != key) {
            parent = current;
            if (key < current.key) {
                current = current.left; // everypath: goal 0
            } else {
                current = current.right; // everypath: goal 1
            }
        }
        if (current == null) {
            return false; // everypath: goal 2
        }
        Node replacement;
        if (current.left == null && current.right == null) {
            replacement = null; // everypath: goal 3
        } else if (current.left == null) {
            replacement = current.right; // everypath: goal 4
        } else if (current.right == null) {
            replacement = current.left; // everypath: goal 5
        } else {
            Node above = current; // everypath: goal 6
            replacement = current.right;
            while (replacement.left != null) {
                above = replacement; // everypath: goal 7
                replacement = replacement.left;
            }
            if (above == current) {
                current.key = replacement.key; // everypath: goal 8
                current.right = replacement.right;
            } else {
                current.key = replacement.key; // everypath: goal 9
                above.left = replacement.right;
            }
            if (replacement.left != null) {
                throw new IllegalStateException(); // everypath: goal 10
            }
            return true; // everypath: goal 11
        }
        if (parent == null) {
            root = replacement; // everypath: goal 12
        } else if (parent.left == current) {
            parent.left = replacement; // everypath: goal 13
        } else if (parent.right == current) {
            parent.right = replacement; // everypath: goal 14
        } else {
            throw new IllegalStateException(); // everypath: goal 15
        }
        return true; // everypath: goal 16
    }
}
