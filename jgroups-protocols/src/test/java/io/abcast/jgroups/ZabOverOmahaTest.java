package io.abcast.jgroups;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jgroups.JChannel;
import org.jgroups.stack.ProtocolStack;
import org.junit.jupiter.api.Test;

/** Tests Zab in stacks with {@code OMAHA}, which holds only the commits of Zab, until a later message leaves. */
final class ZabOverOmahaTest {
    private static final int WRITES = 400;
    private static final int WAVES_MAX = 50;

    private static TestCluster cluster() {
        return new TestCluster(
                "1,2,3",
                (id, channel) -> {
                    OMAHA omaha = new OMAHA();
                    omaha.setValue("hold_max", 5_000L);
                    try {
                        ProtocolStack stack = channel.getProtocolStack();
                        stack.insertProtocol(
                                omaha, ProtocolStack.Position.BELOW, ZabProtocol.class);
                        TestCluster.zab(channel).setValue("batching", false);
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                });
    }

    private static OMAHA omaha(JChannel channel) {
        return channel.getProtocolStack().findProtocol(OMAHA.class);
    }

    private static void write(TestCluster cluster, int id, String prefix) throws Exception {
        List<CompletableFuture<?>> writes = new ArrayList<>();
        for (int i = 0; i < WRITES; i++) writes.add(cluster.map(id).put(prefix + i, "value " + i));
        for (CompletableFuture<?> write : writes)
            write.get(TestCluster.LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    @Test
    void commitsLeaveTogetherWithLaterMessages() throws Exception {
        try (TestCluster cluster = cluster().startAll()) {
            int leader = cluster.leader();
            OMAHA omaha = omaha(cluster.channel(leader));
            // If the leader commits all requests of a wave together, OMAHA can hold no commit, and
            // another wave is needed.
            for (int wave = 0; omaha.getAggregatedMessages() == 0 && wave < WAVES_MAX; wave++)
                write(cluster, leader, "wave " + wave + ", ");
            assertTrue(omaha.getPledges() > 0, "pledges");
            assertTrue(omaha.getHeldMessages() > 0, "held");
            assertTrue(omaha.getAggregatedMessages() > 0, "aggregated");
            Wait.until(
                    TestCluster.LIMIT,
                    () -> omaha.getPledgesOpen() == 0 && omaha.getHeldNow() == 0,
                    () -> omaha.getPledgesOpen() + " open, " + omaha.getHeldNow() + " held");
            assertEquals(0, omaha.getPledgesLeaked());
            cluster.awaitSame();
        }
    }

    @Test
    void theOthersKeepOrderingWhenTheLeaderIsGone() throws Exception {
        try (TestCluster cluster = cluster().startAll()) {
            int first = cluster.leader();
            write(cluster, first, "a");
            cluster.kill(first);
            int other = first == 1 ? 2 : 1;
            Wait.until(
                    TestCluster.LIMIT,
                    () -> cluster.status(other).active() && cluster.status(other).leader() != first,
                    cluster::toString);
            cluster.awaitActive(cluster.map(other));
            write(cluster, other, "b");
            cluster.awaitSame();
            OMAHA omaha = omaha(cluster.channel(cluster.leader()));
            Wait.until(
                    TestCluster.LIMIT,
                    () -> omaha.getPledgesOpen() == 0 && omaha.getHeldNow() == 0,
                    () -> omaha.getPledgesOpen() + " open, " + omaha.getHeldNow() + " held");
        }
    }
}
