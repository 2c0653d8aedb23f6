package io.abcast.sim.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Checks that only one ensemble orders requests at any time. Each founding of an ensemble has an era, which is a random
 * number. If a later era delivers entries, no member of an earlier era may deliver an entry after the later era has
 * begun. At the end of the run, all members belong to the ensemble of one era.
 */
public final class OneEra extends Checker {
    private static final int NONE = -1;

    private final List<Long> eras = new ArrayList<>();

    /** For each era, by its index in {@code eras}: whether a member of that era has delivered an entry. */
    private final List<Boolean> orders = new ArrayList<>();

    /** For each member, by rank: the index of the member's era. */
    private int[] eraOf = new int[0];

    /**
     * Description of the last delivery by a member of an old era, after a newer era had begun; empty without such a
     * delivery.
     */
    private String outdated = "";

    @Override
    protected void onNewBeginning() {
        orders.replaceAll(any -> false);
        outdated = "";
    }

    @Override
    protected void onEra(int rank, long era) {
        if (eraOf.length == 0) {
            eraOf = new int[history().ranks()];
            Arrays.fill(eraOf, NONE);
        }
        if (era == 0) {
            eraOf[rank] = NONE;
            return;
        }
        int index = eras.indexOf(era);
        if (index < 0) {
            index = eras.size();
            eras.add(era);
            orders.add(false);
            outdated = "";
        }
        eraOf[rank] = index;
    }

    @Override
    protected void onDelivered(int rank, Txn txn, int index, boolean mine) {
        if (eraOf.length == 0 || eraOf[rank] == NONE) return;
        int newest = eras.size() - 1;
        if (eraOf[rank] == newest) orders.set(newest, true);
        else outdated = "rank " + rank + " delivered " + txn + " in era " + name(eraOf[rank]);
        if (orders.get(newest) && !outdated.isEmpty())
            violated(outdated + ", after era " + name(newest) + " was founded, which also orders");
    }

    private String name(int era) {
        return Long.toHexString(eras.get(era));
    }

    @Override
    protected void onEnd() {
        if (eraOf.length == 0) return;
        int first = NONE;
        for (int rank = 0; rank < history().members().size(); rank++) {
            if (history().isDistrusted(rank)) continue;
            if (first == NONE) first = rank;
            if (eraOf[rank] == eraOf[first]) continue;
            violated("at the end ranks " + first + " and " + rank + " belong to different eras");
            return;
        }
    }
}
