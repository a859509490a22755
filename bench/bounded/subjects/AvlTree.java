/** An AVL tree of integers; heights are kept in the nodes. */
public class AvlTree {
    static class Node {
        Node left;
        Node right;
        int key;
        int height;
    }

    Node root;

    boolean repOK() {
        return root == null || balanced(root, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    private static boolean balanced(Node node, long low, long high) {
        if (node.key <= low || node.key >= high) {
            return false;
        }
        if (node.left != null && !balanced(node.left, low, node.key)) {
            return false;
        }
        if (node.right != null && !balanced(node.right, node.key, high)) {
            return false;
        }
        int left = node.left == null ? 0 : node.left.height;
        int right = node.right == null ? 0 : node.right.height;
        int difference = left - right;
        if (difference < -1 || difference > 1) {
            return false;
        }
        return node.height == (left > right ? left : right) + 1;
    }

    boolean findNode(int key) {
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

    int findMax() {
        if (root == null) {
            return 0; // everypath: goal 0
        }
        Node current = root;
        int steps = 0;
        while (current.right != null) {
            current = current.right; // everypath: goal 1
            steps++;
        }
        if (steps > 1) {
            return current.key; // everypath: goal 2
        }
        return current.key;
    }

    int findMin() {
        if (root == null) {
            return 0; // everypath: goal 0
        }
        Node current = root;
        int steps = 0;
        while (current.left != null) {
            current = current.left; // everypath: goal 1
            steps++;
        }
        if (steps > 1) {
            return current.key; // everypath: goal 2
        }
        return current.key;
    }
}
