/** A map from integers to integers on a red-black tree. */
public class IntRedBlackTreeMap {
    static class Node {
        Node left;
        Node right;
        Node parent;
        int key;
        int value;
        boolean black;
    }

    Node root;
    int size;

    boolean repOK() {
        if (root == null) {
            return size == 0;
        }
        if (root.parent != null || !root.black) {
            return false;
        }
        return size >= 0 && blacks(root, Long.MIN_VALUE, Long.MAX_VALUE) >= 0
                && count(root) == size;
    }

    /** The black nodes on every way down, or a negative number if it is no valid tree. */
    private static int blacks(Node node, long low, long high) {
        if (node.key <= low || node.key >= high) {
            return -1;
        }
        int left = 0;
        if (node.left != null) {
            if (node.left.parent != node || (!node.black && !node.left.black)) {
                return -1;
            }
            left = blacks(node.left, low, node.key);
        }
        int right = 0;
        if (node.right != null) {
            if (node.right.parent != node || (!node.black && !node.right.black)) {
                return -1;
            }
            right = blacks(node.right, node.key, high);
        }
        if (left < 0 || right < 0 || left != right) {
            return -1;
        }
        return node.black ? left + 1 : left;
    }

    private static int count(Node node) {
        return node == null ? 0 : 1 + count(node.left) + count(node.right);
    }

    private static boolean isBlack(Node node) {
        return node == null || node.black;
    }

    private static Node parentOf(Node node) {
        return node == null ? null : node.parent;
    }

    private static Node leftOf(Node node) {
        return node == null ? null : node.left;
    }

    private static Node rightOf(Node node) {
        return node == null ? null : node.right;
    }

    private static void paint(Node node, boolean black) {
        if (node != null) {
            node.black = black;
        }
    }

    private void rotateLeft(Node node) {
        Node right = node.right;
        node.right = right.left;
        if (right.left != null) {
            right.left.parent = node; // everypath: goal 20
        }
        right.parent = node.parent;
        if (node.parent == null) {
            root = right; // everypath: goal 21
        } else if (node.parent.left == node) {
            node.parent.left = right; // everypath: goal 22
        } else {
            node.parent.right = right; // everypath: goal 23
        }
        right.left = node;
        node.parent = right;
    }

    private void rotateRight(Node node) {
        Node left = node.left;
        node.left = left.right;
        if (left.right != null) {
            left.right.parent = node; // everypath: goal 24
        }
        left.parent = node.parent;
        if (node.parent == null) {
            root = left; // everypath: goal 25
        } else if (node.parent.right == node) {
            node.parent.right = left; // everypath: goal 26
        } else {
            node.parent.left = left; // everypath: goal 27
        }
        left.right = node;
        node.parent = left;
    }

    int put(int key, int value) {
        Node current = root;
        if (current == null) {
            size++; // everypath: goal 0
            Node only = new Node();
            only.key = key;
            only.value = value;
            only.black = true;
            root = only;
            return -1;
        }
        while (true) {
            if (key == current.key) {
                int old = current.value; // everypath: goal 1
                current.value = value;
                return old;
            } else if (key < current.key) {
                if (current.left != null) {
                    current = current.left; // everypath: goal 2
                } else {
                    size++; // everypath: goal 3
                    current.left = fresh(current, key, value);
                    fixAfterInsertion(current.left);
                    return -1;
                }
            } else {
                if (current.right != null) {
                    current = current.right; // everypath: goal 4
                } else {
                    size++; // everypath: goal 5
                    current.right = fresh(current, key, value);
                    fixAfterInsertion(current.right);
                    return -1;
                }
            }
        }
    }

    private static Node fresh(Node parent, int key, int value) {
        Node node = new Node();
        node.parent = parent;
        node.key = key;
        node.value = value;
        node.black = true;
        return node;
    }

