package io.abcast.zab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.MalformedFrameException;
import org.junit.jupiter.api.Test;

class EpochStateTest {
    @Test
    void survivesEncoding() {
        EpochState state = new EpochState(300, 299, 65_535, DeliveryRule.ON_FOLLOWERS, true);
        assertEquals(state, EpochState.decode(state.encode()));
    }

    @Test
    void enteringAnEpochMakesAVoter() {
        EpochState state = EpochState.initial(false).accept(4);
        assertFalse(state.voter(), "a promise makes no voter");
        assertTrue(state.enter(4, 2, DeliveryRule.ON_QUORUM).voter());
    }

    @Test
    void refusesWhatItDidNotWrite() {
        assertThrows(MalformedFrameException.class, () -> EpochState.decode(new byte[] {9, 1}));
        assertThrows(MalformedFrameException.class, () -> EpochState.decode(new byte[0]));
        assertThrows(
                IllegalArgumentException.class,
                () -> new EpochState(1, 2, 0, DeliveryRule.ON_COMMIT, true));
    }
}
