package io.abcast.sim.check;

/**
 * Checks agreement (Zab.tla: Agreement): if one member delivers entry a and another member delivers entry b, at least
 * one of these members delivers both entries.
 */
final class Agreement extends Checker {
    @Override
    protected void audit() {
        int ranks = history().ranks();
        for (int i = 0; i < ranks; i++) {
            int[] atI = history().delivered(i).positions(history().txns());
            for (int j = i + 1; j < ranks; j++) {
                int[] atJ = history().delivered(j).positions(history().txns());
                Txn onlyI = firstMissing(i, atJ);
                Txn onlyJ = firstMissing(j, atI);
                if (onlyI != null && onlyJ != null)
                    violated(
                            "rank "
                                    + i
                                    + " delivered "
                                    + onlyI
                                    + " and not "
                                    + onlyJ
                                    + ", rank "
                                    + j
                                    + " the reverse");
            }
        }
    }

    private Txn firstMissing(int rank, int[] elsewhere) {
        Sequence own = history().delivered(rank);
        for (int at = 0; at < own.size(); at++)
            if (elsewhere[own.get(at)] < 0) return history().txn(own.get(at));
        return null;
    }
}
