package io.abcast.jgroups;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.jgroups.protocols.MsgStats;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests that a partition which is the destination of no transaction sends only idle traffic, such as heartbeats. */
final class CamuIdleTest {
    private static final int TRANSACTIONS = 600;

    /** Longer than all intervals after which an idle replica sends a message again. */
    private static final long QUIET_MILLIS = 1_000;

    private final CamuCluster cluster = new CamuCluster("A=1;B=2;C=3", "links=\"off\"");

    @AfterEach
    void stop() {
        cluster.close();
    }

    private long messagesOfServer3() {
        MsgStats stats = cluster.channel(3).getProtocolStack().getTransport().getMessageStats();
        return stats.getNumMsgsSent() + stats.getNumMsgsReceived();
    }

    private long sentWhenIdle() throws InterruptedException {
        long deadline = System.nanoTime() + CamuCluster.LIMIT.toNanos();
        long sent = -1;
        for (long before = -2; sent != before; ) {
            assertTrue(System.nanoTime() < deadline, "the replica of C sends without end");
            before = sent;
            Thread.sleep(QUIET_MILLIS);
            sent = cluster.multicast(3).status("C").messagesSent();
        }
        return sent;
    }

    @Test
    void transactionsOfOtherPartitionsCauseNoMessages() throws Exception {
        cluster.startAll(1, 2, 3);
        cluster.insist(3, "warm", "A", "B", "C");
        long sent = sentWhenIdle();
        long messages = messagesOfServer3();
        for (int i = 0; i < TRANSACTIONS; i++) cluster.amcast(1 + i % 2, "t" + i, "A", "B");
        long during = messagesOfServer3() - messages;
        // JGroups sends far fewer messages of its own, such as heartbeats, than one message per
        // transaction.
        assertTrue(during < TRANSACTIONS / 2, during + " messages at server 3");
        assertEquals(sent, cluster.multicast(3).status("C").messagesSent());
        assertEquals(1, cluster.journal("C", 3).entries().size());
    }
}
