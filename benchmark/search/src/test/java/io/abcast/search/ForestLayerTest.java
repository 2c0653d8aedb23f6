package io.abcast.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.abcast.dissemination.forest.node.ForestMessage.Frame;
import io.abcast.kernel.Digest;
import io.abcast.kernel.Effects;
import io.abcast.kernel.Membership;
import io.abcast.sim.Rng;
import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Tests the links between FOREST layers (simulated nodes of the overlay network) in the search. */
class ForestLayerTest {
    private static final Membership MEMBERS = Membership.of(1, 2, 3);

    private final TreeSet<Integer> receivers = new TreeSet<>();

    private final Effects effects =
            (Effects)
                    Proxy.newProxyInstance(
                            Effects.class.getClassLoader(),
                            new Class<?>[] {Effects.class},
                            (proxy, method, arguments) -> {
                                if (method.getName().equals("send")
                                        && arguments[1] instanceof ForestEnvelope envelope
                                        && envelope.body() instanceof Frame)
                                    receivers.add((Integer) arguments[0]);
                                return null;
                            });

    private static ForestRun runWithoutFaults() {
        for (long seed = 1; ; seed++) {
            ForestRun run = new ForestRun(new Rng(seed), 1_000);
            if (!run.hasFaults) return run;
        }
    }

    @Test
    void framesArriveBeforeTheFaultsAreHealed() {
        ForestRun run = runWithoutFaults();
        ForestLayer layer = new ForestLayer(effects, MEMBERS, 2, run, 1);
        assertFalse(run.isHealed());
        layer.begin(0);
        byte[] payload = new byte[10];
        layer.dissemination().spread(Digest.of(payload), payload);
        layer.runDue();
        layer.end();
        assertEquals(new TreeSet<>(Set.of(1, 3)), receivers);
    }
}
