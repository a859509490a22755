package everypath.reporting;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests as suites have them, by which a JVM learns what classes JUnit needs. */
final class Rehearsal {
    @Test
    void values() {
        List<Integer> list = Collections.singletonList(1);
        assertEquals(1, list.size());
        assertEquals("[1]", list.toString());
        assertEquals(1.0, Math.abs(-1.0), 0.0);
        assertTrue(list.contains(1));
        assertFalse(list.isEmpty());
        assertNull(System.getProperty("everypath.rehearsal"));
        assertSame(list, list);
        assertArrayEquals(new int[] {1, 2}, new int[] {1, 2});
    }

    @Test
    void exceptions() {
        NumberFormatException thrown =
                assertThrows(NumberFormatException.class, () -> Integer.parseInt("x"));
        assertFalse(thrown.getMessage().isEmpty());
    }

    @Test
    void time() {
        assertTimeoutPreemptively(Duration.ofSeconds(60), () -> Math.abs(1));
    }

    /** The same for JUnit 4. */
    public static final class Older {
        @org.junit.Test
        public void values() {
            org.junit.Assert.assertEquals(1, Math.abs(-1));
        }

        @org.junit.Test(expected = NumberFormatException.class)
        public void exceptions() {
            Integer.parseInt("x");
        }
    }
}
