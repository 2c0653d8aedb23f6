package io.abcast.zab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Membership;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import io.abcast.zab.LinkMessage.AckEpoch;
import io.abcast.zab.LinkMessage.FollowerInfo;
import io.abcast.zab.LinkMessage.NewEpoch;
import io.abcast.zab.ZabMessage.EndSession;
import io.abcast.zab.ZabMessage.Frame;
import io.abcast.zab.ZabMessage.Vote;
import org.junit.jupiter.api.Test;

/**
 * Tests that a follower can repeat a promise in a new session if the session with a leader has broken. A promise counts
 * only for one attempt of one leader, because two leaders may want the same epoch.
 */
class RepeatedPromiseTest {
    private static final long NONCE = 11;
    private static final int EPOCH = 2;

    private final RecordingEffects effects = new RecordingEffects();
    private ZabNode node;
    private long persists;

    RepeatedPromiseTest() {
        restart();
    }

    private void restart() {
        long zxid = Zxid.of(1, 1);
        node = new ZabNode(1, Membership.of(1, 2, 3), ZabConfig.defaults(), 7, effects);
        node.onBatchStart(0);
        node.onStart(
                new Recovered(
                        new EpochState(
                                        persists > 0 ? EPOCH : 1,
                                        1,
                                        3,
                                        DeliveryRule.ON_COMMIT,
                                        true,
                                        0)
                                .encode(),
                        SnapshotId.EMPTY,
                        Zxid.NONE,
                        zxid,
                        new long[] {zxid},
                        null,
                        0,
                        false));
    }

    private AckEpoch session(int leader, long nonce) {
        effects.sent.clear();
        node.onMessage(
                leader,
                new Vote(
                        Role.LEADING,
                        true,
                        true,
                        false,
                        1,
                        1,
                        Zxid.of(1, 1),
                        leader,
                        Zxid.NONE,
                        Vote.HEARD_ALL));
        long session = last(FollowerInfo.class).session();
        node.onMessage(
                leader,
                new Frame(
                        session,
                        1,
                        new NewEpoch(
                                EPOCH,
                                Policies.ZAB.own().code(),
                                nonce,
                                Zxid.NONE,
                                ZabCodec.VERSION_2)));
        if (persists == 0) {
            assertTrue(
                    effects.sent.stream().noneMatch(Stage.linkMessages(AckEpoch.class)),
                    "a promise that is not durable");
            node.onPersisted(++persists);
        }
        AckEpoch answer = (AckEpoch) last(AckEpoch.class).body();
        assertEquals(EPOCH, answer.epoch());
        node.onMessage(leader, new EndSession(session));
        return answer;
    }

    private Frame last(Class<? extends LinkMessage> kind) {
        Frame found = null;
        for (var message : effects.sent)
            if (Stage.linkMessages(kind).test(message)) found = (Frame) message;
        assertTrue(found != null, () -> "expected " + kind.getSimpleName() + " in " + effects.sent);
        return found;
    }

    @Test
    void promiseIsRepeatedToTheSameAttempt() {
        assertTrue(session(3, NONCE).promised());
        assertTrue(session(3, NONCE).promised());
        assertTrue(session(3, NONCE).promised());
    }

    @Test
    void promiseCountsForNoOtherAttemptOfTheLeader() {
        assertTrue(session(3, NONCE).promised());
        assertFalse(session(3, NONCE + 1).promised());
        assertFalse(session(3, NONCE).promised(), "another epoch was accepted since");
    }

    @Test
    void promiseCountsForNoOtherLeader() {
        assertTrue(session(3, NONCE).promised());
        assertFalse(session(2, NONCE).promised());
        assertFalse(session(3, NONCE).promised(), "another epoch was accepted since");
    }

    @Test
    void restartForgetsThePromise() {
        assertTrue(session(3, NONCE).promised());
        restart();
        assertFalse(session(3, NONCE).promised());
    }

    @Test
    void followerIntroducesItselfUntilTheLeaderAnswers() {
        effects.sent.clear();
        node.onMessage(
                3,
                new Vote(
                        Role.LEADING,
                        true,
                        true,
                        false,
                        1,
                        1,
                        Zxid.of(1, 1),
                        3,
                        Zxid.NONE,
                        Vote.HEARD_ALL));
        Frame first = last(FollowerInfo.class);
        effects.sent.clear();
        node.onTimer(Timers.HEARTBEAT);
        assertEquals(first, last(FollowerInfo.class));
        node.onMessage(
                3,
                new Frame(
                        first.session(),
                        1,
                        new NewEpoch(
                                EPOCH,
                                Policies.ZAB.own().code(),
                                NONCE,
                                Zxid.NONE,
                                ZabCodec.VERSION_2)));
        effects.sent.clear();
        node.onTimer(Timers.HEARTBEAT);
        assertTrue(effects.sent.isEmpty(), () -> effects.sent.toString());
    }
}
