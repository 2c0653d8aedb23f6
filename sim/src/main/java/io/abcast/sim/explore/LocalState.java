package io.abcast.sim.explore;

import io.abcast.kernel.Probe;
import java.util.Objects;

/** One state of one member: node, storage, pending writes, timers, clients. Equal states have one number. */
final class LocalState {
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

    /** Whether the member counts in elections; false while it has forgotten what it knew. */
    final boolean voter;

    /** A hash of what a person would say of this state: where in the protocol the member is, and what it waits for. */
    final int outline;

    /** Crashes between two events. */
    EventOutcome[] crashes;

    /** @param outlined whether anybody asks for {@link #outline} */
    LocalState(Host host, int parent, int event, DiskImage disk, long high, boolean outlined) {
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
        voter = broken == null && host.probe().voter();
        outline = outlined ? outline(host) : 0;
    }

    private int outline(Host host) {
        if (broken != null) return 0;
        Probe probe = host.probe();
        int bits = (probe.leads() ? 4 : 0) + (voter ? 2 : 0) + (stateWrites > 0 ? 1 : 0);
        return Objects.hash(life, probe.phase().ordinal(), probe.epoch(), bits);
    }
}
