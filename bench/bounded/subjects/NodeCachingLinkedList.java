/** A circular doubly linked list that keeps removed nodes in a cache for later. */
public class NodeCachingLinkedList {
    static class Node {
        Node next;
        Node previous;
        int value;
    }

    Node header;
    int size;
    Node firstCached;
    int cacheSize;
    int maximumCacheSize;

    boolean repOK() {
        if (header == null || header.next == null || size < 0) {
            return false;
        }
        // At most five nodes are kept; a maximum of none switches the cache off.
        if (maximumCacheSize < 0 || maximumCacheSize > 5) {
            return false;
        }
        if (cacheSize < 0 || cacheSize > maximumCacheSize) {
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
        if (count != size + 1) {
            return false;
        }
        int cached = 0;
        Node kept = firstCached;
        while (kept != null) {
            cached++;
            if (cached > cacheSize || kept.previous != null || kept.value != 0) {
                return false;
            }
            kept = kept.next;
        }
        return cached == cacheSize;
    }

    boolean isEmpty() {
        return size == 0;
    }

    boolean isCacheEmpty() {
        return cacheSize == 0;
    }

    boolean isCacheFull() {
        return cacheSize == maximumCacheSize;
    }

    boolean contains(int wanted) {
        Node current = header.next;
        int at = 0; // everypath: goal 0
        while (current != header) {
            if (current.value == wanted) {
                break; // everypath: goal 1
            }
            current = current.next; // everypath: goal 2
            at++;
        }
        if (current != header && at >= 0) {
            return true;
        }
        return false; // everypath: goal 3
    }

    void setMaximumCacheSize(int maximum) {
        maximumCacheSize = maximum; // everypath: goal 0
        if (maximum < 0) {
            maximumCacheSize = 5; // everypath: goal 1
        }
        while (cacheSize > maximumCacheSize && firstCached != null) {
            Node kept = firstCached; // everypath: goal 2
            firstCached = kept.next;
            kept.next = null;
            cacheSize--;
        }
        if (cacheSize > maximumCacheSize) {
            cacheSize = maximumCacheSize; // everypath: goal 3
        }
        if (cacheSize == maximumCacheSize) {
            cacheSize = maximumCacheSize; // everypath: goal 4
        }
    }

    boolean addLast(int value) {
        Node fresh;
        if (cacheSize == 0) {
            fresh = new Node(); // everypath: goal 0
        } else {
            fresh = firstCached; // everypath: goal 1
            firstCached = fresh.next;
            cacheSize--;
            if (firstCached == null) {
                cacheSize = 0; // everypath: goal 2
            }
        }
        fresh.value = value;
        fresh.next = header;
        fresh.previous = header.previous;
        header.previous.next = fresh;
        header.previous = fresh;
        size++;
        return true; // everypath: goal 3
    }

    int removeIndex(int index) {
        if (index < 0) {
            throw new IndexOutOfBoundsException(); // everypath: goal 0
        }
        if (index == size) {
            throw new IndexOutOfBoundsException(); // everypath: goal 1
        }
        if (index > size) {
            throw new IndexOutOfBoundsException(); // everypath: goal 2
        }
        Node current;
        if (index < size / 2) {
            current = header.next; // everypath: goal 3
            for (int at = 0; at < index; at++) {
                current = current.next; // everypath: goal 4
            }
        } else {
            current = header; // everypath: goal 5
            for (int at = size; at > index; at--) {
                current = current.previous; // everypath: goal 6
            }
        }
        if (current == header) {
            throw new IllegalStateException(); // everypath: goal 7
        }
        int removed = current.value;
        current.previous.next = current.next;
        current.next.previous = current.previous;
        size--;
        if (cacheSize < maximumCacheSize) {
            Node following = firstCached; // everypath: goal 8
            if (following == null) {
                removed = current.value; // everypath: goal 9
            }
            current.previous = null;
            current.next = following;
            current.value = 0;
            firstCached = current;
            cacheSize++;
        } else {
            current.next = null; // everypath: goal 10
        }
        return removed;
    }
}
