package io.abcast.zab;

import static io.abcast.zab.Scenario.MILLI;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Effects;
import io.abcast.kernel.Membership;
import io.abcast.kernel.MembershipChange.Kind;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.Zxid;
import io.abcast.log.Durability;
import io.abcast.sim.ClusterModel;
import io.abcast.sim.check.ObservedRequest;
import io.abcast.zab.ZabMessage.Vote;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests founders of an ensemble that have lost their storage. A founder that has lost its storage knows only the
 * founding ensemble, which later changes may have replaced long ago.
 */
class LostFounderTest {
    private static final class Settings extends ZabSubject {
        boolean joining;
        boolean bootstrap;

        @Override
        ZabNode create(
                int id, Membership members, ZabConfig config, Policies own, long seed, Effects e) {
            ZabConfig set = config.joining(joining).bootstrap(bootstrap);
            return super.create(id, members, set, own, seed, e);
        }
    }

    private final Settings settings = new Settings();

    private Scenario grown(int founders) {
        int[] more = {founders + 1, founders + 2};
        Scenario s =
                new Scenario(
                        ClusterModel.quiet(founders, Durability.FSYNC, ZabCodec.INSTANCE)
                                .withSpares(more),
                        Scenario.config(1 << 20, 1 << 20),
                        settings,
                        List.of(Policies.ZAB));
        for (int id : more) {
            s.change(s.awaitLeader(), Kind.ADD_OBSERVER, id);
            s.change(s.awaitLeader(), Kind.PROMOTE, id);
        }
        s.write(s.awaitLeader(), 5);
        s.run(100 * MILLI);
        return s;
    }

    private static void loseDisk(Scenario s, int id) {
        s.cluster.crash(id);
        s.cluster.replaceDisk(id);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theOnlyFounderFoundsNoEnsembleWhenItJoins(boolean joining) {
        Scenario s = grown(1);
        loseDisk(s, 1);
        s.cluster.isolate(1);
        settings.joining = joining;
        s.cluster.start(1);
        ObservedRequest alone = s.submit(1);
        s.cluster.runFor(500 * MILLI);
        assertEquals(joining, s.cluster.ok(), s.cluster.history().violations()::toString);
        if (!joining) return;
        assertNotEquals(ObservedRequest.State.DELIVERED, alone.state());
        assertNotEquals(1, s.leader());
        s.cluster.rejoin(1);
        s.finish();
        assertTrue(s.cluster.ensemble().votes(s.cluster.ensemble().rank(1)));
    }

    @Test
    void aFounderMayJoinTheEnsembleThatItFounded() {
        Scenario s =
                new Scenario(
                        3,
                        Durability.FSYNC,
                        Scenario.config(1 << 20, 1 << 20),
                        settings,
                        List.of(Policies.ZAB));
        int lost = s.follower();
        loseDisk(s, lost);
        settings.joining = true;
        s.startAndJoin(lost);
        // The repaired founder counts in quorums again, so the founder and one other member are a
        // quorum.
        s.cluster.crash(s.leader() == lost ? s.followers()[0] : s.leader());
        s.write(s.awaitLeader(), 1);
        s.write(lost, 1);
        s.finish();
    }

    @Test
    void theHistoryTakesPrecedenceOverTheSetting() {
        Scenario s = grown(1);
        settings.joining = true;
        for (int id = 1; id <= 3; id++) s.cluster.crash(id);
        s.cluster.start(1);
        s.cluster.start(2);
        s.write(s.awaitLeader(), 1);
        s.finish();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void bootstrappedMemberWithoutAHistoryVotesWithMembersThatHaveOne(boolean joining) {
        Scenario s = grown(3);
        for (int id = 1; id <= 3; id++) loseDisk(s, id);
        settings.joining = joining;
        s.cluster.start(1);
        s.cluster.start(2);
        s.cluster.runFor(1_000 * MILLI);
        assertEquals(0, s.leader(), "too few members have the history");
        s.cluster.crash(1);
        s.cluster.crash(2);
        settings.bootstrap = true;
        s.cluster.start(1);
        if (!joining) {
            s.cluster.filter((from, to, message) -> from <= 2 == to <= 2);
            s.cluster.start(2);
        }
        s.cluster.runFor(1_000 * MILLI);
        assertEquals(joining, s.cluster.ok(), s.cluster.history().violations()::toString);
        if (!joining) return;
        s.write(s.awaitLeader(), 1);
        settings.bootstrap = false;
        s.finish();
        assertEquals(5, s.cluster.ensemble().voters());
    }

    @Test
    void aLeaderFollowsTheLeaderOfALaterEnsemble() {
        RecordingEffects effects = new RecordingEffects();
        ZabNode node = new ZabNode(1, Membership.of(1), ZabConfig.defaults(), 7, effects);
        node.onBatchStart(0);
        node.onStart(Recovered.fresh());
        node.onPersisted(1);
        node.onPersisted(2);
        assertTrue(node.status().active());
        long change = Zxid.of(2, 1);
        node.onMessage(
                2,
                new Vote(Role.LEADING, true, true, false, 3, 3, change, 2, change, Vote.HEARD_ALL));
        assertEquals(Role.FOLLOWING, node.status().role());
        assertEquals(2, node.status().leader());
    }
}
