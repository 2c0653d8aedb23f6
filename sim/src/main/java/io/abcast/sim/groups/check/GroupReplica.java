package io.abcast.sim.groups.check;

/** One replica of a group, as its deliveries show it. Only {@link GroupHistory} changes the object. */
public final class GroupReplica {
    final int group;
    final int server;
    private final String name;

    /** Expected {@code seq} of the next delivery. */
    long next = 1;

    /** Whether the process of the replica is down. */
    boolean down;

    /** Whether the replica is no longer a member of its group. */
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

    /** Expected {@code seq} of the next delivery. */
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
