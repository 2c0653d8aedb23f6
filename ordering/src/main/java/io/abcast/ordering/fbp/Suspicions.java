package io.abcast.ordering.fbp;

import java.util.Arrays;

/** Who wants which regencies to end. */
final class Suspicions {
    private final FbpQuorums quorums;

    /** By rank: the highest regency that it wants to end; -1 for none. */
    private final long[] ends;

    Suspicions(FbpQuorums quorums) {
        this.quorums = quorums;
        ends = new long[quorums.members()];
        Arrays.fill(ends, -1);
    }

    void add(int rank, long regency) {
        ends[rank] = Math.max(ends[rank], regency);
    }

    /** An honest member wants this regency to end, and with it those before. */
    long believed() {
        return ofMembers(quorums.believed());
    }

    /** Enough members want this regency to end: it has. */
    long ended() {
        return ofMembers(quorums.learned());
    }

    private long ofMembers(int count) {
        long[] sorted = ends.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length - count];
    }
}
