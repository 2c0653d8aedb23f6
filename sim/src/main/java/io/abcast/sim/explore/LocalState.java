package io.abcast.sim.explore;

import io.abcast.kernel.Probe;
import java.util.Objects;

/** A state of one member: node, storage, pending writes, timers and clients. Equal states have one number. */
final class LocalState {
    final int rank;

    /**
     * The previous state, and the event that led from it to this state. If {@code parent} is -1, the state is the start
     * of an incarnation from {@link #disk}.
     */
    final int parent;

    final int event;
    final DiskImage disk;
    final int life;
    final int delivered;
    final int stateWrites;
    final int logWrites;

    /** For each incarnation: the number of requests that were submitted at it. The array never changes. */
    final int[] submitted;

    /** The violation of an invariant by this member alone; {@code null} without a violation. */
    final String broken;

    final long high;

    /** Whether the member votes in elections; false while it has forgotten its history. */
    final boolean voter;

    /** Hash of the main features of the state: the phase of the member, and the events that it waits for. */
    final int outline;

    /** The outcomes of crashes in this state, between two events. */
    EventOutcome[] crashes;

    /**
     * Creates a state.
     *
     * @param outlined whether {@link #outline} is needed
     */
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
