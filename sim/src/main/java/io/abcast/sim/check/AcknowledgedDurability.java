package io.abcast.sim.check;

import java.util.ArrayList;
import java.util.List;

/**
 * Checks that no acknowledged request is lost: at the end of the run, when all members have recovered, every
 * acknowledged request is in the state of every member of the last ensemble.
 */
final class AcknowledgedDurability extends Checker {
    private final List<ObservedRequest> acknowledged = new ArrayList<>();

    @Override
    protected void onNewBeginning() {
        acknowledged.clear();
    }

    @Override
    protected void onLost(int length) {
        acknowledged.removeIf(request -> request.index >= length);
    }

    @Override
    protected void onAnswered(ObservedRequest request) {
        if (request.state == ObservedRequest.State.DELIVERED) acknowledged.add(request);
    }

    @Override
    protected void onEnd() {
        for (int id : history().ensemble().ids()) {
            int rank = history().members().rank(id);
            if (history().isDistrusted(rank)) continue;
            int[] positions = history().delivered(rank).positions(history().txns());
            for (ObservedRequest request : acknowledged) {
                if (request.ordered != null
                        && positions[request.ordered.ordinal()] == request.index) continue;
                violated(request + " is not entry " + request.index + " of rank " + rank);
                return;
            }
        }
    }
}
