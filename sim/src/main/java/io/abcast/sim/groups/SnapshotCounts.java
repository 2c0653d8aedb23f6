package io.abcast.sim.groups;

import java.util.Arrays;

/** Counts the snapshots and deliveries of all replicas, to recognize replicas that return late. */
final class SnapshotCounts {
    /** Number of snapshots after which a replica that was down no longer finds the log that it needs. */
    private static final int LATE_SNAPSHOTS = 2;

    private final int[] taken;

    /** For each replica that has crashed: the counts of all replicas of its group at that time. */
    private final int[][] atCrash;

    private final long[] delivered;

    /** @param seats number of replicas */
    SnapshotCounts(int seats) {
        taken = new int[seats];
        atCrash = new int[seats][];
        delivered = new long[seats];
    }

    void taken(int seat) {
        taken[seat]++;
    }

    /**
     * Records a crash.
     *
     * @param first the first replica of the same group, of {@code members} consecutive ones
     */
    void crashed(int seat, int first, int members) {
        if (atCrash[seat] == null)
            atCrash[seat] = Arrays.copyOfRange(taken, first, first + members);
    }

    /** Records a start. Returns whether another replica has taken two snapshots since the crash. */
    boolean isBackLate(int seat, int first, int members) {
        int[] before = atCrash[seat];
        atCrash[seat] = null;
        if (before == null) return false;
        for (int i = 0; i < members; i++)
            if (first + i != seat && taken[first + i] >= before[i] + LATE_SNAPSHOTS) return true;
        return false;
    }

    /** Records a delivery. Returns whether the replica has delivered this place before. */
    boolean hasDelivered(int seat, long seq) {
        boolean repeated = seq <= delivered[seat];
        delivered[seat] = Math.max(delivered[seat], seq);
        return repeated;
    }
}
