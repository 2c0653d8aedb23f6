package io.abcast.zab;

import static io.abcast.zab.Scenario.MILLI;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Entry;
import io.abcast.kernel.Membership;
import io.abcast.kernel.MembershipChange;
import io.abcast.kernel.MembershipChange.Kind;
import io.abcast.kernel.Reconfiguration;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.Refusal;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import io.abcast.log.Durability;
import io.abcast.sim.ClusterModel;
import io.abcast.sim.check.ObservedRequest;
import io.abcast.zab.LinkMessage.AckNewLeader;
import io.abcast.zab.LinkMessage.Commit;
import io.abcast.zab.LinkMessage.FollowerInfo;
import io.abcast.zab.LinkMessage.Propose;
import io.abcast.zab.ZabMessage.EndSession;
import io.abcast.zab.ZabMessage.Frame;
import io.abcast.zab.ZabMessage.Settled;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs scripted changes of the ensemble in the simulator, with all checkers. */
class MembershipTest {
    @Test
    void anObserverReceivesEntriesAndDoesNotCount() {
        Scenario s = Scenario.withSpares(3, 4);
        s.write(s.leader(), 3);
        s.change(s.leader(), Kind.ADD_OBSERVER, 4);
        assertEquals(ensemble(new int[] {1, 2, 3}, 4), s.cluster.ensemble());
        s.write(4, 1);
        // One voter and the observer are up, and these two members are not a quorum.
        int leader = s.awaitLeader();
        for (int id = 1; id <= 3; id++) if (id != leader) s.cluster.crash(id);
        ObservedRequest alone = s.submit(leader);
        s.run(500 * MILLI);
        assertNotEquals(ObservedRequest.State.DELIVERED, alone.state());
        s.finish();
    }

    @Test
    void aServerThatIsNotAMemberRefusesRequests() {
        Scenario s = Scenario.withSpares(3, 4);
        ObservedRequest request = s.submit(4);
        ObservedRequest change = s.ask(4, Kind.ADD_OBSERVER, 4);
        s.await("answers", () -> change.state() != ObservedRequest.State.PENDING);
        assertEquals(Refusal.NOT_MEMBER, request.refusal());
        assertEquals(Refusal.NOT_MEMBER, change.refusal());
        s.finish();
    }

    @Test
    void aPromotedObserverCounts() {
        Scenario s = Scenario.withSpares(1, 2);
        s.change(1, Kind.ADD_OBSERVER, 2);
        s.change(1, Kind.PROMOTE, 2);
        assertEquals(ensemble(new int[] {1, 2}), s.cluster.ensemble());
        s.write(2, 1);
        s.cluster.crash(s.leader());
        int left = s.cluster.up(1) ? 1 : 2;
        ObservedRequest alone = s.submit(left);
        s.run(500 * MILLI);
        assertNotEquals(ObservedRequest.State.DELIVERED, alone.state());
        s.finish();
    }

    @Test
    void aDemotedVoterIsNotNeeded() {
        Scenario s = Scenario.of(3);
        int[] followers = s.followers();
        s.change(s.leader(), Kind.DEMOTE, followers[0]);
        s.change(s.awaitLeader(), Kind.DEMOTE, followers[1]);
        s.cluster.crash(followers[0]);
        s.cluster.crash(followers[1]);
        s.write(s.awaitLeader(), 1);
        s.finish();
    }

    @Test
    void aRemovedMemberRefusesRequestsAlsoAfterARestart() {
        Scenario s = Scenario.of(3);
        int removed = s.follower();
        s.change(s.leader(), Kind.REMOVE, removed);
        s.await(
                "the member to know that it is removed",
                () -> s.told("removed") > 0 || knows(s, removed));
        refuses(s, removed);
        s.cluster.crash(removed);
        s.cluster.start(removed);
        s.run(100 * MILLI);
        refuses(s, removed);
        s.write(s.awaitLeader(), 1);
        s.finish();
    }

    @Test
    void aMemberRemovedWhileItWasDownRefusesRequestsOnceItIsInformed() {
        Scenario s = Scenario.of(5);
        int removed = s.follower();
        s.cluster.crash(removed);
        s.change(s.leader(), Kind.REMOVE, removed);
        s.write(s.awaitLeader(), 1);
        s.cluster.start(removed);
        s.await("the member to be informed", () -> isTold(s, removed));
        refuses(s, removed);
        s.write(s.awaitLeader(), 1);
        s.finish();
    }

