package io.abcast.ordering.paxos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.ordering.log.Value;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class QuorumsTest {
    private static final Value A = new Value(1, Value.FIRST, 10, new byte[] {1});
    private static final Value B = new Value(2, Value.FIRST, 20, new byte[] {2});

    @Test
    void defaultsAreSafeForEverySize() {
        for (int n = 1; n <= 31; n++) {
            assertNull(Quorums.majority(n).whyUnsafe());
            assertNull(Quorums.fastPaxos(n).whyUnsafe());
        }
        assertEquals(new Quorums(3, 2, 3), Quorums.fastPaxos(3));
        assertEquals(new Quorums(15, 8, 12), Quorums.fastPaxos(15));
        assertEquals(new Quorums(15, 9, 11), Quorums.fastPaxos(15, 11));
    }

    @Test
    void unsafeSizesAreRefusedWithExpectedAndActual() {
        IllegalArgumentException e =
                assertThrows(
                        IllegalArgumentException.class, () -> Quorums.fastPaxos(15, 16));
        assertTrue(e.getMessage().contains("expected"), e.getMessage());
        assertNotNull(new Quorums(4, 2, 0).whyUnsafe());
        assertNotNull(new Quorums(5, 3, 3).whyUnsafe());
    }

    /** Nine of fifteen choose A in a fast round; the next round's owner hears nine, and names B. */
    @Test
    void theQuorumsOfMahamdi2023LetTwoValuesBeChosen() {
        Quorums paper = Quorums.unsafeAsInMahamdi2023(15);
        assertEquals(new Quorums(15, 9, 9), paper);
        assertNotNull(paper.whyUnsafe());
        assertNotEquals(A, contradictionOf(paper));
    }

    /** The same story cannot be told with quorums that intersect as they must. */
    @Test
    void safeQuorumsLetOneValueBeChosenInTheSameStory() {
        assertEquals(A, contradictionOf(Quorums.fastPaxos(15, 11)));
        assertEquals(A, contradictionOf(Quorums.fastPaxos(15)));
    }

    /**
     * A fast quorum votes for A, all others for B. The learners learn A. A classic quorum then reports in which as few as possible have
     * voted for A.
     *
     * @return what the owner of the next ballot names
     */
    private static Value contradictionOf(Quorums quorums) {
        long round = Ballot.of(1, 1);
        List<Acceptor> acceptors = new ArrayList<>();
        Learner learner = new Learner(quorums);
        boolean chosen = false;
        for (int r = 0; r < quorums.acceptors(); r++) {
            Acceptor acceptor = new Acceptor();
            acceptors.add(acceptor);
            assertTrue(acceptor.prepare(round));
            Value value = r < quorums.fast() ? A : B;
            assertTrue(acceptor.acceptFast(round, 1, value));
            assertFalse(acceptor.acceptFast(round, 1, value == A ? B : A));
            if (value == A) chosen |= learner.accepted(r, 1, round, true, A.origin(), A.request());
        }
        assertTrue(chosen, "A is decided");
        long later = Ballot.of(2, 2);
        List<Vote> reported = new ArrayList<>();
        for (int r = quorums.acceptors() - 1; reported.size() < quorums.classic(); r--) {
            assertTrue(acceptors.get(r).prepare(later));
            reported.add(acceptors.get(r).vote(1));
        }
        return new Picker(quorums).pick(reported, quorums.classic());
    }
}
