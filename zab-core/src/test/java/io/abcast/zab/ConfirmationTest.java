package io.abcast.zab;

import static io.abcast.zab.Scenario.MILLI;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.abcast.log.Durability;
import io.abcast.sim.check.ObservedRequest;
import io.abcast.zab.LinkMessage.AckEpoch;
import io.abcast.zab.LinkMessage.NewEpoch;
import io.abcast.zab.LinkMessage.Pong;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests that a new leader does not count a promise that its member has forgotten in a crash (Michael et al., 2017,
 * section 3). Without a disk, member 3 promises to follow member 4, forgets the promise in a crash, and then acks an
 * entry of leader 5.
 */
class ConfirmationTest {
    private static final int LEADER = 5;
    private static final int RIVAL = 4;
    private static final int FORGETFUL = 3;
    private static final int LATE = 2;

    private static final class Play {
        final Scenario s;
        ObservedRequest m;

        Play(ZabSubject subject) {
            ZabConfig c = Scenario.config(1 << 20, 1 << 20);
            ZabConfig patient =
                    new ZabConfig(
                            c.batching(),
                            c.bootstrap(),
                            c.joining(),
                            c.payloadBytesMax(),
                            c.pendingMax(),
                            c.pendingBytesMax(),
                            c.outstandingBytesMax(),
                            c.windowBytesMax(),
                            c.proposalBytesMax(),
                            c.cacheBytesMax(),
                            c.snapshotEveryBytes(),
                            c.snapshotChunkBytes(),
                            c.voteIntervalNanos(),
                            c.finalizeWaitNanos(),
                            c.heartbeatNanos(),
                            200 * MILLI,
                            5_000 * MILLI,
                            c.commitWaitNanos());
            s = new Scenario(5, Durability.MEMORY, patient, subject, List.of(Policies.ZAB));
        }

        void run() {
            promise();
            // Member 3 forgets its promise, and member 5 admits member 3, because a quorum that
            // includes member 2 confirms that member 5 leads.
            separate(RIVAL, FORGETFUL);
            s.cluster.crash(FORGETFUL);
            unite(LEADER, FORGETFUL);
            s.cluster.start(FORGETFUL);
            s.await("3 with 5 again", () -> follows(FORGETFUL));
            separate(LEADER, LATE);
            m = s.submit(LEADER);
            s.await("m at 5", () -> m.state() == ObservedRequest.State.DELIVERED);
            s.cluster.filter((from, to, message) -> true);
            unite(RIVAL, LATE);
        }

        void promise() {
            s.write(LEADER, 3);
            s.run(20 * MILLI);
            assertEquals(LEADER, s.leader());
            // Members 4, 3 and 2 lose the leader and elect member 4. Member 2 does not receive
            // NEWEPOCH from member 4.
            s.lose((from, to, body) -> from == RIVAL && to == LATE && body instanceof NewEpoch);
            for (int id : new int[] {RIVAL, FORGETFUL, LATE}) separate(LEADER, id);
            s.await("3's promise to 4", () -> promised(FORGETFUL));
            separate(RIVAL, LATE);
            unite(LEADER, LATE);
            s.await("2 with 5 again", () -> follows(LATE));
        }

        private boolean promised(int id) {
            byte[] state = s.cluster.persisted(id);
            return state != null && EpochState.decode(state).acceptedEpoch() == 2;
        }

        private boolean follows(int id) {
            ZabProbe look = (ZabProbe) s.cluster.probe(id);
            if (look == null) return false;
            ZabStatus status = look.node().status();
            return status.active() && status.leader() == LEADER;
        }

        private void separate(int a, int b) {
            s.cluster.cut(a, b);
            s.cluster.cut(b, a);
        }

        private void unite(int a, int b) {
            s.cluster.join(a, b);
            s.cluster.join(b, a);
        }
    }

    @Test
    void aForgottenPromiseIsNotCounted() {
        Play play = new Play(new ZabSubject());
        play.run();
        Scenario s = play.s;
        s.run(150 * MILLI);
        assertEquals(1, s.cluster.probe(RIVAL).epoch(), "the rival has not entered its epoch");
        s.finish();
    }

    /** A member must not enter an epoch below an epoch that it has promised (ZooKeeper 1732). */
    @Test
    void leaderMakesWayForAMemberThatHasPromisedALaterEpoch() {
        Play play = new Play(new ZabSubject());
        play.promise();
        Scenario s = play.s;
        assertEquals(1, s.cluster.probe(LEADER).epoch(), "the leader still leads epoch 1");
        play.separate(RIVAL, FORGETFUL);
        play.unite(LEADER, FORGETFUL);
        s.await(
                "3 in a later epoch",
                () -> s.leader() != 0 && s.cluster.probe(FORGETFUL).epoch() > 2);
        s.cluster.filter((from, to, message) -> true);
        play.unite(LEADER, RIVAL);
        play.unite(RIVAL, LATE);
        play.unite(RIVAL, FORGETFUL);
        s.finish();
    }

    @Test
    void withoutTheConfirmationADeliveredEntryIsLost() {
        Play play = new Play(new ZabSubject((id, members) -> new ConfirmsWithItsPromise()));
        play.run();
        Scenario s = play.s;
        s.cluster.runUntil(() -> s.cluster.probe(LATE).epoch() == 2, 150 * MILLI);
        assertEquals(2, s.cluster.probe(RIVAL).epoch(), "the rival has entered its epoch");
        s.cluster.heal();
        // Without member 5, every quorum includes a member that has entered the epoch of member 4.
        s.cluster.isolate(LEADER);
        s.cluster.runUntil(() -> false, 10_000 * MILLI);
        assertFalse(s.cluster.ok(), "an invariant is broken");
        // Members that have delivered entry m cut m from their logs, because the leader of the new
        // epoch lacks m.
        assertEquals("NoHalt", s.cluster.history().violations().get(0).invariant());
    }

    private static final class ConfirmsWithItsPromise extends InsertingTap {
        @Override
        LinkMessage after(LinkMessage body) {
            return body instanceof AckEpoch a ? new Pong(a.epoch(), 1) : null;
        }
    }
}
