package io.abcast.ordering.paxos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.ordering.log.Incarnation;
import io.abcast.ordering.log.Name;
import io.abcast.ordering.log.OriginRequest;
import io.abcast.ordering.log.Value;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class QuorumsTest {
    private static final Value A = value(1, OriginRequest.FIRST, 10);
    private static final Value B = value(2, OriginRequest.FIRST, 20);

    private static Value value(int origin, long previous, long number) {
        Name name = Name.ofBatch(origin, Incarnation.NONE, number, 1);
        OriginRequest request =
                new OriginRequest(origin, previous, number, new byte[] {(byte) origin});
        return Value.named(name, List.of(request));
    }

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
                assertThrows(IllegalArgumentException.class, () -> Quorums.fastPaxos(15, 16));
        assertTrue(e.getMessage().contains("expected"), e.getMessage());
        assertNotNull(new Quorums(4, 2, 0).whyUnsafe());
        assertNotNull(new Quorums(5, 3, 3).whyUnsafe());
    }

    /**
     * Of 15 members, nine report three votes for A and six votes for B. The six silent members may all have voted for
     * A, or all for B, so either value may have been chosen, and the owner of the next ballot cannot know which.
     */
    @Test
    void theQuorumsOfMahamdi2023LetTwoValuesBeChosen() {
        // Table I of Mahamdi et al., 2023, has fast quorums of 2f+1 with n = 3f+1 acceptors. With
        // f = 4, the table gives fast quorums of 9 of 13 acceptors, but this test has 15
        // acceptors.
        Quorums paper = new Quorums(15, 9, 9);
        assertNotNull(paper.whyUnsafe());
        assertTrue(contradicts(paper, A) || contradicts(paper, B));
    }

    @Test
    void safeQuorumsLetOnlyOneValueBeChosenByTheSameVotes() {
        for (Quorums safe : List.of(Quorums.fastPaxos(15, 11), Quorums.fastPaxos(15))) {
            assertFalse(contradicts(safe, A));
            assertFalse(contradicts(safe, B));
        }
    }

    private static boolean contradicts(Quorums quorums, Value others) {
        long round = Ballot.of(1, 1);
        int silent = quorums.acceptors() - quorums.classic();
        Learner learner = new Learner(quorums);
        Value chosen = null;
        List<Acceptor> acceptors = new ArrayList<>();
        for (int r = 0; r < quorums.acceptors(); r++) {
            Acceptor acceptor = new Acceptor();
            acceptors.add(acceptor);
            assertTrue(acceptor.prepare(round));
            Value value = r < silent ? others : r < quorums.fast() ? A : B;
            assertTrue(acceptor.acceptFast(round, 1, value));
            if (learner.accepted(r, 1, round, true, value.name())) chosen = value;
        }
        List<Vote> reported = new ArrayList<>();
        for (Acceptor acceptor : acceptors.subList(silent, acceptors.size())) {
            assertTrue(acceptor.prepare(Ballot.of(2, 2)));
            reported.add(acceptor.vote(1));
        }
        Value named = new Picker(quorums).pick(reported, quorums.classic());
        return chosen != null && !chosen.equals(named);
    }
}
