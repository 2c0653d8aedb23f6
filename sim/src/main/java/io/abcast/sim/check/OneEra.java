package io.abcast.sim.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One ensemble orders at a time. Each founding has an era; once a member of a later one has delivered anything, no member of an earlier one
 * delivers anything since the later one was founded. In the end all members belong to one era.
 */
public final class OneEra extends Checker {
    private static final int NONE = -1;

    /** In the order of their foundings. */
    private final List<Long> eras = new ArrayList<>();

    /** By index of the era, whether a member of it has delivered anything. */
    private final List<Boolean> orders = new ArrayList<>();

    /** By rank, the index of the member's era. */
    private int[] eraOf = new int[0];

    /** The last delivery of a member of an earlier era than the newest one; empty: none. */
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
            violated(outdated + ", after era " + name(newest) + " was founded, which orders, too");
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
            violated("in the end ranks " + first + " and " + rank + " belong to different eras");
            return;
        }
    }
}
