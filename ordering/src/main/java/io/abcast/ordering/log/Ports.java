package io.abcast.ordering.log;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;
import io.abcast.kernel.WireWriter;
import java.util.function.Consumer;

/** Services of the {@link LogNode} for its {@link Consensus} engine. */
public interface Ports {
    int id();

    Membership members();

    LogConfig config();

    long nowNanos();

    /** A random number in [0, bound). */
    long random(long bound);

    /** The last applied slot. All slots up to it are decided and known to this member. */
    long applied();

    /**
     * Whether this member may vote in a slot. It may not if it may have voted there before and does not remember it.
     */
    boolean mayVote(long slot);

    /** Whether this member's right to vote is durable. Before that it records no vote. */
    boolean mayRecord();

    /** Whether this member may vote at all. */
    boolean voter();

    /**
     * Whether this member may promise to take part in no older ballot, and report its votes in slots from {@code from}
     * on. It may not if it may have voted in one of these slots, does not remember it, and does not hold the decision
     * durably.
     */
    boolean mayPromise(long from);

    /**
     * Bits of the ranks of the voters that this bootstrapped member joined. It has forgotten its votes in slots up to
     * one that these voters have named. It may vote and promise there only together with them, because their votes are
     * all that is left. 0 if this member has not joined voters by bootstrap, or if its log is damaged.
     */
    int beside();

    /** The decisions of all slots up to this one are in the synced log or snapshot of this member. */
    long durable();

    /** The decided slot of which this member's log holds only a part; 0 if there is no such slot. */
    long inside();

    /** Identity of this member's storage. */
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

    /** Sends a message. A message to this member itself arrives after the present event. */
    void send(int to, Message message);

    /** As {@link #send}, after the present output of {@link Consensus#write} and all votes so far are durable. */
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
     * Records this member's vote in a slot in the log, in place of an earlier one. After a crash it is passed to
     * {@link Consensus#restoreVote}.
     *
     * @param slot above {@link Consensus#closed} and above {@link #durable}.
     * @param bytes size of the content, or slightly more.
     * @param content writes the vote, with the payloads of its value unchanged.
     */
    void vote(long slot, int bytes, Consumer<WireWriter> content);

    /** Reports a decision. Idempotent. */
    void decided(long slot, Value value);

    /** Whether the value may be the decision of the slot {@link #inside}. */
    boolean isDecisionOfPart(Value value);

    /** Forgets decisions that cannot take effect yet because an earlier decision is unknown. */
    void forgetDecided();

    /** Whether the decision of that slot was reported. */
    boolean knows(long slot);

    /** Reports the statement of a member that everything up to {@code slot} is decided. */
    void behind(long slot, int who);

    /** The highest slot that another member has named in {@link #behind}. Without further evidence it may be a lie. */
    long named();

    /**
     * Reports a proof that everything up to that slot is decided.
     *
     * @param order the digest of the order up to the slot
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
     * Reports a proof that enough members hold a snapshot of that slot with that digest.
     *
     * @return whether this member holds it, and it is newer than the snapshot proven before
     */
    boolean snapshotProven(long slot, Digest snapshot);

    /** This member's own requests. */
    OwnRequests requests();

    /** Whether the request, applied next, would be a new one in its origin's order. */
    boolean isNext(OriginRequest request);

    /** Whether a request was applied already, as far as the order remembers. */
    boolean isOrdered(int origin, long request);

    /** Begins a pledge: this member waits for an event, and then sends to all other members. */
    void beginPledge(Wait what, long number);

    /** Ends a pledge because the event has occurred. Called directly before the sends. */
    void endPledge(Wait what, long number);

    /** Ends the pledges up to that number without sends, because this member does not wait any longer. */
    void giveUp(Wait what, long throughNumber);

    void report(String line);

    /** The era of the ensemble that this member belongs to; 0 if it belongs to none yet. */
    long era();

    /** Counts a refused message of another member, and reports refusals from time to time. */
    void refuse(int from, Object message, Refusals.Reason reason);

    /** Stops this member with that reason, because an invariant is broken. No event follows. */
    void halt(String reason);
}
