package io.abcast.sim.explore;

/** One state of one member: node, storage, pending writes, timers, clients. Equal states have one number. */
final class Local {
    final int rank;

    /** The state before, and the event that led here from there; {@code parent} -1: a start from {@link #disk}. */
    final int parent;

    final int event;
    final DiskImage disk;
    final int life;
    final int delivered;
    final int stateWrites;
    final int logWrites;

    /** By life, requests submitted; never changed. */
    final int[] submitted;

    /** The invariant that this member has broken by itself, or {@code null}. */
    final String broken;

    final long high;

    /** Crashes between two events. */
    Outcome[] crashes;

    Local(Host host, int parent, int event, DiskImage disk, long high) {
        this.rank = host.rank();
        this.parent = parent;
        this.event = event;
        this.disk = disk;
        this.life = host.life();
        this.delivered = host.delivered();
        this.stateWrites = host.stateWrites();
        this.logWrites = host.logWrites();
        this.submitted = host.submitted();
        this.broken = host.broken();
        this.high = high;
    }
}
