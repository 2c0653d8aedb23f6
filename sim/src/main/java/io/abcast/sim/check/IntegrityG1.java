package io.abcast.sim.check;

/**
 * Checks G1, integrity (EL-Sanosi 2018, section 2.2.1). The member that a delivered request names as its origin must
 * have submitted this request before, with equal bytes.
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