    private void fixAfterInsertion(Node inserted) {
        Node node = inserted;
        node.black = false;
        while (node != null && node != root && !node.parent.black) {
            if (parentOf(node) == leftOf(parentOf(parentOf(node)))) {
                Node uncle = rightOf(parentOf(parentOf(node)));
                if (!isBlack(uncle)) {
                    paint(parentOf(node), true); // everypath: goal 6
                    paint(uncle, true);
                    paint(parentOf(parentOf(node)), false);
                    node = parentOf(parentOf(node));
                } else {
                    if (node == rightOf(parentOf(node))) {
                        node = parentOf(node); // everypath: goal 7
                        rotateLeft(node);
                    }
                    paint(parentOf(node), true); // everypath: goal 8
                    paint(parentOf(parentOf(node)), false);
                    if (parentOf(parentOf(node)) != null) {
                        rotateRight(parentOf(parentOf(node))); // everypath: goal 9
                    }
                }
            } else {
                Node uncle = leftOf(parentOf(parentOf(node)));
                if (!isBlack(uncle)) {
                    paint(parentOf(node), true); // everypath: goal 10
                    paint(uncle, true);
                    paint(parentOf(parentOf(node)), false);
                    node = parentOf(parentOf(node));
                } else {
                    if (node == leftOf(parentOf(node))) {
                        node = parentOf(node); // everypath: goal 11
                        rotateRight(node);
                    }
                    paint(parentOf(node), true); // everypath: goal 12
                    paint(parentOf(parentOf(node)), false);
                    if (parentOf(parentOf(node)) != null) {
                        rotateLeft(parentOf(parentOf(node))); // everypath: goal 13
                    }
                }
            }
        }
        root.black = true;
    }

    private Node find(int key) {
        Node current = root;
        while (current != null) {
            if (key == current.key) {
                return current;
            }
            current = key < current.key ? current.left : current.right;
        }
        return null;
    }

    private static Node successor(Node node) {
        Node current = node.right;
        while (current.left != null) {
            current = current.left; // everypath: goal 30
        }
        return current;
    }

    boolean remove(int key) {
        Node node = find(key);
        if (node == null) {
            return false; // everypath: goal 31
        }
        size--;
        if (node.left != null && node.right != null) {
            Node next = successor(node); // everypath: goal 32
            node.key = next.key;
            node.value = next.value;
            node = next;
        }
        Node replacement = node.left != null ? node.left : node.right;
        if (replacement != null) {
            replacement.parent = node.parent; // everypath: goal 33
            if (node.parent == null) {
                root = replacement; // everypath: goal 34
            } else if (node == node.parent.left) {
                node.parent.left = replacement; // everypath: goal 35
            } else {
                node.parent.right = replacement; // everypath: goal 36
            }
            node.left = null;
            node.right = null;
            node.parent = null;
            if (node.black) {
                fixAfterDeletion(replacement); // everypath: goal 37
            } else {
                size = size + 0; // everypath: goal 38
            }
        } else if (node.parent == null) {
            root = null; // everypath: goal 39
        } else {
            if (node.black) {
                fixAfterDeletion(node); // everypath: goal 40
            }
            if (node.parent != null) {
                if (node == node.parent.left) {
                    node.parent.left = null; // everypath: goal 41
                } else if (node == node.parent.right) {
                    node.parent.right = null; // everypath: goal 42
                }
                node.parent = null;
            }
        }
        return true;
    }

    private void fixAfterDeletion(Node from) {
        Node node = from;
        while (node != root && isBlack(node)) {
            if (node == leftOf(parentOf(node))) {
                Node sibling = rightOf(parentOf(node));
                if (!isBlack(sibling)) {
                    paint(sibling, true); // everypath: goal 43
                    paint(parentOf(node), false);
                    rotateLeft(parentOf(node));
                    sibling = rightOf(parentOf(node));
                }
                if (isBlack(leftOf(sibling)) && isBlack(rightOf(sibling))) {
                    paint(sibling, false); // everypath: goal 44
                    node = parentOf(node);
                } else {
                    if (isBlack(rightOf(sibling))) {
                        paint(leftOf(sibling), true); // everypath: goal 45
                        paint(sibling, false);
                        rotateRight(sibling);
                        sibling = rightOf(parentOf(node));
                    }
                    paint(sibling, isBlack(parentOf(node))); // everypath: goal 46
                    paint(parentOf(node), true);
                    paint(rightOf(sibling), true);
                    rotateLeft(parentOf(node));
                    node = root;
                }
            } else {
                Node sibling = leftOf(parentOf(node));
                if (!isBlack(sibling)) {
                    paint(sibling, true); // everypath: goal 47
                    paint(parentOf(node), false);
                    rotateRight(parentOf(node));
                    sibling = leftOf(parentOf(node));
                }
                if (isBlack(rightOf(sibling)) && isBlack(leftOf(sibling))) {
                    paint(sibling, false); // everypath: goal 48
                    node = parentOf(node);
                } else {
                    if (isBlack(leftOf(sibling))) {
                        paint(rightOf(sibling), true); // everypath: goal 49
                        paint(sibling, false);
                        rotateLeft(sibling);
                        sibling = leftOf(parentOf(node));
                    }
                    paint(sibling, isBlack(parentOf(node))); // everypath: goal 50
                    paint(parentOf(node), true);
                    paint(leftOf(sibling), true);
                    rotateRight(parentOf(node));
                    node = root;
                }
            }
        }
        paint(node, true);
    }
}
