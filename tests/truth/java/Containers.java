import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Containers: sizes, order, equality, views. */
public class Containers {
    public static int grown(List<Integer> list, int x) {
        int n = list.size();
        list.add(x);
        if (list.size() != n + 1) {
            return 1;
        }
        return 0;
    }

    public static int fresh(int x) {
        List<Integer> list = new ArrayList<>();
        list.add(x);
        list.add(x + 1);
        if (list.size() != 2) { // dead: list.size() != 2: two were added
            return 1;
        }
        if (list.get(0).equals(list.get(1))) { // dead: list.get(0).equals(list.get(1)) is true: they differ by one
            return 2;
        }
        return 0;
    }

    public static int set(int a, int b) {
        Set<Integer> set = new HashSet<>();
        set.add(a);
        set.add(b);
        if (set.size() == 1) {
            return 1;
        }
        if (set.size() > 2) { // dead: set.size() > 2: two at most
            return 2;
        }
        return 0;
    }

    public static int map(int key) {
        Map<Integer, String> map = new HashMap<>();
        map.put(1, "one");
        map.put(key, "other");
        if ("other".equals(map.get(1))) {
            return 1;
        }
        return 0;
    }

    public static int missing(Map<String, Integer> map) {
        if (map.get("a") == null && map.containsKey("a")) {
            return 1;
        }
        return 0;
    }

    public static int smallest(int a, int b, int c) {
        TreeMap<Integer, Integer> map = new TreeMap<>();
        map.put(a, 1);
        map.put(b, 2);
        map.put(c, 3);
        if (map.firstKey() > map.lastKey()) { // dead: map.firstKey().intValue() > map.lastKey().intValue(): sorted
            return 1;
        }
        if (map.firstEntry().getValue() == 2) {
            return 2;
        }
        return 0;
    }

    public static int sorted(int[] a) {
        if (a.length == 3) {
            Arrays.sort(a);
            if (a[0] > a[2]) { // dead: a[0] > a[2]: sorted
                return 1;
            }
            if (a[0] == a[2]) {
                return 2;
            }
        }
        return 0;
    }

    public static int queue(int a, int b) {
        ArrayDeque<Integer> queue = new ArrayDeque<>();
        queue.add(a);
        queue.add(b);
        if (queue.poll() != a) { // dead: queue.poll().intValue() != a: first in, first out
            return 1;
        }
        return 0;
    }

    public static int equalLists(List<Integer> a, List<Integer> b) {
        if (a != b && a.equals(b) && a.size() == 2) {
            return 1;
        }
        return 0;
    }

    public static int nulls(List<String> list) {
        if (list.size() == 2 && list.get(1) == null) {
            return 1;
        }
        return 0;
    }

    public static int unmodifiable(int x) {
        List<Integer> list = Collections.singletonList(x);
        try {
            list.add(x);
            return 1; // dead: it returns: the list cannot be changed
        } catch (UnsupportedOperationException e) {
            return 2;
        }
    }

    public static int matrix(int[][] m) {
        if (m.length == 2 && m[0] != null && m[1] != null && m[0].length != m[1].length) {
            return 1;
        }
        return 0;
    }

    public static int copied(int[] a) {
        int[] b = Arrays.copyOf(a, a.length + 1);
        if (b[a.length] != 0) { // dead: b[a.length] != 0: zeros
            return 1;
        }
        return 0;
    }

    public static int subList(List<Integer> list) {
        if (list.size() == 3) {
            List<Integer> part = list.subList(1, 3);
            part.set(0, 7);
            if (list.get(1) != 7) {
                return 1;
            }
        }
        return 0;
    }

    public static int summed(int[] a) {
        int sum = 0;
        for (int x : a) {
            sum += x;
        }
        if (a.length == 2 && sum == 10 && a[0] == a[1]) {
            return 1;
        }
        if (a.length == 0 && sum != 0) { // dead: sum != 0: nothing to sum
            return 2;
        }
        return 0;
    }

    public static int removed(List<Integer> list) {
        if (list.size() == 2) {
            list.remove(Integer.valueOf(5));
            if (list.size() == 1) {
                return 1;
            }
            return 2;
        }
        return 0;
    }
}
