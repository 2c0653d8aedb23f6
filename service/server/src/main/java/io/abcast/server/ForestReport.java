package io.abcast.server;

import io.abcast.client.wire.StatusFields;
import io.abcast.jgroups.FOREST;
import org.jgroups.stack.ProtocolStack;

final class ForestReport {
    private ForestReport() {}

    /**
     * Adds the values of FOREST, whose names begin with {@code forest_}, to a server's status; adds nothing if FOREST
     * is not in the stack.
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
