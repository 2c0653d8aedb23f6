package io.abcast.sim.check;

/**
 * A checker checks one invariant of a simulated run. A subclass of {@code Checker} overrides the methods for the run's
 * events that its invariant needs. The method {@link #audit} of a checker checks the whole history of the run once
 * more, and may be slow. The simulator calls {@link #audit} after another checker has found a violation, and at the end
 * of the run. A checker reports at most the first violation of its invariant.
 */
public abstract class Checker {
    private final String name = getClass().getSimpleName();
    private RunHistory history;
    private boolean reported;

    final void watch(RunHistory watched) {
        history = watched;
    }

    /** The name that the literature gives to the checked invariant. */
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
     * Notifies the checker that {@code txn} was appended to the log of the member {@code rank}. The argument
     * {@code broadcast} is true if the member is the primary (the leader of the epoch) and appended the entry before
     * all other members.
     */
    protected void onAppended(int rank, Txn txn, boolean broadcast) {}

    /**
     * Notifies the checker that {@code txn} was delivered to the state machine of the member {@code rank} as entry
     * number {@code index}, counted from 0.
     */
    protected void onDelivered(int rank, Txn txn, int index, boolean mine) {}

    /**
     * Notifies the checker that the state machine of the member {@code rank} was set to a snapshot. When a member
     * starts without a snapshot, its state machine was set to the empty state.
     */
    protected void onRestored(int rank) {}

    protected void onAnswered(ObservedRequest request) {}

    /**
     * Notifies the checker that the driver passes a client's request to a node. After the driver has passed a client's
     * request to the node, the request has a number at its member.
     */
    protected void onNumbered(ObservedRequest request) {}

    /** Notifies the checker that the client has received the answer that its request was delivered. */
    protected void onTold(ObservedRequest request) {}

    /** Notifies the checker that the process of the member {@code rank} has crashed. */
    protected void onCrashed(int rank) {}

    /** Notifies the checker of an answer that is the second answer to a request, or that belongs to no request. */
    protected void onStrayAnswer(int rank, String what) {}

    protected void onReadReady(ObservedRead read) {}

    /**
     * Notifies the checker that, after an event, the node of the member {@code rank} reports itself as the established
     * leader of {@code epoch}.
     */
    protected void onLeads(int rank, int epoch) {}

    /**
     * Notifies the checker that the process of the member {@code rank} has the rank {@code twin} from now on. The
     * process gets another rank because its server is started again while the process runs.
     */
    protected void onTwin(int rank, int twin) {}

    protected void onHalted(int rank, String reason) {}

    /**
     * Notifies the checker that a quorum remembers the order of entries again, after a majority had forgotten it. The
     * argument {@code ranks} is the set of members in the quorum that remembers the order, as one bit per rank.
     */
    protected void onMajorityRegained(long ranks) {}

    /**
     * Notifies the checker that some members have lost their storages. After the loss of storages, only the first
     * {@code length} entries of the total order remain.
     */
    protected void onLost(int length) {}

    /**
     * Notifies the checker that the member considers itself part of the ensemble of the founding {@code era};
     * {@code era} is 0 if the member is in no ensemble.
     */
    protected void onEra(int rank, long era) {}

    /**
     * Notifies the checker that all members have forgotten the history, so that deliveries before now no longer count.
     */
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
