package io.abcast.zab;

import io.abcast.fuzz.Target;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.Zxid;
import java.util.ArrayList;
import java.util.List;

/**
 * Fuzz target for the durable state of a Zab member. The class is in this package because the state's codec is
 * package-private.
 */
public final class StateTarget implements Target {
    @Override
    public String name() {
        return "state";
    }

    @Override
    public List<byte[]> seeds() {
        List<byte[]> seeds = new ArrayList<>();
        EpochState state = EpochState.initial(true);
        seeds.add(state.encode());
        state = state.accept(7);
        seeds.add(state.encode());
        seeds.add(state.enter(7, 2, DeliveryRule.ON_COMMIT, Zxid.of(3, 4)).encode());
        seeds.add(state.distrusted().encode());
        // A durable state in the format of the first release.
        seeds.add(new byte[] {2, 9, 7, 1, 0, 1});
        return seeds;
    }

    @Override
    public boolean accepts(byte[] input) {
        EpochState state;
        try {
            state = EpochState.decode(input);
        } catch (MalformedFrameException e) {
            return false;
        }
        EpochState again = EpochState.decode(state.encode());
        if (!again.equals(state)) throw new AssertionError(state + " became " + again);
        return true;
    }
}
