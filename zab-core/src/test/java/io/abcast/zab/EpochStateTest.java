package io.abcast.zab;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.MalformedFrameException;
import org.junit.jupiter.api.Test;

class EpochStateTest {
    @Test
    void survivesEncoding() {
        EpochState state = new EpochState(300, 299, 65_535, DeliveryRule.ON_FOLLOWERS, true, 77);
        assertEquals(state, EpochState.decode(state.encode()));
    }

    @Test
    void theFirstReleasesStateIsReadWithoutAChange() {
        byte[] old = {2, 4, 3, 2, 1, 1};
        assertEquals(
                new EpochState(4, 3, 2, DeliveryRule.ON_QUORUM, true, 0), EpochState.decode(old));
    }

    @Test
    void theFirstReleaseCanReadTheStateUntilTheEnsembleChanges() {
        byte[] old = {2, 4, 3, 2, 1, 1};
        assertArrayEquals(old, EpochState.decode(old).encode());
        EpochState changed = EpochState.decode(old).enter(5, 1, DeliveryRule.ON_COMMIT, 77);
        assertEquals(3, changed.encode()[0]);
    }

    @Test
    void enteringAnEpochMakesAVoter() {
        EpochState state = EpochState.initial(false).accept(4);
        assertFalse(state.voter(), "a promise does not make a voter");
        assertTrue(state.enter(4, 2, DeliveryRule.ON_QUORUM, 0).voter());
    }

    @Test
    void refusesBytesThatItDidNotWrite() {
        assertThrows(MalformedFrameException.class, () -> EpochState.decode(new byte[] {9, 1}));
        assertThrows(MalformedFrameException.class, () -> EpochState.decode(new byte[0]));
        assertThrows(
                IllegalArgumentException.class,
                () -> new EpochState(1, 2, 0, DeliveryRule.ON_COMMIT, true, 0));
    }
}
