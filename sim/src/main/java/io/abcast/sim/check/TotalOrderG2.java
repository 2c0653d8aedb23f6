package io.abcast.sim.check;

/**
 * Checks G2, total order (EL-Sanosi 2018, section 2.2.1): two members that both abdeliver messages m and m' abdeliver m
 * and m' in one order.
 */
final class TotalOrderG2 extends Checker {
    @Override
    protected void audit() {
        int ranks = history().ranks();
        for (int i = 0; i < ranks; i++) {
            int[] positions = history().delivered(i).positions(history().txns());
            for (int j = 0; j < ranks; j++) if (i != j) compare(i, positions, j);
        }
    }

    private void compare(int i, int[] positionsAtI, int j) {
        Sequence atJ = history().delivered(j);
        int last = -1;
        for (int at = 0; at < atJ.size(); at++) {
            int position = positionsAtI[atJ.get(at)];
            if (position < 0) continue;
            if (position <= last) {
                violated(
                        "rank "
                                + j
                                + " delivered "
                                + history().txn(atJ.get(at))
                                + " after "
                                + history().txn(history().delivered(i).get(last))
                                + ", rank "
                                + i
                                + " before it");
                return;
            }
            last = position;
        }
    }
}
