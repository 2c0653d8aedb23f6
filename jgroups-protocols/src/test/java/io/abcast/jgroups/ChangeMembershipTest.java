package io.abcast.jgroups;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.jgroups.blocks.Codec;
import io.abcast.jgroups.blocks.ReplicatedMap;
import io.abcast.kernel.Membership;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jgroups.JChannel;
import org.junit.jupiter.api.Test;

/** Tests membership changes by users, through the API and as JMX operations, and the refusals of membership changes. */
final class ChangeMembershipTest {
    private static TestCluster cluster(int wireVersionOf2) {
        return new TestCluster(
                "1,2,3",
                (id, channel) -> {
                    ZabProtocol zab = TestCluster.zab(channel);
                    zab.setValue("joining", id > 3);
                    if (id == 2) zab.setValue("wire_version", wireVersionOf2);
                });
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(TestCluster.LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    private static AbcastException refused(CompletableFuture<Membership> future) {
        return (AbcastException)
                assertThrows(ExecutionException.class, () -> get(future)).getCause();
    }

    private static Membership eventually(Supplier<CompletableFuture<Membership>> change)
            throws Exception {
        long deadline = System.nanoTime() + TestCluster.LIMIT.toNanos();
        while (true) {
            try {
                return get(change.get());
            } catch (ExecutionException e) {
                AbcastException why = (AbcastException) e.getCause();
                if (why.reason() != AbcastException.Reason.CHANGE_NOT_READY) throw e;
                assertTrue(System.nanoTime() < deadline, why::getMessage);
            }
        }
    }

    @Test
    void aServerJoinsAsObserverBecomesAVoterAndAnotherOneIsRemoved() throws Exception {
        try (TestCluster cluster = cluster(2).startAll()) {
            cluster.put(1, "a", "1");
            cluster.start(4);
            AtomicBroadcast any = cluster.map(1).broadcast();
            assertEquals("1,2,3", any.membership().toString());
            assertEquals("1,2,3+4", get(any.addObserver(4)).toString());
            cluster.awaitActive(cluster.map(4));
            assertEquals("1", cluster.map(4).get("a"), "an observer receives earlier entries");
            cluster.put(4, "b", "2");
            ZabProtocol zab = TestCluster.zab(cluster.channel(2));
            Wait.until(TestCluster.LIMIT, () -> zab.getObservers().equals("4"), zab::getObservers);
            assertEquals("1,2,3", zab.getVoters());
            assertEquals("1,2,3,4", eventually(() -> any.promote(4)).toString());
            cluster.awaitActive();
            assertEquals("members: 1,2,4", TestCluster.zab(cluster.channel(4)).remove(3));
            ZabProtocol gone = TestCluster.zab(cluster.channel(3));
            Wait.until(TestCluster.LIMIT, () -> isGone(gone.getReason()), gone::getReason);
            AbcastException no =
                    (AbcastException)
                            assertThrows(
                                            ExecutionException.class,
                                            () ->
                                                    get(
                                                            cluster.map(3)
                                                                    .broadcast()
                                                                    .abcast(new byte[1])))
                                    .getCause();
            assertEquals(AbcastException.Reason.NOT_MEMBER, no.reason());
            cluster.stop(3);
            cluster.awaitActive();
            cluster.put(2, "c", "3");
            cluster.awaitSame();
            assertEquals("3", cluster.map(4).get("c"));
        }
    }

    /**
     * A member that was up learns of its removal from the change, and a member that was down from another member, by
     * another text.
     */
    private static boolean isGone(String reason) {
        return reason.startsWith("removed from the ensemble")
                || reason.startsWith("no member of the present ensemble");
    }

    @Test
    void aWrongChangeIsRefusedWithTheReasonAndTheMembers() throws Exception {
        try (TestCluster cluster = cluster(2).startAll()) {
            AtomicBroadcast any = cluster.map(3).broadcast();
            AbcastException why = refused(any.promote(9));
            assertEquals(AbcastException.Reason.CHANGE_REFUSED, why.reason());
            assertFalse(why.mayHaveTakenEffect());
            assertTrue(
                    why.getMessage().contains("refused: promote 9: 9 is no member; members: 1,2,3"),
                    why::getMessage);
            String said = TestCluster.zab(cluster.channel(1)).addObserver(2);
            assertTrue(said.contains("add observer 2: 2 is a member already"), said);
            assertEquals("1,2,3", any.membership().toString());
        }
    }

    @Test
    void membershipCannotChangeWhileAMemberUsesVersion1() throws Exception {
        try (TestCluster cluster = cluster(1).startAll()) {
            int leader = cluster.leader();
            AtomicBroadcast any = cluster.map(leader == 2 ? 1 : leader).broadcast();
            AbcastException why = refused(any.addObserver(4));
            assertEquals(AbcastException.Reason.CHANGE_NOT_READY, why.reason());
            assertTrue(why.getMessage().contains("frames of version 1 only"), why::getMessage);
            cluster.put(1, "a", "1");
            assertEquals("1,2,3", any.membership().toString());
        }
    }

    @Test
    void aServerThatIsNotAFounderNeedsJoining() throws Exception {
        try (TestCluster cluster = new TestCluster("1,2,3", (id, channel) -> {});
                JChannel other = cluster.channel(4, "1,2,3")) {
            ReplicatedMap.on(other, Codec.STRING, Codec.STRING);
            assertEquals(
                    "ZAB.server_id: expected one of the members 1,2,3, got 4",
                    assertThrows(Exception.class, () -> other.connect(cluster.group)).getMessage());
        }
    }
}
