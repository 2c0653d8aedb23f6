package io.abcast.sim.groups;

import java.util.Arrays;

/** Counts the snapshots and deliveries of all replicas, to recognize replicas that return late after a crash. */
final class SnapshotCounts {
    /** After this many snapshots of a running replica, the log entries that a returning replica needs are gone. */
    private static final int LATE_SNAPSHOTS = 2;

    private final int[] taken;

    /**
     * For each replica that has crashed: how many snapshots each replica of its group had taken at the time of the
     * crash.
     */
    private final int[][] atCrash;

    private final long[] delivered;

    SnapshotCounts(int seats) {
        taken = new int[seats];
        atCrash = new int[seats][];
        delivered = new long[seats];
    }

    void taken(int seat) {
        taken[seat]++;
    }

    /** The {@code members} replicas of a group have consecutive numbers from {@code first} on. */
    void crashed(int seat, int first, int members) {
        if (atCrash[seat] == null)
            atCrash[seat] = Arrays.copyOfRange(taken, first, first + members);
    }

    /** Returns whether another replica of the group has taken two snapshots since the crash of this replica. */
    boolean isBackLate(int seat, int first, int members) {
        int[] before = atCrash[seat];
        atCrash[seat] = null;
        if (before == null) return false;
        for (int i = 0; i < members; i++)
            if (first + i != seat && taken[first + i] >= before[i] + LATE_SNAPSHOTS) return true;
        return false;
    }

    boolean hasDelivered(int seat, long seq) {
        boolean repeated = seq <= delivered[seat];
        delivered[seat] = Math.max(delivered[seat], seq);
        return repeated;
    }
}
