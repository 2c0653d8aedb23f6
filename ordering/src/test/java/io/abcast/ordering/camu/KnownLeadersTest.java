package io.abcast.ordering.camu;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Membership;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class KnownLeadersTest {
    private static final int B = 1;

    private final KnownLeaders leaders = new KnownLeaders(PartitionMap.parse("A=1;B=2,3"));

    private void hint(long term, int server, int... members) {
        leaders.learnMembers(B, term, Membership.of(members));
        leaders.learn(B, term, server);
    }

    @Test
    void theFoundersAreKnown() {
        assertArrayEquals(new int[] {2, 3}, leaders.replicas(B));
    }

    @Test
    void aHintOfALaterTermReplacesTheMembers() {
        hint(1, 3, 2, 3, 4);
        hint(2, 4, 4, 5);
        assertArrayEquals(new int[] {4, 5}, leaders.replicas(B));
    }

    @Test
    void anOldHintRemovesNoMember() {
        hint(2, 4, 3, 4);
        hint(2, 4, 3);
        hint(1, 2, 2);
        assertArrayEquals(new int[] {3, 4}, leaders.replicas(B));
    }

    @Test
    void aReplicaThatSendsAMessageIsTriedToo() {
        leaders.saw(B, 7);
        TreeSet<Integer> tried = new TreeSet<>();
        for (int i = 0; i < 10; i++) {
            tried.add(leaders.server(B));
            leaders.failed(B);
        }
        assertTrue(tried.contains(7), tried.toString());
    }

    @Test
    void theNumberOfReplicasIsBounded() {
        for (int server = 10; server < 1_000; server++) leaders.saw(B, server);
        assertEquals(KnownLeaders.REPLICAS_MAX, leaders.replicas(B).length);
    }
}
