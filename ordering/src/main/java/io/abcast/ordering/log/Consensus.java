package io.abcast.ordering.log;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Hold;
import io.abcast.kernel.Message;
import io.abcast.kernel.QueueVisitor;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;

/**
 * A member's engine for consensus: the members agree on one value in each slot. Slots are the places of one sequence,
 * counted from 1; {@link LogNode} turns the decided values into a log. An implementation calls only {@link Ports}.
 *
 * <p>Thread rule: as {@link io.abcast.kernel.Node}.
 */
public interface Consensus {
    /** Proof of a snapshot under protocols without lying members. */
    byte[] NO_PROOF = new byte[0];

    /** Creates the engine of one member. */
    @FunctionalInterface
    interface Factory {
        Consensus create(Ports ports);
    }

    /** Restores the state that {@link #write} wrote in an earlier run. Called before {@link #start}. */
    void restore(WireReader in);

    /** Writes the state that must survive a crash, except votes: at most some hundred bytes for each member. */
    void write(WireWriter out);

    /**
     * Restores the newest vote in a slot that this member recorded by {@link Ports#vote} before the restart. Called
     * after {@link #restore} and before {@link #start}. The vote may be of a slot that needs no votes any more, and may
     * be newer than the state that {@link #restore} has read.
     *
     * @throws io.abcast.kernel.MalformedFrameException if the bytes are not a recorded vote
     */
    void restoreVote(WireReader in);

    /**
     * The slot up to which recorded votes are no longer needed once the output of {@link #write} is durable. {@link
     * Long#MAX_VALUE} means that a vote is needed exactly until the decision of its slot is durable.
     */
    long closed();

    /** Starts the engine, after the history of earlier runs has been applied again. */
    void start();

    /** Handles a message of the engine's own family. */
    void onMessage(int from, Message message);

    /**
     * The time for which a message of this member, or a message that it forwards, may be held. The result is a hint.
     */
    Hold hold(Message message);

    /** Handles the passing of time; called every {@link LogConfig#tickNanos}. */
    void onTick();

    /** Proposes all requests that may be proposed now. Called after the events of a batch. */
    void onBatchEnd();

    /**
     * Reports that {@code slot}, the successor of the last applied slot, was decided as {@code value} and has taken
     * effect.
     */
    void onApplied(long slot, Value value);

    /** Reports that this member has caught up to {@code slot} with entries or a snapshot, not by decisions. */
    void onCaughtUp(long slot);

    /**
     * Reports that decisions up to {@code slot} are in the durable log. From now on, the engine's state need not
     * contain these decisions.
     */
    void onDurable(long slot);

    /**
     * The highest slot in which this member has accepted a value. In each decided slot, a quorum of the members has
     * accepted a value.
     */
    long highestAccepted();

    /**
     * Whether this member's {@link #highestAccepted} may count in a read, because it remembers every slot in which it
     * has accepted a value.
     */
    boolean answersReads();

    /** Number of members whose {@link #highestAccepted} a read needs, this member included. */
    int readQuorum();

    /**
     * The read index: a slot at or above all slots that were decided before the read began.
     *
     * @param answers {@link #readQuorum} answers to the read, in ascending order
     */
    long readIndex(long[] answers);

    /** Asks the engine to have all slots up to {@code slot} decided, because a read waits for these slots. */
    void reach(long slot);

    /**
     * Number of members whose equal answers bring another member up to date. A number above 1 means that members may
     * lie. In that case the order and its snapshots have digests, and a snapshot counts only with a proof.
     */
    int witnesses();

    /**
     * Reports that this member holds a snapshot of {@code slot} durably. The member has taken or installed the
     * snapshot, or found it at its start. Called only if members may lie.
     */
    default void onSnapshot(long slot, Digest snapshot) {}

    /**
     * The proof that enough members hold this member's proven snapshot, whose last slot is {@code slot}; {@code null}
     * if there is no proof.
     */
    default byte[] proof(long slot) {
        return NO_PROOF;
    }

    /**
     * Whether the proof shows that enough members hold the snapshot of {@code slot} with digest {@code snapshot}.
     * Called only if members may lie.
     */
    default boolean isProof(long slot, Digest snapshot, byte[] proof) {
        return false;
    }

    /**
     * Asks the other members to admit this member as a voter. The log calls it every {@link LogConfig#retryNanos} while
     * {@link Ports#recovering}. The member then knows the ensemble's era, exchanges messages of this era, and learns
     * decisions, but it gives no vote, promise or report.
     *
     * <p>The engine's question contains {@link Ports#incarnation}. When the engine holds a valid admission for that
     * incarnation, the engine changes its own state and calls {@link Ports#admitted}. The engine ignores an admission
     * for another incarnation.
     */
    void askAdmission();

    /** Number of members that this member has admitted since its start. */
    long admissions();

    /** The highest ballot or regency that this member has promised. */
    long promised();

    /**
     * Lets this member vote again because the operator asserts that its lost votes do not matter.
     *
     * @param promised a ballot or regency; the member ignores lower ballots or regencies
     * @param through the highest slot in which the member may have forgotten votes. In these slots the member votes
     *     only in ballots or regencies that began after this call
     */
    void rejoin(long promised, long through);

    /**
     * Makes this member a founder of a new ensemble that continues its history. Promises, votes and messages of earlier
     * ensembles no longer count. Called only if {@link #witnesses} is 1.
     */
    default void renew() {
        throw new UnsupportedOperationException();
    }

    /** Maximum number of slots for which the engine keeps state. */
    long slotsMax();

    /** See {@link LogNode#visitQueues}. */
    void visitQueues(QueueVisitor to);

    /** Minimum number of members with {@code bootstrap} that may found an ensemble without the other members. */
    int foundersMin();

    /** Minimum number of voters. With fewer voters, the protocol can decide nothing. */
    int votersMin();

    /**
     * The reason why this member orders no requests at present, as far as it knows; empty if it orders requests. Called
     * only if this member belongs to an ensemble.
     */
    String impediment();

    /** Whether this member leads, with enough members that follow it. */
    boolean leads();

    /** The number (round) of the present ballot or regency, which never decreases. */
    long round();

    /** Server id of the present leader, as far as this member knows; 0 if there is no leader. */
    int leader();

    /** Whether this member is trying to become the leader. */
    boolean campaigns();
}
