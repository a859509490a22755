/** Identity: what == says of texts, boxes and arrays. */
public class Identity {
    public static int texts(String a, String b) {
        if (a != null && a.equals(b)) {
            if (a == b) {
                return 1;
            }
            return 2;
        }
        return 0;
    }

    public static int constant(String a) {
        if (a == "key") {
            return 1;
        }
        return 0;
    }

    public static int equalButNotSame(String a) {
        if ("key".equals(a) && a != "key") {
            return 1;
        }
        return 0;
    }

    public static int boxes(Integer a, Integer b) {
        if (a != null && a.equals(b)) {
            if (a != b) {
                return 1;
            }
            return 2;
        }
        return 0;
    }

    public static int largeBoxes(int n) {
        Integer a = n;
        Integer b = n;
        if (a != b) {
            return 1;
        }
        return 0;
    }

    public static int smallBoxes(byte n) {
        Integer a = (int) n;
        Integer b = (int) n;
        if (a != b) { // dead: a != b: small boxes are shared
            return 1;
        }
        return 0;
    }

    public static int longs(Long a, Long b) {
        if (a != null && b != null && a == b) {
            return 1;
        }
        return 0;
    }

    public static int interned(String a) {
        if (a != null && a.intern() == a) {
            return 1;
        }
        return 0;
    }

    public static int fresh(Object a) {
        Object b = new Object();
        if (a == b) { // dead: a == b: made here
            return 1;
        }
        return 0;
    }

    public static int hashed(Object a) {
        if (a != null && a.hashCode() == 42) {
            return 1;
        }
        return 0;
    }

    public static int concatenated(String a) {
        String b = a + "";
        if (b == a) {
            return 1;
        }
        return 0;
    }
}