    private static boolean isTold(Scenario s, int removed) {
        ZabProbe probe = (ZabProbe) s.cluster.probe(removed);
        return probe != null
                && probe.node().status().reason().startsWith("no member of the present");
    }

    private static boolean knows(Scenario s, int removed) {
        return !s.cluster.probe(removed).ensemble().contains(removed);
    }

    private static void refuses(Scenario s, int id) {
        ObservedRequest request = s.submit(id);
        s.await("an answer", () -> request.state() != ObservedRequest.State.PENDING);
        assertEquals(Refusal.NOT_MEMBER, request.refusal());
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5})
    void theLeaderCanRequestItsOwnRemoval(int nodes) {
        Scenario s = nodes % 2 == 1 ? Scenario.of(nodes) : Scenario.withSpares(nodes - 1, nodes);
        if (nodes % 2 == 0) {
            s.change(s.leader(), Kind.ADD_OBSERVER, nodes);
            s.change(s.awaitLeader(), Kind.PROMOTE, nodes);
        }
        int leader = s.awaitLeader();
        s.write(leader, 2);
        s.change(leader, Kind.REMOVE, leader);
        s.awaitLeaderOtherThan(leader);
        s.write(s.leader(), 2);
        assertFalse(s.cluster.ensemble().contains(leader));
        s.finish();
    }

    @Test
    void aDeadMemberIsReplacedAndTheEnsembleToleratesAnotherCrash() {
        Scenario s = Scenario.withSpares(3, 4);
        s.write(s.leader(), 5);
        int dead = s.leader();
        s.cluster.crash(dead);
        int leader = s.awaitLeaderOtherThan(dead);
        s.change(leader, Kind.ADD_OBSERVER, 4);
        s.change(s.awaitLeader(), Kind.PROMOTE, 4);
        s.change(s.awaitLeader(), Kind.REMOVE, dead);
        s.write(4, 1);
        int next = s.awaitLeader();
        s.cluster.crash(next);
        s.awaitLeaderOtherThan(next);
        s.write(s.leader(), 1);
        s.finish();
        assertFalse(s.cluster.ensemble().contains(dead));
    }

    @Test
    void invalidChangesAreRefused() {
        Scenario s = Scenario.withSpares(3, 4);
        int leader = s.leader();
        assertEquals(Refusal.BAD_CHANGE, refusal(s, leader, Kind.ADD_OBSERVER, 1));
        assertEquals(Refusal.BAD_CHANGE, refusal(s, leader, Kind.PROMOTE, 1));
        assertEquals(Refusal.BAD_CHANGE, refusal(s, leader, Kind.PROMOTE, 4));
        assertEquals(Refusal.BAD_CHANGE, refusal(s, s.follower(), Kind.DEMOTE, 4));
        assertEquals(Refusal.BAD_CHANGE, refusal(s, s.follower(), Kind.REMOVE, 4));
        s.cluster.crash(s.follower());
        int served = s.awaitLeader();
        s.run(200 * MILLI);
        int other = s.cluster.up(s.followers()[0]) ? s.followers()[0] : s.followers()[1];
        assertEquals(Refusal.CHANGE_NOT_READY, refusal(s, served, Kind.REMOVE, other));
        s.finish();
    }

    private static Refusal refusal(Scenario s, int id, Kind kind, int about) {
        ObservedRequest request = s.ask(id, kind, about);
        s.await("an answer to " + request, () -> request.state() != ObservedRequest.State.PENDING);
        return request.refusal();
    }

    @Test
    void theLastVoterCannotBeRemoved() {
        Scenario s = Scenario.withSpares(1, 2);
        s.change(1, Kind.ADD_OBSERVER, 2);
        assertEquals(Refusal.BAD_CHANGE, refusal(s, 1, Kind.REMOVE, 1));
        assertEquals(Refusal.BAD_CHANGE, refusal(s, 1, Kind.DEMOTE, 1));
        s.finish();
    }

    @Test
    void onlyOneChangeIsMadeAtATime() {
        Scenario s = Scenario.withSpares(3, 4, 5);
        ObservedRequest first = s.ask(s.leader(), Kind.ADD_OBSERVER, 4);
        ObservedRequest second = s.ask(s.leader(), Kind.ADD_OBSERVER, 5);
        s.await("answers", () -> first.state() == ObservedRequest.State.DELIVERED);
        assertEquals(Refusal.CHANGE_PENDING, second.refusal());
        s.finish();
    }

    @Test
    void requestsInFlightSurviveAChange() {
        Scenario s = Scenario.withSpares(3, 4);
        List<ObservedRequest> requests = new ArrayList<>();
        Kind[] kinds = {Kind.ADD_OBSERVER, Kind.PROMOTE, Kind.DEMOTE, Kind.REMOVE};
        for (Kind kind : kinds) {
            ObservedRequest change = s.ask(s.awaitLeader(), kind, 4);
            for (int i = 0; i < 30; i++) {
                for (int id = 1; id <= 3; id++) requests.add(s.submit(id));
                s.run(MILLI);
            }
            s.await("the change", () -> change.state() != ObservedRequest.State.PENDING);
            if (change.state() != ObservedRequest.State.DELIVERED)
                s.change(s.awaitLeader(), kind, 4);
        }
        for (ObservedRequest r : requests)
            s.await("an answer to " + r, () -> r.state() == ObservedRequest.State.DELIVERED);
        s.finish();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30})
    void aCrashAtAnyStepLeavesOneEnsembleOrTheOther(int millis) {
        Scenario s = Scenario.withSpares(3, 4);
        s.change(s.leader(), Kind.ADD_OBSERVER, 4);
        int leader = s.awaitLeader();
        s.await("4 to be up to date", () -> s.lastLogged(4) == s.lastLogged(leader));
        s.ask(s.follower(), Kind.PROMOTE, 4);
        s.cluster.runFor(millis * MILLI / 10);
        s.cluster.crash(leader);
        s.cluster.runFor(millis * MILLI / 2);
        for (int id = 1; id <= 4; id++) if (s.cluster.up(id)) s.cluster.crash(id);
        for (int id = 1; id <= 4; id++) if (id != leader) s.cluster.start(id);
        s.write(s.awaitLeader(), 1);
        s.finish();
        int voters = s.cluster.ensemble().voters();
        assertTrue(voters == 3 || voters == 4, s.cluster.ensemble()::toString);
    }

    @Test
    void aTruncatedChangeHasNoEffect() {
        Scenario s = Scenario.withSpares(3, 4);
        int old = s.leader();
        s.lose((from, to, body) -> from == old && body instanceof Propose);
        ObservedRequest change = s.ask(old, Kind.ADD_OBSERVER, 4);
        s.await(
                "the change in its log",
                () -> s.cluster.probe(old).line().contains("add observer"));
        s.cluster.isolate(old);
        int leader = s.awaitLeaderOtherThan(old);
        s.write(leader, 3);
        s.cluster.filter((from, to, message) -> true);
        s.cluster.rejoin(old);
        s.await("an answer", () -> change.state() == ObservedRequest.State.DELIVERED);
        s.finish();
        assertTrue(s.seen().trunc > 0, "its log was cut");
        assertEquals(ensemble(new int[] {1, 2, 3}, 4), s.cluster.ensemble());
    }

    /**
     * Scenario of Ongaro 2015 (raft-dev, "bug in single-server membership changes"). Leader 1 logs a change without
     * followers, leader 2 commits the removal of member 1, and the server that leader 1 wanted to add must not elect
     * member 1.
     */
    @Test
    void twoChangesOfTwoLeadersDoNotBothTakeEffect() {
        Scenario s = Scenario.withSpares(3, 4, 5);
        s.change(s.leader(), Kind.ADD_OBSERVER, 4);
        s.change(s.awaitLeader(), Kind.PROMOTE, 4);
        s.change(s.awaitLeader(), Kind.ADD_OBSERVER, 5);
        int first = s.awaitLeader();
        s.await("5 to be up to date", () -> s.lastLogged(5) == s.lastLogged(first));
        s.run(50 * MILLI);
        s.lose((from, to, body) -> from == first && body instanceof Propose);
        ObservedRequest lost = s.ask(first, Kind.PROMOTE, 5);
        s.await("the change in its log", () -> s.cluster.probe(first).line().contains("promote"));
        s.cluster.isolate(first);
        int second = s.awaitLeaderOtherThan(first);
        s.change(second, Kind.REMOVE, first);
        s.write(s.awaitLeader(), 3);
        // The first leader returns, together with the members that do not know the second leader's
        // changes of the ensemble.
        s.cluster.filter((from, to, message) -> true);
        s.cluster.rejoin(first);
        s.run(500 * MILLI);
        assertNotEquals(ObservedRequest.State.DELIVERED, lost.state());
        s.finish();
        assertFalse(s.cluster.ensemble().contains(first));
        assertFalse(s.cluster.ensemble().votes(s.cluster.ensemble().rank(5)));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aMemberThatCrashesBeforeItEntersTheEpochUsesTheEnsembleInItsLog(boolean snapshot) {
        Scenario s =
                new Scenario(
                        ClusterModel.quiet(3, Durability.FSYNC, ZabCodec.INSTANCE).withSpares(4, 5),
                        snapshot ? Scenario.config(500, 1) : Scenario.config(1 << 20, 1 << 20),
                        new ZabSubject(),
                        List.of(Policies.ZAB));
        int late = 1;
        int gone = 2;
        s.cluster.crash(late);
        for (int added = 4; added <= 5; added++) {
            s.change(s.awaitLeader(), Kind.ADD_OBSERVER, added);
            s.change(s.awaitLeader(), Kind.PROMOTE, added);
        }
        s.change(s.awaitLeader(), Kind.REMOVE, gone);
        s.awaitLeader();
        s.write(s.leader(), snapshot ? 100 : 5);
        // The late member receives all entries of the leader's log, but the network loses its
        // answer ACK-LD.
        s.lose((from, to, body) -> from == late && body instanceof AckNewLeader);
        s.cluster.start(late);
        long end = s.lastLogged(s.leader());
        s.await("1 to have all entries", () -> s.lastLogged(late) >= end);
        s.cluster.crash(late);
        s.cluster.filter((from, to, message) -> true);
        // The two members that are up are a quorum of the founding ensemble, which consists of
        // members 1, 2 and 3.
        for (int id = 3; id <= 5; id++) s.cluster.crash(id);
        s.cluster.start(late);
        ObservedRequest request = s.submit(late);
        s.run(1_000 * MILLI);
        assertEquals(0, s.cluster.leader(), "a leader of a former ensemble");
        assertNotEquals(ObservedRequest.State.DELIVERED, request.state());
        s.finish();
    }

    @Test
    void aRemovedLeaderInformsTheRemainingMember() {
        Scenario s = Scenario.withSpares(1, 2);
        s.change(1, Kind.ADD_OBSERVER, 2);
        s.change(1, Kind.PROMOTE, 2);
        int leader = s.awaitLeader();
        int left = 3 - leader;
        s.write(left, 1);
        s.lose((from, to, body) -> body instanceof Commit || body instanceof LinkMessage.Ping);
        ObservedRequest change = s.ask(leader, Kind.REMOVE, leader);
        s.await("the change to be made", () -> change.state() == ObservedRequest.State.DELIVERED);
        s.cluster.filter((from, to, message) -> true);
        s.awaitLeaderOtherThan(leader);
        s.write(left, 1);
        s.finish();
        assertEquals(ensemble(new int[] {left}), s.cluster.ensemble());
    }

    @Test
    void electingMemberEndsTheSessionsOfItsFormerEnsemble() {
        RecordingEffects effects = new RecordingEffects();
        ZabNode node = new ZabNode(2, Membership.of(1, 2, 3), ZabConfig.defaults(), 7, effects);
        Reconfiguration step =
                Reconfiguration.of(Membership.of(1, 2, 3), new MembershipChange(Kind.REMOVE, 1));
        long zxid = Zxid.of(2, 5);
        Entry change = new Entry(zxid, 3, 1, step.encode(), Entry.Kind.MEMBERSHIP);
        node.onBatchStart(0);
        node.onStart(
                new Recovered(
                        new EpochState(2, 2, 3, DeliveryRule.ON_COMMIT, true, Zxid.NONE).encode(),
                        SnapshotId.EMPTY,
                        new byte[0],
                        Zxid.NONE,
                        zxid,
                        new long[] {zxid},
                        List.of(change),
                        null,
                        0,
                        List.of(),
                        false));
        long session = 99;
        FollowerInfo info = new FollowerInfo(2, 2, true, false, Zxid.NONE, ZabCodec.VERSION_2);
        node.onMessage(3, new Frame(session, 1, info));
        effects.sent.clear();
        node.onMessage(1, new Settled(zxid, true));
        assertEquals("2,3", node.status().members().toString());
        assertTrue(effects.sent.contains(new EndSession(session)), effects.sent::toString);
    }

    private static Membership ensemble(int[] voters, int... observers) {
        return Membership.of(voters, observers);
    }
}
