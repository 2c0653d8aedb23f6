package io.abcast.sim.check;

import java.util.HashMap;
import java.util.Map;

/**
 * Checks that members deliver the requests of one process in the order of their submission. ZooKeeper calls this order
 * FIFO client order.
 */
final class FifoPerOrigin extends Checker {
    private final Map<Long, Long> lastByLife = new HashMap<>();

    @Override
    protected void onNewBeginning() {
        lastByLife.clear();
    }

    @Override
    protected void onLost(int length) {
        lastByLife.clear();
        for (int at = 0; at < length; at++) {
            Txn txn = history().txn(history().order().get(at));
            ObservedRequest request = request(txn);
            if (request != null) lastByLife.put(life(request), txn.request());
        }
    }

    private ObservedRequest request(Txn txn) {
        ObservedRequest request =
                history().request(history().members().rank(txn.origin()), txn.request());
        return request == null || request.change ? null : request;
    }

    private long life(ObservedRequest request) {
        return (long) history().server(request.rank) << 32 | request.incarnation;
    }

    @Override
    protected void onDelivered(int rank, Txn txn, int index, boolean mine) {
        if (txn.delivered) return;
        int origin = history().members().rank(txn.origin());
        if (history().isDistrusted(origin)) return;
        ObservedRequest request = request(txn);
        if (request == null) return;
        Long last = lastByLife.put(life(request), txn.request());
        if (last != null && txn.request() <= last) {
            violated(
                    request
                            + " was delivered after request "
                            + Long.toHexString(last)
                            + " of the same member");
            return;
        }
        for (long skipped = txn.request() - 1; last == null || skipped > last; skipped--) {
            ObservedRequest before = history().request(origin, skipped);
            if (before == null || before.incarnation != request.incarnation) return;
            if (!before.change && before.state != ObservedRequest.State.REFUSED) {
                violated(request + " was delivered before " + before);
                return;
            }
        }
    }
}
