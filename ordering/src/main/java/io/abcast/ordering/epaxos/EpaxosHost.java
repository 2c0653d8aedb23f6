package io.abcast.ordering.epaxos;

import io.abcast.kernel.Keys;
import io.abcast.kernel.Membership;

/**
 * Services that a node provides for the agreement of EPaxos. The node owns the network, the journal, the payloads and
 * the execution.
 */
interface EpaxosHost {
    int id();

    Membership members();

    long nowNanos();

    /** Returns a random number in [0, bound). */
    long random(long bound);

    /** Returns the time in ns after which a member sends an unanswered message again. */
    long retryNanos();

    /**
     * Returns the present mean time in ns from a proposal to the durable vote of another member. A coordinator that has
     * the votes of a quorum waits for {@code roundTripNanos} for the votes of a fast quorum.
     */
    long roundTripNanos();

    /** Sends a message to a member at once. A message to this member itself arrives after the present event. */
    void send(int to, EpaxosMessage message);

    /**
     * Sends a message once all journal records that exist at the time of the call are durable. A durably sent message
     * never reports a state that a crash of its sender can undo.
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
     * Returns whether a heartbeat of the member {@code member} arrived within the last election timeout. {@code
     * isReachable} is always true for this member itself.
     */
    boolean isReachable(int member);

    /**
     * Returns whether this member votes for instances. A member that has lost its storage is a learner: it learns
     * decisions, but never votes, never answers Recover or reads, and never opens an instance.
     */
    default boolean votes() {
        return true;
    }

    /**
     * Returns whether this member is durably a learner of an ensemble. A new member without an ensemble is neither a
     * voter nor a learner.
     */
    default boolean learns() {
        return false;
    }

    /**
     * Returns whether this member may order requests. A member that is behind may not order requests: it may soon
     * install a snapshot that already contains its own requests, and could then not answer their callers.
     */
    default boolean mayOrder() {
        return true;
    }

    /**
     * Returns whether {@code member} is a voter, as far as this member knows. A member that has become a learner does
     * not drive the instances that it opened as a voter.
     */
    default boolean isVoter(int member) {
        return true;
    }

    /**
     * Returns whether this member's frontier, a minimum over members, includes {@code member}. The included member must
     * be reachable and must not delay the removal of instances for too long.
     */
    default boolean countsInFrontier(int member) {
        return isReachable(member);
    }

    /**
     * Returns whether this member must retain instances until {@code member} has executed them, even if {@code member}
     * is unreachable. {@code delaysDrop} is true if {@code member} is a voter and this member does not retain too many
     * instances.
     */
    default boolean delaysDrop(int member) {
        return isVoter(member) && countsInFrontier(member);
    }

    /**
     * Returns whether all payloads of the value are durable at this member, or become durable together with the next
     * journal record.
     */
    boolean holds(RequestBatch value);

    /**
     * Keeps the payloads of the value until a call of {@link #release}. This member must hold the payloads of the
     * retained value.
     */
    default void retain(RequestBatch value) {}

    /** Ends one {@link #retain} of the value. */
    default void release(RequestBatch value) {}

    /**
     * Fetches the payloads of the value that this member lacks. Member {@code from} has sent the value, and is asked
     * for its payloads first.
     */
    void want(InstanceId id, RequestBatch value, int from);

    /**
     * Returns the keys that the requests of an instance with this value read and write. This member must hold the
     * payloads of the value whose keys it computes. {@code keys} also returns further keys, which make two kinds of
     * instances interfere: instances with the same request, and instances with passed requests of one member.
     */
    Keys keys(InstanceId instance, RequestBatch value);

    /**
     * Passes a decided instance to the execution of this member. The agreement calls {@code committed} once for each
     * instance between two starts of the member. A snapshot may already contain the effect of the committed instance.
     */
    void committed(EpaxosInstance instance);

    /** Reports a step of the agreement to the observer of this member. */
    default void observe(EpaxosStep step, InstanceId instance) {}

    /** Reports to the observer of this member that an instance is executed, before the effects of its requests. */
    default void observeExecuted(EpaxosInstance instance) {}

    /** Reports to the observer of this member that a snapshot with the last entry {@code zxid} is installed. */
    default void observeInstalled(long zxid) {}

    /** Reports that this member has opened an instance. */
    default void opened(InstanceId instance) {}

    /** Reports that an instance of this member is executed. */
    default void executed(InstanceId instance) {}

    /** Reports that the keys of an instance are known, or that the keys have changed. */
    default void known(EpaxosInstance instance) {}

    /**
     * Reports that this member has dropped (forgotten) an instance. After {@code dropped}, only the execution may still
     * need the payloads of the instance.
     */
    default void dropped(EpaxosInstance instance) {}

    /**
     * Reports that this member may serve a read from its state as soon as it has executed a set of instances.
     *
     * @param writers the instances that the read must see, including those up to the frontier. For undecided instances
     *     in {@code writers}, the host must call {@link Epaxos#urge}
     */
    void readAfter(long read, Dependencies writers);

    /** Reports that {@code member} has executed and dropped an instance that is undecided at this member. */
    void behind(InstanceId id, int member);

    /**
     * Stops this member for {@code reason}, because an invariant is broken. The node receives no event after a call of
     * {@code halt}.
     */
    void halt(String reason);
}
