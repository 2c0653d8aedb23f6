package io.abcast.sim.check;

/**
 * Checks G1, integrity (EL-Sanosi 2018, section 2.2.1). Every abdelivered request was abcast before, with equal bytes,
 * by the member that the request names as its origin. The checker does not check requests that name a lying member.
 */
final class IntegrityG1 extends Checker {
    @Override
    protected void onDelivered(int rank, Txn txn, int index, boolean mine) {
        if (history().isDistrusted(history().members().rank(txn.origin()))) return;
        ObservedRequest request =
                history().request(history().members().rank(txn.origin()), txn.request());
        if (request == null)
            violated("rank " + rank + " delivered " + txn + ", which no client has submitted");
        else if (!request.change && request.digest != txn.digest())
            violated(
                    "rank " + rank + " delivered " + txn + " with other bytes than were submitted");
    }
}
