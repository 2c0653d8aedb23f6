package io.abcast.ordering.fbp;

import java.util.Arrays;

/** Records which regencies (terms of leaders) the members want to end, because they suspect the leaders. */
final class Suspicions {
    private final FbpQuorums quorums;

    /**
     * For each member, by rank: the highest regency (leader's term) that the member wants to end; -1 if the member has
     * suspected no leader.
     */
    private final long[] ends;

    Suspicions(FbpQuorums quorums) {
        this.quorums = quorums;
        ends = new long[quorums.members()];
        Arrays.fill(ends, -1);
    }

    void add(int rank, long regency) {
        ends[rank] = Math.max(ends[rank], regency);
    }

    /**
     * The highest regency (leader's term) that at least one honest member wants to end; a suspicion also covers all
     * earlier regencies.
     */
    long believed() {
        return ofMembers(quorums.believed());
    }

    long ended() {
        return ofMembers(quorums.learned());
    }

    private long ofMembers(int count) {
        long[] sorted = ends.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length - count];
    }
}
