package io.abcast.zab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Membership;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import io.abcast.zab.LinkMessage.FollowerInfo;
import io.abcast.zab.ZabMessage.EndSession;
import io.abcast.zab.ZabMessage.Frame;
import io.abcast.zab.ZabMessage.Vote;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests how an electing member votes when messages of other members stop. */
class ElectionTest {
    private static final long ENTRY = Zxid.of(1, 1);

    private final RecordingEffects effects = new RecordingEffects();
    private final ZabNode node =
            new ZabNode(2, Membership.of(1, 2, 3, 4, 5), ZabConfig.defaults(), 7, effects);

    @BeforeEach
    void start() {
        start(node);
    }

    private static void start(ZabNode node) {
        node.onBatchStart(0);
        node.onStart(
                new Recovered(
                        new EpochState(1, 1, 3, DeliveryRule.ON_COMMIT, true, 0).encode(),
                        SnapshotId.EMPTY,
                        Zxid.NONE,
                        ENTRY,
                        new long[] {ENTRY},
                        null,
                        0,
                        false));
    }

    private void hear(int from, int candidate) {
        hear(from, candidate, true, Vote.HEARD_ALL);
    }

    private void hear(int from, int candidate, boolean stands, int heard) {
        hear(from, candidate, stands, Zxid.NONE, heard);
    }

    private void hear(int from, int candidate, boolean stands, long configuration, int heard) {
        hear(node, from, candidate, stands, configuration, heard);
    }

    private static void hear(
            ZabNode node, int from, int candidate, boolean stands, long configuration, int heard) {
        node.onMessage(
                from,
                new Vote(
                        Role.LOOKING,
                        true,
                        stands,
                        false,
                        1,
                        1,
                        ENTRY,
                        candidate,
                        configuration,
                        heard));
    }

    private int repeats() {
        return repeats(node);
    }

    private int repeats(ZabNode node) {
        effects.sent.clear();
        node.onTimer(Timers.VOTE);
        return ((Vote) effects.sent.get(0)).candidate();
    }

    @Test
    void memberWhoseVotesStopIsNotChosenForever() {
        hear(5, 5);
        hear(4, 4);
        hear(1, 4);
        assertEquals(5, repeats());
        for (int round = 0; round < 3; round++) {
            hear(4, 4);
            hear(1, 4);
            repeats();
        }
        hear(4, 4);
        hear(1, 4);
        assertEquals(4, repeats());
    }

    @Test
    void memberThatRepeatsItsVoteIsChosen() {
        for (int round = 0; round < 20; round++) {
            hear(5, 5);
            assertEquals(5, repeats());
        }
    }

    @Test
    void memberThatHasNotReceivedThisMembersVoteIsNotChosen() {
        int all = Vote.HEARD_ALL;
        hear(5, 5, true, all & ~(1 << 1));
        hear(4, 4);
        assertEquals(4, repeats());
        hear(5, 5, true, all);
        assertEquals(5, repeats());
    }

    @Test
    void memberThatHasNotAnsweredAsLeaderIsNotChosenForAWhile() {
        hear(5, 5);
        hear(4, 5);
        hear(1, 5);
        node.onTimer(Timers.SETTLE);
        node.onTimer(Timers.PHASE);
        hear(5, 5);
        hear(4, 4);
        hear(1, 4);
        assertEquals(4, repeats());
        node.onBatchStart(2 * ZabConfig.defaults().electionTimeoutNanos());
        hear(5, 5);
        assertEquals(5, repeats());
    }

    @Test
    void memberWhoseThreeLastSessionsBrokeIsNotChosenForAWhile() {
        for (int session = 0; session < 3; session++) breakSession(5);
        hear(5, 5);
        hear(4, 4);
        hear(1, 4);
        assertEquals(4, repeats());
        node.onBatchStart(ZabConfig.defaults().electionTimeoutNanos());
        hear(5, 5);
        assertEquals(5, repeats());
    }

    @Test
    void twoMembersWhoseSessionsBreakAlternatelyAreNotChosenForAWhile() {
        for (int session = 0; session < 3; session++) {
            breakSession(5);
            breakSession(4);
        }
        hear(5, 5);
        hear(4, 4);
        hear(3, 3);
        hear(1, 3);
        assertEquals(3, repeats());
    }

    @Test
    void memberThatEveryQuorumNeedsIsChosenHoweverOftenItsSessionsBroke() {
        for (int session = 0; session < 3; session++) breakSession(5);
        hear(5, 5);
        hear(4, 4);
        assertEquals(5, repeats());
    }

