package io.abcast.ordering.epaxos;

import io.abcast.kernel.Keys;
import io.abcast.kernel.Membership;

/**
 * Services of a node that the consensus code of EPaxos ({@link Epaxos} and its parts) uses. The node owns the network,
 * the journal, the payloads and the execution.
 */
interface EpaxosHost {
    int id();

    Membership members();

    long nowNanos();

    /** Returns a random number in [0, bound). */
    long random(long bound);

    /** Returns the time in ns for which this member waits for an answer before it sends a message again. */
    long retryNanos();

    /**
     * Returns the present mean time in ns from a proposal of this member to the durable vote of another member. After
     * the votes of a quorum, a coordinator waits this long for the votes of a fast quorum.
     */
    long roundTripNanos();

    /**
     * Sends a message to a member without waiting for the journal. A message to this member itself is processed after
     * the present event.
     */
    void send(int to, EpaxosMessage message);

    /**
     * Sends a message once all journal records written before this call are durable. A durably sent message never
     * reports a state that its sender could lose in a crash.
     */
    void sendDurably(int to, EpaxosMessage message);

    /** Sends a message to all other members by {@link #send}. */
    default void sendToOthers(EpaxosMessage message) {
        for (int r = 0; r < members().size(); r++)
            if (members().id(r) != id()) send(members().id(r), message);
    }

    /** Sends a message to all other members by {@link #sendDurably}. */
    default void sendDurablyToOthers(EpaxosMessage message) {
        for (int r = 0; r < members().size(); r++)
            if (members().id(r) != id()) sendDurably(members().id(r), message);
    }

    /** Sends a message to all members, including this member, by {@link #sendDurably}. */
    default void broadcastDurably(EpaxosMessage message) {
        sendDurablyToOthers(message);
        sendDurably(id(), message);
    }

    /** Appends the present state of an instance to the journal. */
    void record(InstanceRecord record);

    /**
     * Returns whether a heartbeat of the member {@code member} arrived within the last election timeout; always true
     * for this member itself.
     */
    boolean isReachable(int member);

    /**
     * Returns whether this member may vote. A member that has lost its storage is a learner: it receives decisions, but
     * never votes, never answers Recover or the questions of reads, and never opens an instance.
     */
    default boolean votes() {
        return true;
    }

    /**
     * Returns whether this member's durable state says that it is a learner. A new member that has not joined an
     * ensemble is neither a voter nor a learner.
     */
    default boolean learns() {
        return false;
    }

    /**
     * Returns whether this member may propose requests. A member that must catch up by a snapshot may not propose: the
     * snapshot could contain its own requests, and the member could not answer their callers.
     */
    default boolean mayOrder() {
        return true;
    }

    /**
     * Returns whether {@code member} may vote, as far as this member knows. A member that has lost its vote does not
     * decide the instances that it opened earlier, so other members recover them.
     */
    default boolean isVoter(int member) {
        return true;
    }

    /**
     * Returns whether this member's frontier stays below the instances that {@code member} has not executed. Returns
     * false if {@code member} is unreachable, or delays the deletion of too many instances.
     */
    default boolean countsInFrontier(int member) {
        return isReachable(member);
    }

    /**
     * Returns whether this member must keep each instance until {@code member} has executed it, even while {@code
     * member} is unreachable. Returns true for a voter, unless this member already keeps too many instances.
     */
    default boolean delaysDrop(int member) {
        return isVoter(member) && countsInFrontier(member);
    }

    /**
     * Returns whether this member has the payloads of all requests in {@code value}. Each of these request payloads is
     * durable, or becomes durable with the next journal record.
     */
    boolean holds(RequestBatch value);

    /**
     * Keeps the payloads of the value in memory until a call of {@link #release}. This member must hold all payloads of
     * the value.
     */
    default void retain(RequestBatch value) {}

    /** Undoes one call of {@link #retain} for the value. */
    default void release(RequestBatch value) {}

    /** Fetches the missing payloads of the value. This member first asks {@code from}, the sender of the value. */
    void want(InstanceId id, RequestBatch value, int from);

    /**
     * Returns the keys that the requests of the value read and write. This member must hold the payloads of the value.
     * The returned keys include additional keys of the protocol, so that instances with the same request interfere, and
     * instances with passed requests of one learner interfere.
     */
    Keys keys(InstanceId instance, RequestBatch value);

    /**
     * Passes a decided instance to the execution of this member, once after each start of the member. The effects of
     * the instance may already be part of this member's snapshot.
     */
    void committed(EpaxosInstance instance);

    /** Reports a step of the protocol to the {@link EpaxosWatch} of this member. */
    default void observe(EpaxosStep step, InstanceId instance) {}

    /** Reports to the {@link EpaxosWatch} that this member executes an instance, before its requests take effect. */
    default void observeExecuted(EpaxosInstance instance) {}

    /**
     * Reports to the {@link EpaxosWatch} that this member has installed another member's snapshot, which ends with the
     * entry {@code zxid}.
     */
    default void observeInstalled(long zxid) {}

    /** Called when this member has opened an instance. */
    default void opened(InstanceId instance) {}

    /** Called when an instance that this member opened is executed. */
    default void executed(InstanceId instance) {}

    /** Called when the keys of an instance become known, or change. */
    default void known(EpaxosInstance instance) {}

    /**
     * Called when this member has dropped an instance. After an instance is dropped, only the execution may still need
     * its payloads.
     */
    default void dropped(EpaxosInstance instance) {}

    /**
     * Called when enough voters have answered a read: this member may serve the read from its state once it has
     * executed {@code writers}.
     *
     * @param writers the instances that the read must see, including all instances up to the frontier. The host must
     *     call {@link Epaxos#urge} for each undecided instance among {@code writers}
     */
    void readAfter(long read, Dependencies writers);

    /**
     * Called when {@code member} has reported that it has dropped an instance which is undecided at this member. A
     * member that lacks an instance which another member has dropped needs a snapshot.
     */
    void behind(InstanceId id, int member);

    /**
     * Stops this member, because an invariant of the protocol is broken. After {@code halt}, the node receives no
     * event.
     */
    void halt(String reason);
}
