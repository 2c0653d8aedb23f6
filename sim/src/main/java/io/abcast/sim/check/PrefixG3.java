package io.abcast.sim.check;

/**
 * Checks G3, agreement (EL-Sanosi 2018, section 2.2.1): of the histories of any two members, one history is a prefix of
 * the other history.
 */
final class PrefixG3 extends Checker {
    @Override
    protected void onDelivered(int rank, Txn txn, int index, boolean mine) {
        Txn expected = history().txn(history().order().get(index));
        if (expected != txn)
            violated(
                    "entry "
                            + index
                            + " delivered by rank "
                            + rank
                            + ": expected "
                            + expected
                            + " as elsewhere, got "
                            + txn);
    }

    @Override
    protected void onRestored(int rank) {
        Sequence order = history().order();
        Sequence own = history().delivered(rank);
        int common = own.commonPrefix(order);
        if (common < own.size())
            violated(
                    "state restored at rank "
                            + rank
                            + ": entry "
                            + common
                            + " is "
                            + history().txn(own.get(common))
                            + ", elsewhere "
                            + (common < order.size()
                                    ? history().txn(order.get(common)).toString()
                                    : "no entry was delivered yet"));
    }
}
