package io.abcast.ordering.log;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Hold;
import io.abcast.kernel.Message;
import io.abcast.kernel.QueueVisitor;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;

/**
 * A member's engine for consensus: with each slot, the members agree on one value. Slots are numbered from 1 in the
 * order in which their values take effect. {@link LogNode} turns the decided values into a log. An implementation of
 * {@code Consensus} calls only {@link Ports}.
 *
 * <p>Thread rule: the thread rule of {@link io.abcast.kernel.Node} holds for {@code Consensus}.
 */
public interface Consensus {
    /** The proof of a snapshot in a protocol whose members do not lie: zero bytes. */
    byte[] NO_PROOF = new byte[0];

    /** Creates the consensus engine of one member. */
    @FunctionalInterface
    interface Factory {
        Consensus create(Ports ports);
    }

    /**
     * Restores the engine's state that {@link #write} wrote before the restart; precedes the call of {@link #start}.
     */
    void restore(WireReader in);

    /**
     * Writes the engine's state that must survive a crash, except the votes; at most a few hundred bytes per member.
     */
    void write(WireWriter out);

    /**
     * Restores the newest vote in a slot that this member recorded by {@link Ports#vote}, after {@link #restore} and
     * before {@link #start}. The vote may be newer than the restored state, and its slot may already be decided.
     *
     * @throws io.abcast.kernel.MalformedFrameException if the bytes are not a vote that the engine has recorded
     */
    void restoreVote(WireReader in);

    /**
     * The slot up to which this member needs no recorded votes, as soon as the output of {@link #write} is durable.
     * {@link Long#MAX_VALUE} stands for all slots whose decisions are durable.
     */
    long closed();

    /** Starts the engine of this member, after the node has applied the history that it stored before the restart. */
    void start();

    /** Handles a message of this engine's protocol from member {@code from}. */
    void onMessage(int from, Message message);

    /** Returns a hint how long the transport may hold a message that this member sends or forwards. */
    Hold hold(Message message);

    /** Checks whether timeouts of the engine have passed, every {@link LogConfig#tickNanos}. */
    void onTick();

    /** Proposes all requests that the engine may propose now, after each batch of events. */
    void onBatchEnd();

    /** Reports that {@code slot} was decided as {@code value} and has taken effect; slots ascend without gaps. */
    void onApplied(long slot, Value value);

    /**
     * Reports that this member has applied all slots up to {@code slot} from entries or a snapshot that another member
     * has sent.
     */
    void onCaughtUp(long slot);

    /**
     * Reports that the decisions up to {@code slot} are in this member's durable log, so that the engine may drop its
     * own records of them.
     */
    void onDurable(long slot);

    /**
     * The highest slot in which this member has accepted a value, for linearizable reads: a quorum has accepted the
     * value of each decided slot.
     */
    long highestAccepted();

    /**
     * Whether a linearizable read may use this member's {@link #highestAccepted}; false for a member with lost votes,
     * which may have forgotten a slot.
     */
    boolean answersReads();

    /** Number of members, this member included, whose {@link #highestAccepted} a linearizable read needs. */
    int readQuorum();

    /**
     * The read index, the slot that a linearizable read waits for: at or above all slots that were decided before the
     * read began.
     *
     * @param answers answers of {@link #readQuorum} members to the read, in ascending order
     */
    long readIndex(long[] answers);

    /**
     * Asks the engine to have all slots up to {@code slot} decided, because a linearizable read waits for these slots.
     */
    void reach(long slot);

    /**
     * Number of members that must give equal answers before a member believes them; above 1 if members may lie. If
     * members may lie, a member accepts a snapshot only with a proof.
     */
    int witnesses();

    /** Reports that this member holds a snapshot of {@code slot} durably; called only if members may lie. */
    default void onSnapshot(long slot, Digest snapshot) {}

    /**
     * Returns the proof that enough members hold this member's snapshot of {@code slot}; {@code null} if this member
     * has no proof of a snapshot of {@code slot}.
     */
    default byte[] proof(long slot) {
        return NO_PROOF;
    }

    /**
     * Whether {@code proof} shows that enough members hold the snapshot of {@code slot} with digest {@code snapshot};
     * called only if members may lie.
     */
    default boolean isProof(long slot, Digest snapshot, byte[] proof) {
        return false;
    }

    /**
     * Asks the other members, every {@link LogConfig#retryNanos}, to admit this member as a voter while {@link
     * Ports#recovering} is true. Until its admission, a recovering member sends no vote, promise or report.
     *
     * <p>The question contains {@link Ports#incarnation}, the identity of the member's storage. When the engine
     * receives a valid admission for this incarnation, it changes its own state and calls {@link Ports#admitted}.
     */
    void askAdmission();

    /** Number of members that this member has admitted as voters since its start. */
    long admissions();

    /** The highest ballot or regency that this member has promised. */
    long promised();

    /**
     * Lets this member vote again because the operator asserts that the lost votes of this member do not matter.
     *
     * @param promised a ballot or regency; the member ignores all lower ballots or regencies
     * @param through the highest slot in which the member may have forgotten votes; up to it, the member votes only in
     *     ballots or regencies that began after the call
     */
    void rejoin(long promised, long through);

    /**
     * Makes all promises, votes and messages of earlier ensembles void, because this member has founded a new ensemble
     * that continues its history. Called only if no member may lie ({@link #witnesses} is 1).
     */
    default void renew() {
        throw new UnsupportedOperationException();
    }

    /** Maximum number of slots for which the engine keeps votes or other state. */
    long slotsMax();

    /**
     * Passes the lengths and bounds of the engine's queues to the visitor {@code to}, see {@link LogNode#visitQueues}.
     */
    void visitQueues(QueueVisitor to);

    /**
     * Minimum number of members that, started with {@code bootstrap}, may found an ensemble without the other members.
     */
    int foundersMin();

    /** Minimum number of voters that the protocol needs to decide slots. */
    int votersMin();

    /**
     * The reason why this member, which belongs to an ensemble, orders no requests at present; an empty text if it
     * orders requests.
     */
    String impediment();

    /** Whether this member is the leader and enough members answer its messages. */
    boolean leads();

    /** The round of the present ballot, or the number of the present regency (leader's term); never decreases. */
    long round();

    /** Server id of the present leader, as far as this member knows; 0 if this member knows no leader. */
    int leader();

    /** Whether this member is trying to become the leader. */
    boolean campaigns();
}
