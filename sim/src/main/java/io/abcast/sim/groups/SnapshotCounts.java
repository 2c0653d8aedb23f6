package io.abcast.sim.groups;

import java.util.Arrays;

/** Counts the snapshots and deliveries of all replicas, to recognize replicas that return late after a crash. */
final class SnapshotCounts {
    /**
     * Number of snapshots that another replica takes while a replica is down, after which the other replica has removed
     * the log entries that the returning replica needs.
     */
    private static final int LATE_SNAPSHOTS = 2;

    private final int[] taken;

    /**
     * For each replica that has crashed: how many snapshots each replica of its group had taken at the time of the
     * crash.
     */
    private final int[][] atCrash;

    private final long[] delivered;

    /** @param seats number of replicas of all groups together */
    SnapshotCounts(int seats) {
        taken = new int[seats];
        atCrash = new int[seats][];
        delivered = new long[seats];
    }

    void taken(int seat) {
        taken[seat]++;
    }

    /**
     * Records that a replica has crashed.
     *
     * @param first number of the first replica in the group of the crashed replica; the {@code members} replicas of a
     *     group have consecutive numbers
     */
    void crashed(int seat, int first, int members) {
        if (atCrash[seat] == null)
            atCrash[seat] = Arrays.copyOfRange(taken, first, first + members);
    }

    /**
     * Records that a replica has started after a crash. Returns whether another replica of the group has taken two
     * snapshots since the crash of this replica.
     */
    boolean isBackLate(int seat, int first, int members) {
        int[] before = atCrash[seat];
        atCrash[seat] = null;
        if (before == null) return false;
        for (int i = 0; i < members; i++)
            if (first + i != seat && taken[first + i] >= before[i] + LATE_SNAPSHOTS) return true;
        return false;
    }

    /**
     * Records that a replica has delivered a transaction. Returns whether the replica has delivered the place {@code
     * seq} of its group's order before.
     */
    boolean hasDelivered(int seat, long seq) {
        boolean repeated = seq <= delivered[seat];
        delivered[seat] = Math.max(delivered[seat], seq);
        return repeated;
    }
}
