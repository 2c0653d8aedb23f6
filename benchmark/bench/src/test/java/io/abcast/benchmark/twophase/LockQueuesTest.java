package io.abcast.benchmark.twophase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LockQueuesTest {
    private final LockQueues locks = new LockQueues();

    private LockQueues.Request request(long stamp, boolean exclusive, Object... keys) {
        LockQueues.Request request = new LockQueues.Request(new CommitId(stamp, 1, 0));
        for (Object key : keys) request.lock(key, exclusive);
        locks.add(request);
        return request;
    }

    private List<Long> removed(LockQueues.Request request) {
        ArrayDeque<LockQueues.Request> granted = new ArrayDeque<>();
        locks.remove(request, granted);
        return granted.stream().map(each -> each.id.stamp()).toList();
    }

    @Test
    void sharedLocksAreHeldTogetherAndExclusiveOnesAlone() {
        LockQueues.Request one = request(1, false, "a");
        LockQueues.Request two = request(2, false, "a");
        LockQueues.Request three = request(3, true, "a");
        LockQueues.Request four = request(4, false, "a");
        assertTrue(one.granted() && two.granted());
        assertFalse(three.granted() || four.granted());
        assertEquals(List.of(), removed(one));
        assertEquals(List.of(3L), removed(two));
        assertEquals(List.of(4L), removed(three));
        assertEquals(List.of(), removed(four));
        assertEquals(0, locks.keys());
    }

    @Test
    void aTransactionNeedsAllItsLocks() {
        LockQueues.Request a = request(1, true, "a");
        LockQueues.Request b = request(2, true, "b");
        LockQueues.Request both = request(3, true, "a", "b");
        assertEquals(List.of(), removed(a));
        assertFalse(both.granted());
        assertEquals(List.of(3L), removed(b));
    }

    @Test
    void aShortTransactionPassesThoseThatWaitButNotThoseThatHoldLocks() {
        LockQueues.Request holder = request(1, true, "a");
        LockQueues.Request waiting = request(2, true, "a", "b");
        LockQueues.Request first = new LockQueues.Request(new CommitId(3, 1, 0), true);
        first.lock("b", true);
        locks.add(first);
        assertTrue(first.granted());
        LockQueues.Request second = new LockQueues.Request(new CommitId(4, 1, 0), true);
        second.lock("b", true);
        locks.add(second);
        assertFalse(second.granted());
        assertEquals(List.of(4L), removed(first));
        assertEquals(List.of(), removed(second));
        assertFalse(waiting.granted());
        assertEquals(List.of(2L), removed(holder));
    }

    @Test
    void anOlderTransactionPassesYoungerOnesThatWait() {
        LockQueues.Request holder = request(5, true, "a");
        LockQueues.Request young = request(9, true, "a");
        LockQueues.Request old = request(7, true, "a");
        assertEquals(List.of(7L), removed(holder));
        assertFalse(young.granted());
        assertEquals(List.of(9L), removed(old));
    }

    @Test
    void aYoungerHolderIsToBeWounded() {
        LockQueues.Request holder = request(5, true, "a", "b");
        LockQueues.Request older = request(3, true, "b", "a");
        LockQueues.Request younger = request(8, true, "a");
        List<LockQueues.Request> wounded = new ArrayList<>();
        locks.youngerBlockers(younger, wounded);
        assertEquals(List.of(), wounded);
        locks.youngerBlockers(older, wounded);
        assertEquals(List.of(holder), wounded);
    }

    @Test
    void aKeyThatIsNamedTwiceGetsTheStrongerLock() {
        LockQueues.Request twice = new LockQueues.Request(new CommitId(1, 1, 0));
        twice.lock("a", false);
        twice.lock("a", true);
        twice.lock("a", false);
        locks.add(twice);
        assertFalse(request(2, false, "a").granted());
    }
}
