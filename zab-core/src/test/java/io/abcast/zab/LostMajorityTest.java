package io.abcast.zab;

import static io.abcast.zab.Scenario.MILLI;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.log.Durability;
import io.abcast.sim.Cluster;
import io.abcast.sim.ClusterModel;
import io.abcast.sim.Trace;
import io.abcast.sim.check.ObservedRequest;
import io.abcast.zab.LinkMessage.AckNewLeader;
import io.abcast.zab.LinkMessage.Sync;
import io.abcast.zab.ZabMessage.Frame;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Tests that an ensemble refuses to serve after a majority of its members has lost its storage; otherwise, it could
 * answer reads from an empty state.
 */
class LostMajorityTest {
    @Test
    void aSurvivorWithAnEmptyLogDoesNotFormANewEnsemble() {
        Scenario s = new Scenario(3, Durability.MEMORY, Scenario.config(1 << 20, 1 << 20));
        int leader = s.leader();
        int[] followers = s.followers();
        s.run(500 * MILLI);
        s.cluster.isolate(followers[1]);
        s.write(leader, 3);
        s.cluster.crash(leader);
        s.cluster.crash(followers[0]);
        s.cluster.rejoin(followers[1]);
        s.cluster.start(leader);
        s.cluster.start(followers[0]);
        s.cluster.runFor(30_000 * MILLI);
        ObservedRequest request = s.submit(followers[1]);
        s.cluster.runFor(2_000 * MILLI);
        assertNotEquals(ObservedRequest.State.DELIVERED, request.state());
        assertEquals(List.of(), s.cluster.history().violations());
    }

    @Test
    void aPromiseToALeaderOfThePastDoesNotHideALoss() {
        Scenario s = new Scenario(3, Durability.MEMORY, Scenario.config(1 << 20, 1 << 20));
        int past = s.leader();
        int[] others = s.followers();
        s.run(500 * MILLI);
        s.cluster.isolate(past);
        int leader = s.awaitLeaderOtherThan(past);
        s.write(leader, 3);
        s.cluster.crash(others[0]);
        s.cluster.crash(others[1]);
        s.cluster.rejoin(past);
        s.cluster.start(others[0]);
        s.cluster.start(others[1]);
        s.cluster.runFor(30_000 * MILLI);
        ObservedRequest request = s.submit(others[0]);
        s.cluster.runFor(2_000 * MILLI);
        assertEquals(
                1, s.told("only 1 of 3 members heard"), "the leader of the past was still there");
        assertNotEquals(ObservedRequest.State.DELIVERED, request.state());
        assertEquals(List.of(), s.cluster.history().violations());
    }

    @Test
    void aFormationThatStillWaitsIsNotCompletedByMembersThatForgot() {
        Cluster cluster =
                new Cluster(
                        ClusterModel.quiet(3, Durability.MEMORY, ZabCodec.INSTANCE),
                        new ZabSubject()
                                .factory(Scenario.config(1 << 20, 1 << 20), List.of(Policies.ZAB)),
                        42,
                        Trace.off());
        cluster.filter(
                (from, to, message) ->
                        to != 3
                                || !(message instanceof Frame f
                                        && f.body() instanceof AckNewLeader));
        cluster.startAll();
        assertTrue(
                cluster.runUntil(
                        () -> isInFirstEpoch(cluster, 1) && isInFirstEpoch(cluster, 2),
                        200 * MILLI),
                cluster::describe);
        cluster.isolate(3);
        assertTrue(cluster.runUntil(() -> cluster.leader() == 2, 150 * MILLI), cluster::describe);
        ObservedRequest ordered = cluster.submit(2, new byte[] {1});
        assertTrue(
                cluster.runUntil(
                        () -> ordered.state() == ObservedRequest.State.DELIVERED, 20 * MILLI),
                cluster::describe);
        cluster.crash(1);
        cluster.crash(2);
        cluster.rejoin(3);
        cluster.start(1);
        cluster.start(2);
        cluster.runFor(30_000 * MILLI);
        ObservedRequest request = cluster.submit(1, new byte[] {2});
        cluster.runFor(2_000 * MILLI);
        assertNotEquals(ObservedRequest.State.DELIVERED, request.state());
        assertEquals(List.of(), cluster.history().violations());
    }

    private static boolean isInFirstEpoch(Cluster cluster, int id) {
        return cluster.probe(id) != null && cluster.probe(id).epoch() == 1;
    }

    @Test
    void aMajorityLostDuringAFirstFormationExcusesTheRest() {
        Scenario s = new Scenario(5, Durability.MEMORY, Scenario.config(1 << 20, 1 << 20));
        for (int id = 1; id <= 5; id++) s.cluster.crash(id);
        Set<Integer> synchronised = new TreeSet<>();
        Set<Integer> entered = new TreeSet<>();
        s.lose(
                (from, to, body) -> {
                    if (body instanceof Sync && synchronised.add(to)) s.cluster.holdDisk(to, true);
                    if (body instanceof AckNewLeader) entered.add(from);
                    return false;
                });
        for (int id = 1; id <= 5; id++) s.cluster.start(id);
        s.await("SYNC for all followers", () -> synchronised.size() == 4);
        for (int id : synchronised) {
            s.cluster.holdDisk(id, false);
            s.await("the answer of " + id, () -> entered.contains(id));
            s.cluster.crash(id);
        }
        int leader = s.awaitLeader();
        for (int id : synchronised) s.cluster.start(id);
        s.cluster.runFor(30_000 * MILLI);
        ObservedRequest request = s.submit(leader);
        s.cluster.runFor(2_000 * MILLI);
        assertNotEquals(ObservedRequest.State.DELIVERED, request.state());
        assertEquals(List.of(), s.cluster.history().violations());
        assertTrue(s.cluster.memory().mayRefuse(), "the search excuses such a run");
    }
}
