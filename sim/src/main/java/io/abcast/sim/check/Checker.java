package io.abcast.sim.check;

/**
 * Checks one invariant of a simulated run. The simulator calls {@link #audit} at the end of the run, and after any
 * checker has found a violation. A checker reports at most the first violation of its invariant.
 */
public abstract class Checker {
    private final String name = getClass().getSimpleName();
    private RunHistory history;
    private boolean reported;

    final void watch(RunHistory watched) {
        history = watched;
    }

    /** Name of the checked invariant, as in the literature. */
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
     * Notifies the checker that {@code txn} was appended to the log of the member {@code rank}. The argument {@code
     * broadcast} is true if the member leads the entry's epoch and appended the entry before all other members.
     */
    protected void onAppended(int rank, Txn txn, boolean broadcast) {}

    /**
     * Notifies the checker that {@code txn} was delivered to the state machine of the member {@code rank} as entry
     * number {@code index}, counted from 0.
     */
    protected void onDelivered(int rank, Txn txn, int index, boolean mine) {}

    /** Notifies the checker that the state machine of the member {@code rank} was set to a snapshot. */
    protected void onRestored(int rank) {}

    protected void onAnswered(ObservedRequest request) {}

    /**
     * Notifies the checker that the driver passes a client's request to the node, which gives the request its number.
     */
    protected void onNumbered(ObservedRequest request) {}

    /** Notifies the checker that the client has received the answer that its request was delivered. */
    protected void onTold(ObservedRequest request) {}

    /** Notifies the checker that the process of the member {@code rank} has crashed. */
    protected void onCrashed(int rank) {}

    /** Notifies the checker of an unexpected answer: a second answer to a request, or an answer to no request. */
    protected void onStrayAnswer(int rank, String what) {}

    protected void onReadReady(ObservedRead read) {}

    /**
     * Notifies the checker that the member {@code rank} is the established leader of {@code epoch}, as its node reports
     * after each event.
     */
    protected void onLeads(int rank, int epoch) {}

    /**
     * Notifies the checker that the server {@code rank} is started again while its process runs. After the second
     * start, the older process of the server has the rank {@code twin}.
     */
    protected void onTwin(int rank, int twin) {}

    protected void onHalted(int rank, String reason) {}

    /**
     * Notifies the checker that a quorum remembers the order of entries again, after a majority had forgotten it. The
     * argument {@code ranks} has one bit for the rank of each remembering member.
     */
    protected void onMajorityRegained(long ranks) {}

    /**
     * Notifies the checker that, because storages were lost, only the first {@code length} entries of the total order
     * remain.
     */
    protected void onLost(int length) {}

    /**
     * Notifies the checker that the member belongs to the ensemble of the founding {@code era}; 0 if the member belongs
     * to no ensemble.
     */
    protected void onEra(int rank, long era) {}

    /** Notifies the checker that all members have forgotten the history, so that earlier deliveries no longer count. */
    protected void onNewBeginning() {}

    /** Notifies the checker that a node or a codec violated the contract between nodes and drivers. */
    protected void onBreach(int rank, String what) {}

    /** Notifies the checker that a queue of the member exceeds its declared bound. */
    protected void onOverflow(int rank, String queue, long size, long bound) {}

    /** Checks the whole history of the run that the checker has observed so far. */
    protected void audit() {}

    /** Notifies the checker of the end of the run: all faults are healed, and the cluster is at rest. */
    protected void onEnd() {}
}
