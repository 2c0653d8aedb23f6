package io.abcast.sim.check;

/**
 * Checks the total order of deliveries (Zab.tla: TotalOrder): if any member delivers entry a before entry b, each
 * member that delivers b has delivered a before.
 */
final class TotalOrder extends Checker {
    @Override
    protected void audit() {
        int ranks = history().ranks();
        for (int i = 0; i < ranks; i++)
            for (int j = 0; j < ranks; j++)
                if (i != j) check(i, j, history().delivered(j).positions(history().txns()));
    }

    /**
     * If an entry of member i is missing or out of order at member j, member j must not deliver any later entry of
     * member i.
     */
    private void check(int i, int j, int[] atJ) {
        Sequence own = history().delivered(i);
        int highest = -1;
        Txn missing = null;
        for (int at = 0; at < own.size(); at++) {
            Txn txn = history().txn(own.get(at));
            int position = atJ[txn.ordinal()];
            if (position < 0) {
                if (missing == null) missing = txn;
            } else if (missing != null || position < highest) {
                violated(
                        "rank "
                                + i
                                + " delivered "
                                + (missing == null ? "others" : missing.toString())
                                + " before "
                                + txn
                                + ", rank "
                                + j
                                + " delivered "
                                + txn
                                + " without that entry before it");
                return;
            } else {
                highest = position;
            }
        }
    }
}
