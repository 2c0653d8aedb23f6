package io.abcast.sim.groups.check;

/**
 * One replica of a group, with the data that its deliveries show. Only {@link GroupHistory} changes a
 * {@code GroupReplica}.
 */
public final class GroupReplica {
    final int group;
    final int server;
    private final String name;

    long next = 1;

    boolean down;

    boolean left;

    GroupReplica(int group, int server, String name) {
        this.group = group;
        this.server = server;
        this.name = name;
    }

    public int group() {
        return group;
    }

    public int server() {
        return server;
    }

    /** Number ({@code seq}) that the record expects for the replica's next delivery. */
    public long next() {
        return next;
    }

    /** Whether the replica is a member of its group, and its process is running. */
    public boolean isUp() {
        return !down && !left;
    }

    @Override
    public String toString() {
        return name;
    }
}
