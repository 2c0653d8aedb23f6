package io.abcast.sim.check;

/**
 * Checks G1, integrity (EL-Sanosi 2018, section 2.2.1): every abdelivered request was abcast before, with the same
 * bytes, by the member that the request names as its origin. Requests that name a lying member are not checked.
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
