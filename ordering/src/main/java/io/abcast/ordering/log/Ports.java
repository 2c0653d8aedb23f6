package io.abcast.ordering.log;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Message;
import io.abcast.kernel.WireWriter;
import java.util.function.Consumer;

/** Services that the {@link LogNode} offers to its {@link Consensus} engine. */
public interface Ports extends PeerServices {
    /** Returns a random number from 0 to {@code bound - 1}. */
    long random(long bound);

    /** The last applied slot: this member has applied all slots up to and including {@code applied}. */
    long applied();

    /** Whether this member may vote in {@code slot}; false if it may have voted in the slot and forgotten the vote. */
    boolean mayVote(long slot);

    /** Whether this member's right to vote is durable; without it, the member records no vote. */
    boolean mayRecord();

    /** Whether this member has the right to vote. */
    boolean voter();

    /** Whether the durable state of this member contains all changes of the persisted state up to now. */
    boolean isStateDurable();

    /**
     * Whether this member may promise to ignore older ballots and may report its votes in slots at or above {@code
     * from}. Returns false if, in a slot at or above {@code from}, this member may have forgotten a vote and does not
     * hold the decision durably.
     */
    boolean mayPromise(long from);

    /**
     * The voters that this member joined when it was started with {@code bootstrap}, with one bit per rank; 0 if the
     * member has joined no voters or its log is damaged. In slots with forgotten votes, the member's votes and promises
     * count only with promises of all joined voters, because only their votes are left.
     */
    int beside();

    /** The slot up to which all decisions are in the synced log or in a durable snapshot of this member. */
    long durable();

    /** The decided slot of which this member's log holds only some entries; 0 if the log ends at the end of a slot. */
    long inside();

    /** Identity of this member's present storage. */
    Incarnation incarnation();

    /**
     * Whether this member waits for its admission as a voter: it belongs to a known ensemble and may have lost votes of
     * an earlier storage.
     */
    boolean recovering();

    /**
     * Ends the recovery of this member: after {@code admitted} the member votes in slots above {@code through}. The
     * engine must change its own state before it calls {@code admitted}, so that this state and the end of the recovery
     * become durable together.
     *
     * @param through the highest slot in which this member may have voted with an earlier storage; at least 0
     */
    void admitted(long through);

    /**
     * Sends {@code message} once the present output of {@link Consensus#write} and all votes recorded so far are
     * durable.
     */
    void sendDurably(int to, Message message);

    /** Sends {@code message} to all members, including this member, as {@link #send} does. */
    default void broadcast(Message message) {
        for (int r = 0; r < members().size(); r++) send(members().id(r), message);
    }

    /** Sends {@code message} to all members, including this member, as {@link #sendDurably} does. */
    default void broadcastDurably(Message message) {
        for (int r = 0; r < members().size(); r++) sendDurably(members().id(r), message);
    }

    /** Reports that the output of {@link Consensus#write} has changed and must be persisted. */
    void changed();

    /**
     * Records this member's vote for {@code slot} in the log, instead of an earlier vote in the slot. After a crash the
     * node passes the last recorded vote of the slot to {@link Consensus#restoreVote}.
     *
     * @param slot a slot above {@link Consensus#closed} and above {@link #durable}
     * @param bytes size in bytes of the bytes that {@code content} writes, or slightly more.
     * @param content writes the vote, with unchanged payloads of the requests in the value
     */
    void vote(long slot, int bytes, Consumer<WireWriter> content);

    /** Reports that {@code value} is decided in {@code slot}. A repeated report of the same decision has no effect. */
    void decided(long slot, Value value);

    /**
     * Whether {@code value} may be the decision of slot {@link #inside}: its first entries must equal the entries that
     * the log holds of this slot.
     */
    boolean isDecisionOfPart(Value value);

    /**
     * Forgets the decisions of slots that cannot take effect yet because the decision of an earlier slot is unknown.
     */
    void forgetDecided();

    /** Whether this member knows the decision of {@code slot}. */
    boolean knows(long slot);

    /**
     * Reports that a member has stated that all slots up to {@code slot} are decided; {@code who} is the member's
     * server id.
     */
    void behind(long slot, int who);

    /** The highest slot that any member, which may lie, has named to this member as decided, see {@link #behind}. */
    long named();

    /**
     * Reports that this member has a proof that all slots up to {@code slot} are decided.
     *
     * @param order the digest of the order up to {@code slot}
     */
    void provenThrough(long slot, Digest order);

    /**
     * Reports that {@code member} is one of a majority of members that have lost their storages. This member forgets
     * the slots that {@code member} has named as decided, and the proofs of slots above {@code proven}, whose entries
     * may be lost.
     *
     * @param proven the slot of a checkpoint up to which a member still holds the order
     */
    void lost(int member, long proven);

    /**
     * The digest of the order up to {@code slot}; {@code null} if this member has not applied {@code slot} or no longer
     * keeps the digest. A member always keeps the digest at slot {@link #applied}.
     */
    Digest orderDigest(long slot);

    /**
     * The value of {@link Consensus#closed} (the slot up to which this member needs no recorded votes) in the last
     * durable state.
     */
    long closed();

    /**
     * Reports a proof that enough members hold a snapshot of {@code slot} with digest {@code snapshot}.
     *
     * @return whether this member holds the snapshot, and the snapshot is newer than every snapshot that this member
     *     had a proof for
     */
    boolean snapshotProven(long slot, Digest snapshot);

    /** The requests that were submitted at this member. */
    OwnRequests requests();

    /** Whether {@code request} would take effect if a slot with the request were decided next. */
    boolean isNext(OriginRequest request);

    /**
     * Whether the request with number {@code request} of member {@code origin} has taken effect; may be false for a
     * request before the origin's last restarts, which the order forgets.
     */
    boolean isOrdered(int origin, long request);

    /**
     * Begins a pledge: announces to the transport that this member will send messages to all other members as soon as
     * the event {@code what} occurs.
     */
    void beginPledge(Wait what, long number);

    /**
     * Ends a pledge (announcement of messages) because its event has occurred; directly precedes the announced
     * messages.
     */
    void endPledge(Wait what, long number);

    /**
     * Ends all pledges (announcements of messages) of kind {@code what} up to number {@code throughNumber}, whose
     * messages will not be sent.
     */
    void giveUp(Wait what, long throughNumber);

    /** The era (number of the founding) of this member's ensemble; 0 if the member belongs to no ensemble yet. */
    long era();

    /** Stops this member for {@code reason}, because an invariant is broken; the member receives no further event. */
    void halt(String reason);
}
