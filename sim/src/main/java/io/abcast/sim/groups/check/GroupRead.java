package io.abcast.sim.groups.check;

/**
 * One linearizable read of a client, with the data that the client observes. Only {@link GroupHistory} changes a
 * {@code GroupRead}.
 */
final class GroupRead {
    final GroupReplica replica;

    final long startedAt;

    final long startedNanos;

    /** Number of deliveries that earlier answers had shown when the read started. */
    final long floor;

    /** Time in picoseconds at which the client received the answer to its read; 0 if there is no answer. */
    long answeredAt;

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
