package io.abcast.ordering.log;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Hold;
import io.abcast.kernel.Message;
import io.abcast.kernel.QueueVisitor;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;

/**
 * One member's part in agreeing on the value of each instance of consensus. The instances are the places ("slots") of one
 * sequence, counted from 1; {@link LogNode} makes a log of them. It works through {@link Ports} alone.
 *
 * <p>Thread rule: as {@link io.abcast.kernel.Node}.
 */
public interface Consensus {
    /** Where no member lies. */
    byte[] NO_PROOF = new byte[0];

    /** Makes it. */
    @FunctionalInterface
    interface Factory {
        Consensus create(Ports ports);
    }

    /** Before {@link #start}: becomes what {@link #write} wrote in an earlier life. */
    void restore(WireReader in);

    /** Writes the state that must survive a crash, except votes: at most some hundred bytes for each member. */
    void write(WireWriter out);

    /**
     * After {@link #restore} and before {@link #start}: a vote that this member recorded before the restart by {@link Ports#vote}, the newest of its slot.
     * It may be of a slot that needs none, and it may be newer than what {@link #restore} has read.
     *
     * @throws io.abcast.kernel.MalformedFrameException if it is not what was recorded
     */
    void restoreVote(WireReader in);

    /**
     * Where what {@link #write} writes is durable, votes up to this slot are not needed. {@link Long#MAX_VALUE}: votes are needed until
     * their slots' decisions are durable, and no longer.
     */
    long closed();

    /** What was applied in earlier lives has been applied again; the member takes part from now on. */
    void start();

    /** A message of its own family. */
    void onMessage(int from, Message message);

    /** How one of its own messages, or what it forwards, may be held back on its way; a hint. */
    Hold hold(Message message);

    /** Time has passed; called every {@link LogConfig#tickNanos}. */
    void onTick();

    /** After the events of a batch: whatever may now be proposed, is. */
    void onBatchEnd();

    /** {@code slot}, the one after the last, was decided to be {@code value}, and has taken effect. */
    void onApplied(long slot, Value value);

    /** This member was brought up to {@code slot} by another one, without hearing the decisions between. */
    void onCaughtUp(long slot);

    /** Decisions up to {@code slot} are in the durable log: its own state need not hold them any more. */
    void onDurable(long slot);

    /** The highest slot in which this member has accepted anything; at least as many as one of those that decide know it. */
    long highestAccepted();

    /** Whether this member's {@link #highestAccepted} may count in a read: it has not forgotten a slot in which it has accepted anything. */
    boolean answersReads();

    /** How many members' {@link #highestAccepted} a read asks for, its own included. */
    int readQuorum();

    /**
     * Of {@link #readQuorum} answers to a read, one that is not below any slot decided before the read began.
     *
     * @param answers in ascending order
     */
    long readIndex(long[] answers);

    /** Somebody's read waits for that slot to be decided. */
    void reach(long slot);

    /**
     * How many members must answer the same when another one is brought up to date by them. With more than one, members may lie: the
     * order and its snapshots have digests, and a snapshot counts only with a proof.
     */
    int witnesses();

    /** This member holds a snapshot of that slot durably: taken, installed, or found at the start. Only with proofs. */
    default void onSnapshot(long slot, Digest snapshot) {}

    /** The proof that enough members hold this member's proven snapshot, which is of that slot; {@code null}: no proof. */
    default byte[] proof(long slot) {
        return NO_PROOF;
    }

    /** Whether that proves that enough members hold the snapshot of that slot with that digest. Only with proofs. */
    default boolean isProof(long slot, Digest snapshot, byte[] proof) {
        return false;
    }

    /**
     * Asks the other members to admit this one as a voter. The log calls it every {@link LogConfig#retryNanos} while {@link
     * Ports#recovering}: the member knows the ensemble's era, receives messages of it and may send them, and learns decisions. The
     * request names {@link Ports#incarnation}. When the engine holds a valid admission for that incarnation, it changes its own state and
     * calls {@link Ports#admitted}. An admission for another incarnation is ignored. A recovering member gives no vote, promise or report.
     */
    void askAdmission();

    /** Members that this one has admitted since its start. */
    long admissions();

    /** The highest ballot or regency that this member has promised. */
    long promised();

    /**
     * The operator asserts that lost votes of this member do not matter.
     *
     * @param promised it takes part in no ballot or regency below this one
     * @param through it has forgotten its votes in slots up to this one. It votes there only in ballots or regencies that began after this call
     */
    void rejoin(long promised, long through);

    /**
     * This member is a founder of a new ensemble that goes on with its history. All that was promised, voted and heard in another one counts
     * no more. Called only with one {@link #witnesses witness}.
     */
    default void renew() {
        throw new UnsupportedOperationException();
    }

    /** Of how many slots beside those that have taken effect it keeps anything, at most. */
    long slotsMax();

    /** See {@link LogNode#visitQueues}. */
    void visitQueues(QueueVisitor to);

    /** How many members with {@code bootstrap} found an ensemble without the others. */
    int foundersMin();

    /** With fewer voters than this, the protocol can decide nothing. */
    int votersMin();

    /**
     * Why requests are not being ordered at present, as far as this member knows; empty if they are. Not called before the member
     * belongs to an ensemble.
     */
    String impediment();

    /** Whether this member's proposals are heard at present by enough others. */
    boolean leads();

    /** Of the ballot that this member takes part in; grows. */
    long round();

    /** Server id of who leads that ballot, as far as is known; 0 if nobody. */
    int leader();

    /** Whether it is trying to lead. */
    boolean campaigns();
}
