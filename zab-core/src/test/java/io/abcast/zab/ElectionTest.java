package io.abcast.zab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.abcast.kernel.Membership;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import io.abcast.zab.ZabMessage.Vote;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whom a looking member votes for while other members fall silent. */
class ElectionTest {
    private static final long ENTRY = Zxid.of(1, 1);

    private final RecordingEffects effects = new RecordingEffects();
    private final ZabNode node =
            new ZabNode(2, Membership.of(1, 2, 3, 4, 5), ZabConfig.defaults(), 7, effects);

    @BeforeEach
    void start() {
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
        node.onMessage(
                from, new Vote(Role.LOOKING, true, true, false, 1, 1, ENTRY, candidate, Zxid.NONE));
    }

    /** @return the candidate of the votes that the member repeats now */
    private int repeats() {
        effects.sent.clear();
        node.onTimer(Timers.VOTE);
        return ((Vote) effects.sent.get(0)).candidate();
    }

    /** The others have heard that member 5 is down, or have it not heard at all, and go on without it. */
    @Test
    void memberThatFellSilentIsNotChosenForEver() {
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
}
