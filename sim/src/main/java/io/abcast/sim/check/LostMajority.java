package io.abcast.sim.check;

import java.util.HashSet;
import java.util.Set;

/**
 * Checks that no new request or read is answered while fewer members than a quorum remember the order of entries. When
 * a quorum remembers the order again, the members of this quorum together must know every delivered entry. Source:
 * Liskov and Cowling 2012, section 4.3: a replica that has lost its state takes no part in the protocol until a quorum
 * has brought it up to date.
 */
final class LostMajority extends Checker {
    @Override
    protected void onDelivered(int rank, Txn txn, int index, boolean mine) {
        ObservedRequest request =
                history().request(history().members().rank(txn.origin()), txn.request());
        if (request != null && request.afterLoss)
            violated(
                    request
                            + " was submitted when a majority had forgotten; rank "
                            + rank
                            + " delivered it as "
                            + txn);
    }

    @Override
    protected void onReadReady(ObservedRead read) {
        if (read.afterLoss)
            violated(read + " was submitted when a majority had forgotten, and was answered");
    }

    @Override
    protected void onMajorityRegained(long ranks) {
        Set<Integer> held = new HashSet<>();
        for (int rank = 0; rank < history().members().size(); rank++)
            if ((ranks >> rank & 1) != 0) held.addAll(history().held(rank));
        Sequence order = history().order();
        for (int at = 0; at < order.size(); at++) {
            if (held.contains(order.get(at))) continue;
            violated(
                    "a quorum remembers again, but none of it holds "
                            + history().txn(order.get(at))
                            + ", which was delivered as entry "
                            + at);
            return;
        }
    }
}
