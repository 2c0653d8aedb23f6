package io.abcast.server;

import io.abcast.client.wire.StatusFields;
import io.abcast.jgroups.FOREST;
import org.jgroups.stack.ProtocolStack;

/**
 * The status of {@link FOREST}, if FOREST is in the stack. The status of FOREST contains the plan, the measured rates,
 * and the numbers of bytes that the member has sent directly, over relays and as a relay.
 */
final class ForestReport {
    private ForestReport() {}

    /**
     * Adds the values of FOREST to a server's status. The names of FOREST's values begin with {@code forest_}. If
     * FOREST is not in the stack, this method adds no value.
     */
    static void add(StatusFields out, ProtocolStack stack) {
        FOREST forest = stack == null ? null : stack.findProtocol(FOREST.class);
        if (forest == null) return;
        out.put("forest_plan_epoch", forest.getPlanEpoch())
                .put("forest_plan_number", forest.getPlanNumber())
                .put("forest_plan_age_ms", forest.getPlanAge())
                .put("forest_rate_offered", forest.getRateOffered())
                .put("forest_rate_out", forest.getRateOut())
                .put("forest_rate_in", forest.getRateIn())
                .put("forest_uplink_estimate", forest.getUplinkEstimate())
                .put("forest_bytes_direct", forest.getBytesDirect())
                .put("forest_bytes_to_relays", forest.getBytesToRelays())
                .put("forest_bytes_relayed", forest.getBytesRelayed())
                .put("forest_bytes_resent", forest.getBytesResent())
                .put("forest_bytes_fetched", forest.getBytesFetched())
                .put("forest_overlays_suspended", forest.getOverlaysSuspended());
    }
}
