package io.abcast.sim.groups.check;

/** One linearizable read as its client sees it. Only {@link GroupHistory} changes the object. */
final class GroupRead {
    final GroupReplica replica;

    /** Time of the start in picoseconds, see {@link GroupHistory#nowPicos}. */
    final long startedAt;

    final long startedNanos;

    /**
     * Minimum number of deliveries in the state that the read may return. Answered transactions and reads had shown
     * these deliveries before the read started.
     */
    final long floor;

    /** Time of the answer in picoseconds; 0 if there is no answer. */
    long answeredAt;

    /** Number of deliveries in the state that the read has returned. */
    long seq;

    GroupRead(GroupReplica replica, long startedAt, long startedNanos, long floor) {
        this.replica = replica;
        this.startedAt = startedAt;
        this.startedNanos = startedNanos;
        this.floor = floor;
    }

    @Override
    public String toString() {
        return "the read at " + replica + " of " + startedNanos / 1_000 + " us";
    }
}
