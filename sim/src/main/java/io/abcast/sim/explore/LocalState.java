package io.abcast.sim.explore;

import io.abcast.kernel.Probe;
import java.util.Objects;

/** A state of one member: node, storage, pending writes, timers and clients. Each distinct state has one number. */
final class LocalState {
    final int rank;

    /**
     * Number of the member's previous state, from which {@code event} led to this state; -1 if this state is the start
     * of an incarnation from the disk content {@link #disk}.
     */
    final int parent;

    final int event;
    final DiskImage disk;
    final int life;
    final int delivered;
    final int stateWrites;
    final int logWrites;

    /** For each incarnation (run of the process): number of submitted requests; the array is never changed. */
    final int[] submitted;

    /** {@code null} without a violation. */
    final String broken;

    final long high;

    /** Whether the member votes in this state; false while it has forgotten its votes. */
    final boolean voter;

    final int outline;

    EventOutcome[] crashes;

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
