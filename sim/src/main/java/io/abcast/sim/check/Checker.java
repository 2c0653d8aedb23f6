package io.abcast.sim.check;

/**
 * Checks one invariant of a run. Subclasses override the events that they need. {@link #audit} checks everything once
 * more, and may be slow. It runs after another checker has found a violation, and at the end. A checker reports at most
 * its first violation.
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
     * Notifies that {@code txn} was appended to the log of {@code rank}. {@code broadcast}: its primary did so, before
     * all other members.
     */
    protected void onAppended(int rank, Txn txn, boolean broadcast) {}

    /**
     * Notifies that {@code txn} was delivered to the state machine of {@code rank} as its entry {@code index}, from 0.
     */
    protected void onDelivered(int rank, Txn txn, int index, boolean mine) {}

    /**
     * Notifies that the state machine of {@code rank} was set to a snapshot, or to the empty state at a start without
     * one.
     */
    protected void onRestored(int rank) {}

    protected void onAnswered(ObservedRequest request) {}

    /** Notifies of a second answer, or of an answer without a request. */
    protected void onStrayAnswer(int rank, String what) {}

    protected void onReadReady(ObservedRead read) {}

    /**
     * Notifies that the node of {@code rank} reports itself as the established leader of {@code epoch} after an event.
     */
    protected void onLeads(int rank, int epoch) {}

    /**
     * Notifies that the process of {@code rank} has rank {@code twin} from now on, because its server is started again.
     */
    protected void onTwin(int rank, int twin) {}

    protected void onHalted(int rank, String reason) {}

    /** Notifies that a quorum, given by one bit per rank, remembers again what a majority had forgotten. */
    protected void onMajorityRegained(long ranks) {}

    /** Notifies that storages were lost, and with them all entries of the order after the first {@code length}. */
    protected void onLost(int length) {}

    /** Notifies that the member considers itself part of the ensemble of {@code era}; 0: of no ensemble. */
    protected void onEra(int rank, long era) {}

    /** Notifies that all members have forgotten everything, so that the old history no longer counts. */
    protected void onNewBeginning() {}

    /** Notifies that a node or a codec violated the contract between nodes and drivers. */
    protected void onBreach(int rank, String what) {}

    /** Notifies that a queue of the member exceeds its declared bound. */
    protected void onOverflow(int rank, String queue, long size, long bound) {}

    /** Checks everything that was observed so far. */
    protected void audit() {}

    /** Notifies of the end of the run: all faults are healed, and the cluster is at rest. */
    protected void onEnd() {}
}
