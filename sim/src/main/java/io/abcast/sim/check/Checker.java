package io.abcast.sim.check;

/**
 * Checks one invariant of a run. A subclass overrides the methods for the events that it needs. {@link #audit} checks
 * the whole history once more, and may be slow. The simulator calls it after another checker has found a violation, and
 * at the end of the run. A checker reports at most its first violation.
 */
public abstract class Checker {
    private final String name = getClass().getSimpleName();
    private RunHistory history;
    private boolean reported;

    final void watch(RunHistory watched) {
        history = watched;
    }

    /** The invariant's name in the literature. */
    public final String name() {
        return name;
    }

    protected final RunHistory history() {
        return history;
    }

    protected final void violated(String what) {
        if (reported) return;
        reported = true;
        history.report(new Violation(name, history.nowNanos(), what));
    }

    /**
     * Notifies that {@code txn} was appended to the log of {@code rank}. {@code broadcast} is true if this member is
     * the primary and appended the entry before all other members.
     */
    protected void onAppended(int rank, Txn txn, boolean broadcast) {}

    /**
     * Notifies that {@code txn} was delivered to the state machine of {@code rank} as entry number {@code index},
     * counted from 0.
     */
    protected void onDelivered(int rank, Txn txn, int index, boolean mine) {}

    /**
     * Notifies that the state machine of {@code rank} was set to a snapshot, or to the empty state at a start without
     * one.
     */
    protected void onRestored(int rank) {}

    protected void onAnswered(ObservedRequest request) {}

    /** Notifies that the driver passes a client's request to a node; from now on the request has a number. */
    protected void onNumbered(ObservedRequest request) {}

    /** Notifies that the client has received the answer that its request was delivered. */
    protected void onTold(ObservedRequest request) {}

    /** Notifies that the process of {@code rank} has crashed. */
    protected void onCrashed(int rank) {}

    /** Notifies of an answer that is the second one to a request, or that belongs to no request. */
    protected void onStrayAnswer(int rank, String what) {}

    protected void onReadReady(ObservedRead read) {}

    /**
     * Notifies that the node of {@code rank} reports itself as the established leader of {@code epoch} after an event.
     */
    protected void onLeads(int rank, int epoch) {}

    /**
     * Notifies that the process of {@code rank} has the rank {@code twin} from now on, because its server is being
     * started again.
     */
    protected void onTwin(int rank, int twin) {}

    protected void onHalted(int rank, String reason) {}

    /**
     * Notifies that a quorum remembers the order again after a majority had forgotten it. {@code ranks} is the set of
     * the quorum's members, as one bit per rank.
     */
    protected void onMajorityRegained(long ranks) {}

    /** Notifies that storages were lost. Only the first {@code length} entries of the order remain. */
    protected void onLost(int length) {}

    /** Notifies that the member considers itself part of the ensemble of {@code era}; 0 means no ensemble. */
    protected void onEra(int rank, long era) {}

    /** Notifies that all members have forgotten the history, so that the history no longer counts. */
    protected void onNewBeginning() {}

    /** Notifies that a node or a codec violated the contract between nodes and drivers. */
    protected void onBreach(int rank, String what) {}

    /** Notifies that a queue of the member exceeds its declared bound. */
    protected void onOverflow(int rank, String queue, long size, long bound) {}

    /** Checks the whole history that was observed so far. */
    protected void audit() {}

    /** Notifies of the end of the run: all faults are healed, and the cluster is at rest. */
    protected void onEnd() {}
}
