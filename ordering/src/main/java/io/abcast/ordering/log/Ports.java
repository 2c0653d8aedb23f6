package io.abcast.ordering.log;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;
import io.abcast.kernel.WireWriter;
import java.util.function.Consumer;

/** What a {@link Consensus} can ask of the {@link LogNode} that it works for. */
public interface Ports {
    int id();

    Membership members();

    LogConfig config();

    long nowNanos();

    /** A number in [0, bound). */
    long random(long bound);

    /** The last slot that was applied: all up to it are decided and known here. */
    long applied();

    /**
     * Whether this member may vote in an instance. Not if it may have voted there before and does not remember.
     */
    boolean mayVote(long slot);

    /** Whether this member's right to vote is durable. Before that it records no vote. */
    boolean mayRecord();

    /** Whether it may vote at all. */
    boolean voter();

    /**
     * Whether this member may promise to take part in no older ballot, and report its votes in slots from {@code from} on. Not if it
     * may have voted in one of these slots, does not remember it, and does not hold the decision durably.
     */
    boolean mayPromise(long from);

    /**
     * Bits of the ranks of the voters that this member joined on the operator's word. It has forgotten its votes in slots up to one that
     * these voters have named, and it may vote and promise there together with them: their votes are all that is left. 0: this member
     * has not joined on the operator's word, or its log is damaged.
     */
    int beside();

    /** The decisions of all slots up to this one are in the synced log or snapshot of this member. */
    long durable();

    /** The slot that is decided and of which this member's log holds a part only; 0: none. */
    long inside();

    /** The storage of this member. */
    Incarnation incarnation();

    /**
     * Whether this member has lost the votes of an earlier incarnation, or may have, and belongs to a known ensemble: it must be admitted
     * before it votes.
     */
    boolean recovering();

    /**
     * Ends the recovery: this member is a voter from now on, in slots above {@code through}. The engine calls it after it has changed
     * its own state, which becomes durable together with this. A vote or promise must leave by {@link #sendDurably} only.
     *
     * @param through the highest slot in which an earlier incarnation of this member may have voted; at least 0
     */
    void admitted(long through);

    /** Sends; to this member itself too, which gets it after this event. */
    void send(int to, Message message);

    /** As {@link #send}, once everything that {@link Consensus#write} would write now is durable, and every {@link #vote} so far. */
    void sendDurably(int to, Message message);

    /** {@link #send} to all members, this one included. */
    default void broadcast(Message message) {
        for (int r = 0; r < members().size(); r++) send(members().id(r), message);
    }

    /** {@link #sendDurably} to all members, this one included. */
    default void broadcastDurably(Message message) {
        for (int r = 0; r < members().size(); r++) sendDurably(members().id(r), message);
    }

    /** What {@link Consensus#write} writes has changed. */
    void changed();

    /**
     * Records this member's vote in a slot in the log, in place of an earlier one. After a crash {@link Consensus#restoreVote} gets it.
     *
     * @param slot above {@link Consensus#closed} and above {@link #durable}.
     * @param bytes that the content takes, or a few more.
     * @param content writes the vote, with the payloads of its value unchanged.
     */
    void vote(long slot, int bytes, Consumer<WireWriter> content);

    /** A value is decided. Told again is no matter. */
    void decided(long slot, Value value);

    /** Whether that value may be the decision of the slot {@link #inside}. */
    boolean isDecisionOfPart(Value value);

    /** Decisions that cannot take effect yet, because one before them is not known, count no more. */
    void forgetDecided();

    /** Whether the decision of that slot was told. */
    boolean knows(long slot);

    /** Member {@code who} says that everything up to {@code slot} is decided. */
    void behind(long slot, int who);

    /** The highest slot that any other member has named in {@link #behind}. Without further evidence it may be a lie. */
    long named();

    /**
     * It is proven that everything up to that slot is decided.
     *
     * @param order the digest of the order up to it
     */
    void provenThrough(long slot, Digest order);

    /**
     * A majority has lost its storages, and this member is part of it. The slots that the member has named, and proofs of slots beyond {@code proven},
     * may be of entries that are lost.
     */
    void lost(int member, long proven);

    /**
     * The digest of the order up to that slot; {@code null}: this member has not applied the slot, or it was long ago. At the slot {@link #applied} the
     * digest is known.
     */
    Digest orderDigest(long slot);

    /** {@link Consensus#closed} in the durable state. */
    long closed();

    /**
     * It is proven that enough members hold a snapshot of that slot with that digest.
     *
     * @return whether it is one that this member holds, newer than the one that was proven before
     */
    boolean snapshotProven(long slot, Digest snapshot);

    /** This member's own requests. */
    OwnRequests requests();

    /** Whether that request, applied next, would be a new one in its origin's order. */
    boolean isNext(OriginRequest request);

    /** Whether a request was applied already, as far as that is remembered. */
    boolean isOrdered(int origin, long request);

    /** From now on this member waits for that; then it sends to all others. */
    void beginPledge(Wait what, long number);

    /** What it waited for is there: directly before the sends that follow. */
    void endPledge(Wait what, long number);

    /** It does not wait for those up to that number any more. */
    void giveUp(Wait what, long throughNumber);

    void report(String line);

    /** The era of the ensemble that this member belongs to; 0 if it belongs to none yet. */
    long era();

    /** A message of another member was refused: counts it, and reports it at times. */
    void refuse(int from, Object message, Refusals.Reason reason);

    /** An invariant is broken: stops this member with that reason. No event follows. */
    void halt(String reason);
}
