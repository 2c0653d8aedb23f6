package io.abcast.sim.explore;

import io.abcast.kernel.Probe;
import java.util.Objects;

/**
 * A state of one member: node, storage, pending writes, timers and clients. Equal states of a member have equal state
 * numbers.
 */
final class LocalState {
    final int rank;

    /**
     * Number of the previous state of the member. The field {@code event} is the event that led from the member's
     * previous state to the present {@code LocalState}. If {@code parent} is -1, this state is the start of an
     * incarnation from the disk content {@link #disk}.
     */
    final int parent;

    final int event;
    final DiskImage disk;
    final int life;
    final int delivered;
    final int stateWrites;
    final int logWrites;

    /**
     * For each incarnation of the member: the number of requests that clients submitted at this incarnation. The array
     * of the incarnations' request counts never changes.
     */
    final int[] submitted;

    /** The violation of an invariant by this member alone; {@code null} if this member has violated no invariant. */
    final String broken;

    final long high;

    /**
     * Whether the member of this state votes in elections. The member does not vote while it has forgotten its history.
     */
    final boolean voter;

    /**
     * Hash of the main features of the member's state: the phase of the member, and the events for which the member
     * waits.
     */
    final int outline;

    /** The outcomes of crashes that take place in this member state, between two events. */
    EventOutcome[] crashes;

    /**
     * Creates a state of the member that the host simulates.
     *
     * @param outlined whether the search needs {@link #outline}, the hash of the main features
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
