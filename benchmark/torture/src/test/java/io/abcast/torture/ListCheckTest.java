package io.abcast.torture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests the search for cycles with histories that contain a cycle, and with histories without a violation. */
final class ListCheckTest {
    private final List<String> violations = new ArrayList<>();
    private final ListHistory history = new ListHistory(violations::add);
    private final List<Long> none = List.of();

    private void append(
            long number, long start, long end, List<String> lists, List<List<Long>> seen) {
        history.answered(1, number, lists, true, seen, start, end);
    }

    private void read(
            long number, long start, long end, List<String> lists, List<List<Long>> seen) {
        history.answered(1, number, lists, false, seen, start, end);
    }

    private static List<Long> elements(long... numbers) {
        return java.util.Arrays.stream(numbers).boxed().toList();
    }

    private List<String> check(boolean realTime) {
        new ListCheck(history, realTime, violations::add).run();
        return violations;
    }

    @Test
    void anOrderOfAllTransactionsIsNoViolation() {
        append(1, 0, 10, List.of("x", "y"), List.of(elements(1), elements(1)));
        read(2, 5, 12, List.of("x", "y"), List.of(elements(1), elements(1)));
        append(3, 11, 20, List.of("y"), List.of(elements(1, 3)));
        read(4, 21, 25, List.of("x", "y"), List.of(elements(1), elements(1, 3)));
        assertEquals(List.of(), check(true));
    }

    @Test
    void twoListsThatOrderTwoAppendsDifferentlyAreACycle() {
        append(1, 0, 10, List.of("x", "y"), List.of(elements(1), elements(2, 1)));
        append(2, 0, 10, List.of("x", "y"), List.of(elements(1, 2), elements(2)));
        assertTrue(check(false).get(0).startsWith("cycle: "), violations::toString);
    }

    @Test
    void aReadThatMissesOneOfTwoRelatedAppendsIsACycle() {
        append(1, 0, 10, List.of("x"), List.of(elements(1)));
        read(2, 0, 10, List.of("x", "y"), List.of(elements(1), none));
        read(3, 0, 10, List.of("x", "y"), List.of(none, elements(4)));
        append(4, 0, 10, List.of("y"), List.of(elements(4)));
        assertEquals(1, check(false).size(), violations::toString);
        assertTrue(violations.get(0).contains("read 2 of [x, y]"), violations::toString);
        assertTrue(violations.get(0).contains("read 3 of [x, y]"), violations::toString);
    }

    /**
     * A history after Vandevoorde 2018: one read sees an append to one list, and a later read misses the same
     * transaction's append to another list.
     */
    @Test
    void anAnswerBeforeTheBeginOfAReadThatMissesItIsACycleInRealTimeOnly() {
        append(1, 0, 100, List.of("x", "y"), List.of(elements(1), elements(1)));
        read(2, 10, 20, List.of("x"), List.of(elements(1)));
        read(3, 30, 40, List.of("y"), List.of(none));
        assertEquals(List.of(), check(false));
        assertTrue(check(true).get(0).startsWith("cycle: "), violations::toString);
    }

    @Test
    void namesEachWrongState() {
        append(1, 0, 10, List.of("x", "y"), List.of(elements(1), elements(1)));
        append(2, 0, 10, List.of("x"), List.of(elements(2)));
        append(3, 0, 10, List.of("z"), List.of(elements(3, 3)));
        read(5, 0, 10, List.of("z"), List.of(elements(3, 3, 9)));
        history.unknown(1, 4, List.of("x", "w"), true, 0);
        read(6, 0, 10, List.of("w"), List.of(elements(4)));
        List<String> found = check(false);
        for (String text :
                Stream.of(
                                "list x: append 2 to [x] observed [2], another transaction observed [1]",
                                "append 2 to [x]: missing in [x]",
                                "list z: element 3 twice",
                                "list z: no transaction appended 9",
                                "append 4 to [x, w]: missing in [x]")
                        .toList())
            assertTrue(found.contains(text), () -> text + " is not in " + found);
    }
}
