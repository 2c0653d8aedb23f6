package io.abcast.ordering.epaxos;

import io.abcast.kernel.Keys;
import io.abcast.kernel.Membership;

/**
 * Services of a node for the agreement of EPaxos. The node owns the network, the journal, the payloads and the
 * execution.
 */
interface EpaxosHost {
    int id();

    Membership members();

    long nowNanos();

    /** A random number in [0, bound). */
    long random(long bound);

    /** Time after which an unanswered message is sent again. */
    long retryNanos();

    /**
     * Present mean time in ns from a proposal to the durable vote of another member. A coordinator that has votes of a
     * quorum waits for this time for a fast quorum.
     */
    long roundTripNanos();

    /** Sends a message at once. A message to this member itself arrives after the present event. */
    void send(int to, EpaxosMessage message);

    /**
     * Sends a message once all records that exist at the time of the call are durable. So a message never reports a
     * state that a crash of its sender can undo.
     */
    void sendDurably(int to, EpaxosMessage message);

    /** {@link #send} to all other members. */
    default void sendToOthers(EpaxosMessage message) {
        for (int r = 0; r < members().size(); r++)
            if (members().id(r) != id()) send(members().id(r), message);
    }

    /** {@link #sendDurably} to all other members. */
    default void sendDurablyToOthers(EpaxosMessage message) {
        for (int r = 0; r < members().size(); r++)
            if (members().id(r) != id()) sendDurably(members().id(r), message);
    }

    /** {@link #sendDurably} to all members, including this one. */
    default void broadcastDurably(EpaxosMessage message) {
        sendDurablyToOthers(message);
        sendDurably(id(), message);
    }

    /** Appends the state of an instance to the journal. */
    void record(InstanceRecord record);

    /**
     * Whether a heartbeat of the member arrived within the last election timeout. The answer for this member is always
     * true.
     */
    boolean isReachable(int member);

    /**
     * Whether this member votes. A member that has lost its storage is a learner: it learns decisions, but never votes,
     * never answers Recover or reads, and never opens an instance.
     */
    default boolean votes() {
        return true;
    }

    /** Whether this member is durably a learner of an ensemble. A new member is neither a voter nor a learner. */
    default boolean learns() {
        return false;
    }

    /**
     * Whether this member may order requests. A member that is behind may soon install a snapshot that already contains
     * its own requests, and could then not answer them.
     */
    default boolean mayOrder() {
        return true;
    }

    /**
     * Whether a member is a voter, as far as this member knows. A learner does not drive the instances that it opened
     * as a voter.
     */
    default boolean isVoter(int member) {
        return true;
    }

    /** Whether the frontier takes a member into account: it is reachable and not too slow. */
    default boolean countsInFrontier(int member) {
        return isReachable(member);
    }

    /**
     * Whether this member must retain instances until {@code member} has executed them, even if that member is
     * unreachable. The answer is true if {@code member} is a voter and this member does not retain too many instances.
     */
    default boolean delaysDrop(int member) {
        return isVoter(member) && countsInFrontier(member);
    }

    /**
     * Whether all payloads of the value are durable at this member, or become durable together with the next record.
     */
    boolean holds(RequestBatch value);

    /** Keeps the payloads of the value, which this member holds, until {@link #release}. */
    default void retain(RequestBatch value) {}

    /** Ends {@link #retain}. */
    default void release(RequestBatch value) {}

    /** Fetches those payloads of the value that this member lacks; {@code from} has sent the value. */
    void want(InstanceId id, RequestBatch value, int from);

    /**
     * The keys of an instance with a value whose payloads are here. Beside the keys of the payloads, they make instances
     * with the same request interfere, and those with passed requests of one member.
     */
    Keys keys(InstanceId instance, RequestBatch value);

    /**
     * Passes a decided instance to the execution. Called once for each instance between two starts of the member. A
     * snapshot may already contain the effect of the instance.
     */
    void committed(EpaxosInstance instance);

    /** Reports a step to the observer of this member. */
    default void observe(EpaxosStep step, InstanceId instance) {}

    /** Reports to the observer of this member that an instance is executed, before its effects. */
    default void observeExecuted(EpaxosInstance instance) {}

    /** Reports to the observer of this member that a snapshot with the last entry {@code zxid} is installed. */
    default void observeInstalled(long zxid) {}

    /** Reports that this member has opened an instance. */
    default void opened(InstanceId instance) {}

    /** Reports that an instance of this member is executed. */
    default void executed(InstanceId instance) {}

    /** Reports that the keys of an instance are known, or have changed. */
    default void known(EpaxosInstance instance) {}

    /** Reports that an instance is dropped. From now on only the execution may still need its payloads. */
    default void dropped(EpaxosInstance instance) {}

    /**
     * Reports that a read may be served from the state as soon as this member has executed a set of instances.
     *
     * @param writers the instances, including those up to the frontier. For undecided instances, the host must call
     *     {@link Epaxos#urge}
     */
    void readAfter(long read, Dependencies writers);

    /** Reports that {@code member} has executed and dropped an instance that is undecided at this member. */
    void behind(InstanceId id, int member);

    /** Stops this member for {@code reason}, because an invariant is broken. No event follows. */
    void halt(String reason);
}