    private void breakSession(int leader) {
        for (int id : new int[] {leader, leader - 1, 1}) hear(id, leader);
        effects.sent.clear();
        node.onTimer(Timers.SETTLE);
        Frame introduction = (Frame) effects.sent.get(effects.sent.size() - 1);
        node.onMessage(leader, new EndSession(introduction.session()));
    }

    @Test
    void votesOfOtherEnsemblesAreNotAnsweredEndlessly() {
        hear(4, 4, true, Zxid.of(3, 1), 0);
        hear(3, 3, true, Zxid.of(2, 1), 0);
        effects.sent.clear();
        hear(3, 3, true, Zxid.of(2, 1), 0);
        hear(4, 4, true, Zxid.of(3, 1), 0);
        assertEquals(List.of(), effects.sent);
        assertEquals(4, repeats());
    }

    @Test
    void memberThatDoesNotStandIsNotChosen() {
        hear(5, 5, false, Vote.HEARD_ALL);
        hear(4, 4);
        assertEquals(4, repeats());
    }

    @Test
    void candidateThatDoesNotBecomeLeaderIsReplacedByTheOneWithMoreVotes() {
        long now = 0;
        int candidate = 5;
        for (int round = 0; round < 40 && candidate == 5; round++) {
            now += ZabConfig.defaults().voteIntervalNanos();
            node.onBatchStart(now);
            hear(5, 5, true, 1 << 1 | 1 << 4);
            hear(4, 4);
            hear(1, 4);
            candidate = repeats();
        }
        assertEquals(4, candidate);
    }

    @Test
    void candidateThatDoesNotBecomeLeaderIsReplacedByOneWithAsManyVotes() {
        ZabNode ofSeven =
                new ZabNode(
                        2, Membership.of(1, 2, 3, 4, 5, 6, 7), ZabConfig.defaults(), 7, effects);
        start(ofSeven);
        long now = 0;
        int candidate = 7;
        for (int round = 0; round < 40 && candidate == 7; round++) {
            now += ZabConfig.defaults().voteIntervalNanos();
            ofSeven.onBatchStart(now);
            hear(ofSeven, 7, 7, true, Zxid.NONE, 1 << 1 | 1 << 5 | 1 << 6);
            hear(ofSeven, 6, 7, false, Zxid.NONE, Vote.HEARD_ALL);
            hear(ofSeven, 5, 5, true, Zxid.NONE, Vote.HEARD_ALL);
            candidate = repeats(ofSeven);
        }
        assertEquals(5, candidate);
        // If the tested member chose member 7 instead of member 5, it would wait for member 7 a
        // second time, until 2.1 s.
        assertTrue(now <= 1_500_000_000L, "replaced after ns: " + now);
    }

    @Test
    void memberWhoseStateIsNotDurableDoesNotStand() {
        for (int other : new int[] {1, 3, 4, 5}) hear(other, 2, false, Vote.HEARD_ALL);
        assertEquals(Role.LEADING, node.status().role());
        for (int other : new int[] {1, 3})
            node.onMessage(
                    other,
                    new Frame(
                            other,
                            1,
                            new FollowerInfo(1, 1, true, false, Zxid.NONE, ZabCodec.VERSION_2)));
        node.onTimer(Timers.PHASE);
        assertEquals(Role.LOOKING, node.status().role());
        assertFalse(lastVote().stands());
        // Two election timeouts are longer than the back-off of a member whose attempt to lead
        // found no quorum.
        node.onBatchStart(2 * ZabConfig.defaults().electionTimeoutNanos());
        node.onTimer(Timers.VOTE);
        assertFalse(lastVote().stands());
        node.onPersisted(1);
        effects.sent.clear();
        node.onTimer(Timers.VOTE);
        assertTrue(lastVote().stands());
    }

    @Test
    void memberWhoseAttemptEndedWithoutAQuorumDoesNotStandForAWhile() {
        for (int other : new int[] {1, 3, 4, 5}) hear(other, 2, false, Vote.HEARD_ALL);
        assertEquals(Role.LEADING, node.status().role());
        node.onTimer(Timers.PHASE);
        assertEquals(Role.LOOKING, node.status().role());
        assertFalse(lastVote().stands());
        node.onBatchStart(2 * ZabConfig.defaults().electionTimeoutNanos());
        node.onTimer(Timers.VOTE);
        assertTrue(lastVote().stands());
    }

    private Vote lastVote() {
        Vote last = null;
        for (var message : effects.sent) if (message instanceof Vote vote) last = vote;
        return last;
    }
}
