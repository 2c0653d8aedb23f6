package io.abcast.sim.check;

/**
 * Checks that each request is answered once, by its delivery or by a refusal, and occurs in the order at most once. A
 * request that was refused as having no effect must not occur in the order. A member may refuse a request as UNKNOWN
 * ({@link io.abcast.kernel.Refusal}) only if it has installed a snapshot since it received the request.
 */
final class ExactlyOnce extends Checker {
    @Override
    protected void onDelivered(int rank, Txn txn, int index, boolean mine) {
        if (history().isDistrusted(history().members().rank(txn.origin()))) return;
        ObservedRequest request =
                history().request(history().members().rank(txn.origin()), txn.request());
        if (request == null) return;
        if (request.ordered != null && request.ordered != txn)
            violated(request + " is in the order twice: as " + request.ordered + " and as " + txn);
        if (request.state == ObservedRequest.State.REFUSED && !request.refusal.mayHaveTakenEffect())
            violated(request + " was delivered by rank " + rank + " as " + txn);
        if (!mine
                && !request.change
                && request.rank == rank
                && request.state == ObservedRequest.State.PENDING)
            violated(request + " was delivered to its own member as a request of another member");
        if (mine && request.rank != rank)
            violated(request + " was delivered to rank " + rank + " as its own");
    }

    @Override
    protected void onAnswered(ObservedRequest request) {
        if (request.state != ObservedRequest.State.REFUSED) return;
        if (request.refusal.mayHaveTakenEffect()) {
            if (history().installs(request.rank) == request.installsBefore)
                violated(request + ": no snapshot was installed while it was in flight");
        } else if (request.ordered != null) {
            violated(request + " was in the order before, as " + request.ordered);
        }
    }

    @Override
    protected void onStrayAnswer(int rank, String what) {
        violated("rank " + rank + ": " + what);
    }
}
