package io.abcast.zab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Membership;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import io.abcast.zab.LinkMessage.FollowerInfo;
import io.abcast.zab.LinkMessage.NewEpoch;
import io.abcast.zab.ZabMessage.Frame;
import io.abcast.zab.ZabMessage.Vote;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests that old votes do not make members found a second ensemble. If the ensemble exists already, the leader must not
 * ask for promises, because new promises would hide which member has forgotten an earlier promise.
 */
class FirstFormationTest {
    private final RecordingEffects effects = new RecordingEffects();
    private ZabNode node;

    private void lead(int promised) {
        node = new ZabNode(3, Membership.of(1, 2, 3), ZabConfig.defaults(), 7, effects);
        node.onBatchStart(0);
        EpochState epochs =
                promised == 0
                        ? null
                        : new EpochState(promised, 0, 0, DeliveryRule.ON_COMMIT, false, 0);
        node.onStart(
                new Recovered(
                        epochs == null ? null : epochs.encode(),
                        SnapshotId.EMPTY,
                        Zxid.NONE,
                        Zxid.NONE,
                        new long[0],
                        null,
                        0,
                        false));
        for (int member : List.of(1, 2))
            node.onMessage(
                    member,
                    new Vote(
                            Role.LOOKING,
                            false,
                            true,
                            true,
                            promised,
                            0,
                            Zxid.NONE,
                            3,
                            Zxid.NONE,
                            Vote.HEARD_ALL));
        assertEquals(Role.LEADING, node.status().role());
        effects.sent.clear();
    }

    private void introduce(int member, int accepted, int entered) {
        node.onMessage(
                member,
                new Frame(
                        member,
                        1,
                        new FollowerInfo(
                                accepted,
                                entered,
                                entered > 0,
                                true,
                                Zxid.NONE,
                                ZabCodec.VERSION_2)));
    }

    @ParameterizedTest
    @CsvSource({
        // Each case has four epochs: the promised epochs of the leader and of member 2, and the
        // accepted and the current epoch of member 1.
        "0, 0, 1, 1",
        "1, 0, 1, 1",
        "0, 1, 1, 1",
        "1, 1, 2, 2",
    })
    void noPromiseIsRequestedWhenAMemberHasForgottenOne(
            int leader, int follower, int accepted, int entered) {
        lead(leader);
        introduce(2, follower, 0);
        introduce(1, accepted, entered);
        assertEquals(Role.LOOKING, node.status().role());
        assertTrue(
                effects.sent.stream().noneMatch(Stage.linkMessages(NewEpoch.class)),
                effects.sent::toString);
    }

    @ParameterizedTest
    @CsvSource({"0, 0, 0, 0", "1, 1, 1, 1", "1, 1, 2, 1", "2, 1, 1, 1"})
    void interruptedFormationContinues(int leader, int follower, int accepted, int entered) {
        lead(leader);
        introduce(1, accepted, entered);
        introduce(2, follower, 0);
        assertEquals(Role.LEADING, node.status().role());
        node.onPersisted(1);
        assertEquals(
                2,
                effects.sent.stream().filter(Stage.linkMessages(NewEpoch.class)).count(),
                effects.sent::toString);
    }
}
