package io.abcast.sim.check;

/**
 * G1, integrity (EL-Sanosi 2018, section 2.2.1): what is abdelivered has been abcast before, with these very bytes, by the
 * member that it names, unless that lies.
 */
final class IntegrityG1 extends Checker {
    @Override
    protected void onDelivered(int rank, Txn txn, int index, boolean mine) {
        if (history().isDistrusted(history().members().rank(txn.origin()))) return;
        ObservedRequest request =
                history().request(history().members().rank(txn.origin()), txn.request());
        if (request == null)
            violated("rank " + rank + " delivered " + txn + ", which nobody has submitted");
        else if (!request.change && request.digest != txn.digest())
            violated(
                    "rank " + rank + " delivered " + txn + " with other bytes than were submitted");
    }
}
