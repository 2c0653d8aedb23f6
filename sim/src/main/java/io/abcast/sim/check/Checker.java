package io.abcast.sim.check;

/**
 * Watches a run for one invariant. Overrides the events it needs; {@link #audit} looks at everything once more, when
 * another checker has found a violation and at the end, and may be slow. Reports at most its first violation.
 */
public abstract class Checker {
    private final String name = getClass().getSimpleName();
    private RunHistory history;
    private boolean reported;

    final void watch(RunHistory watched) {
        history = watched;
    }

    /** The invariant's name as the literature has it. */
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

    /** {@code txn} was appended to the log of {@code rank}; {@code broadcast}: by its primary, before everybody else. */
    protected void onAppended(int rank, Txn txn, boolean broadcast) {}

    /** {@code txn} was delivered to the state machine of {@code rank} as its {@code index}th entry, from 0. */
    protected void onDelivered(int rank, Txn txn, int index, boolean mine) {}

    /** The state machine of {@code rank} was set to a snapshot, or to nothing at a start without one. */
    protected void onRestored(int rank) {}

    protected void onAnswered(ObservedRequest request) {}

    /** A second answer, or an answer to what was never asked. */
    protected void onStrayAnswer(int rank, String what) {}

    protected void onReadReady(ObservedRead read) {}

    /** After an event at {@code rank} its node says that it is the established leader of {@code epoch}. */
    protected void onLeads(int rank, int epoch) {}

    /** The process of {@code rank} has the other rank from now on: its server is started again. */
    protected void onTwin(int rank, int twin) {}

    protected void onHalted(int rank, String reason) {}

    /** A quorum, one bit per rank, remembers again what a majority had forgotten. */
    protected void onMajorityRegained(long ranks) {}

    /** Storages were lost, and with them all but the first {@code length} entries of the order. */
    protected void onLost(int length) {}

    /** The member believes to belong to the ensemble of that era; 0: to no ensemble. */
    protected void onEra(int rank, long era) {}

    /** All have forgotten everything: what was seen so far binds nobody any more. */
    protected void onNewBeginning() {}

    /** A node or a codec broke the contract between nodes and drivers. */
    protected void onBreach(int rank, String what) {}

    /** A queue of the member holds more than its declared bound. */
    protected void onOverflow(int rank, String queue, long size, long bound) {}

    /** Checks everything seen so far. */
    protected void audit() {}

    /** The run is over, all faults are healed and the cluster has come to rest. */
    protected void onEnd() {}
}
