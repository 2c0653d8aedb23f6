package io.abcast.search;

import io.abcast.sim.check.Checker;
import java.util.Map;

/**
 * Checks that OMAHA, which delays messages in order to send several together, delays no message longer than its
 * settings allow, even if an application crashes.
 */
final class HeldInBounds extends Checker {
    private final Map<Integer, OmahaNode.Layer> layers;

    /**
     * @param layers OMAHA layers of the members' present incarnations, by server id; the run updates this map
     */
    HeldInBounds(Map<Integer, OmahaNode.Layer> layers) {
        this.layers = layers;
    }

    @Override
    protected void onEnd() {
        audit();
    }

    @Override
    protected void audit() {
        layers.forEach(
                (id, layer) -> {
                    long leftNanos = layer.heldForNanosMore();
                    if (leftNanos > layer.boundNanos())
                        violated(
                                "#%d holds %d messages for %d ns more, expected %d ns at most"
                                        .formatted(
                                                id, layer.held(), leftNanos, layer.boundNanos()));
                });
    }
}
