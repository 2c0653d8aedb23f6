package io.abcast.ordering.log;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Message;
import io.abcast.kernel.WireWriter;
import java.util.function.Consumer;

/** Services of the {@link LogNode} for its {@link Consensus} engine. */
public interface Ports extends PeerServices {
    /** A random number in [0, bound). */
    long random(long bound);

    /** The last applied slot. All slots up to it are decided and known to this member. */
    long applied();

    /**
     * Whether this member may vote in a slot. False if the member may have voted in the slot and forgotten the vote.
     */
    boolean mayVote(long slot);

    /** Whether this member's right to vote is durable. While the answer is false, the member records no vote. */
    boolean mayRecord();

    /** Whether this member may vote at all. */
    boolean voter();

    /** Whether the persisted state is durable, with all its changes up to now. */
    boolean isStateDurable();

    /**
     * Whether this member may promise to ignore older ballots, and report its votes in slots from {@code from} on.
     * False if the member may have forgotten a vote in one of these slots and does not hold the decision of the slot
     * durably.
     */
    boolean mayPromise(long from);

    /**
     * The voters that this bootstrapped member has joined, with one bit per rank; 0 if it has joined no voters, or if
     * its log is damaged. The voters have named a slot; up to this slot the member may have forgotten its votes. In
     * these slots the member may vote and promise only together with all of these voters, because only their votes are
     * left.
     */
    int beside();

    /** The slot up to which all decisions are in the synced log or in a durable snapshot of this member. */
    long durable();

    /** The decided slot whose entries this member's log holds only in part; 0 if there is no such slot. */
    long inside();

    /** Identity of this member's storage. */
    Incarnation incarnation();

    /**
     * Whether this member waits for admission. Such a member belongs to a known ensemble and may have lost the votes of
     * an earlier incarnation, so it must be admitted before it votes.
     */
    boolean recovering();

    /**
     * Ends the recovery: this member votes from now on, in slots above {@code through}. The engine must change its own
     * state before this call, so that the state becomes durable together with the end of the recovery. The engine must
     * send votes and promises by {@link #sendDurably} only.
     *
     * @param through the highest slot in which an earlier incarnation of this member may have voted; at least 0
     */
    void admitted(long through);

    /** Sends a message once the present output of {@link Consensus#write} and all recorded votes are durable. */
    void sendDurably(int to, Message message);

    /** {@link #send} to all members, including this one. */
    default void broadcast(Message message) {
        for (int r = 0; r < members().size(); r++) send(members().id(r), message);
    }

    /** {@link #sendDurably} to all members, including this one. */
    default void broadcastDurably(Message message) {
        for (int r = 0; r < members().size(); r++) sendDurably(members().id(r), message);
    }

    /** Reports that the output of {@link Consensus#write} has changed. */
    void changed();

    /**
     * Records this member's vote for a slot in the log. The vote replaces an earlier vote in the slot. After a crash
     * the last vote is passed to {@link Consensus#restoreVote}.
     *
     * @param slot above {@link Consensus#closed} and above {@link #durable}.
     * @param bytes size of the content, or slightly more.
     * @param content writes the vote, with the payloads of its value unchanged.
     */
    void vote(long slot, int bytes, Consumer<WireWriter> content);

    /** Reports that {@code value} is decided in {@code slot}. A repeated report has no effect. */
    void decided(long slot, Value value);

    /** Whether the entries of the slot {@link #inside} in this member's log may be the first ones of the value. */
    boolean isDecisionOfPart(Value value);

    /** Forgets decisions that cannot take effect yet because an earlier decision is unknown. */
    void forgetDecided();

    /** Whether the decision of {@code slot} was reported. */
    boolean knows(long slot);

    /** Reports that all slots up to {@code slot} are decided, according to a statement of {@code who}. */
    void behind(long slot, int who);

    /** The highest slot that a member has named in {@link #behind}. The statement may be a lie. */
    long named();

    /**
     * Reports a proof that all slots up to {@code slot} are decided.
     *
     * @param order the digest of the order up to the slot
     */
    void provenThrough(long slot, Digest order);

    /**
     * Reports that {@code member} has lost its storage, as part of a majority. The slots that the lost member has
     * named, and proofs of slots above {@code proven}, are forgotten, because entries of these slots may be lost.
     *
     * @param proven the slot of a checkpoint that a member still holds
     */
    void lost(int member, long proven);

    /**
     * The digest of the order up to a slot. The digest at slot {@link #applied} is always known. The result is {@code
     * null} if this member has not applied the slot, or has applied it too long ago.
     */
    Digest orderDigest(long slot);

    /** The value of {@link Consensus#closed} in the last durable state. */
    long closed();

    /**
     * Reports a proof that enough members hold a snapshot of {@code slot} with digest {@code snapshot}.
     *
     * @return whether this member holds the snapshot, and the snapshot is newer than all snapshots that were proven
     *     before
     */
    boolean snapshotProven(long slot, Digest snapshot);

    /** This member's own requests. */
    OwnRequests requests();

    /** Whether the request would take effect if it were decided next. */
    boolean isNext(OriginRequest request);

    /** Whether a request has taken effect. The order forgets requests of old runs of their origin. */
    boolean isOrdered(int origin, long request);

    /**
     * Begins a pledge: this member waits for an event, and will send messages to all other members when the event
     * occurs.
     */
    void beginPledge(Wait what, long number);

    /**
     * Ends a pledge because its event has occurred. The engine calls this method directly before it sends the announced
     * messages.
     */
    void endPledge(Wait what, long number);

    /**
     * Ends all pledges of this kind up to number {@code throughNumber}, because this member no longer waits and will
     * not send the announced messages.
     */
    void giveUp(Wait what, long throughNumber);

    /** The era of the ensemble that this member belongs to; 0 if the member belongs to no ensemble yet. */
    long era();

    /** Stops this member for {@code reason}, because an invariant is broken. The member receives no further event. */
    void halt(String reason);
}
