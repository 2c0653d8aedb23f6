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

    /** Present round trip to another member, with its disk. A coordinator with a quorum waits so long for a fast quorum. */
    long roundTripNanos();

    /** Sends a message at once. A message to this member itself arrives after the present event. */
    void send(int to, EpaxosMessage message);

    /**
     * Sends a message once all records so far are durable. So a message never shows a state that a crash of its sender
     * can undo.
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

    /** Whether a voter's heartbeat arrived within the election timeout. Always true for this member. */
    boolean isReachable(int member);

    /**
     * Whether this member votes. A member that has lost its storage is a learner: it learns decisions, and
     * never votes, answers Recover or reads, or opens an instance.
     */
    default boolean votes() {
        return true;
    }

    /** Whether this member is durably a learner of an ensemble. A new member is neither a voter nor a learner. */
    default boolean learns() {
        return false;
    }

    /**
     * Whether this member may order requests. A member that is behind may soon take over a snapshot with its own
     * requests, and could then not answer them.
     */
    default boolean mayOrder() {
        return true;
    }

    /** Whether a member is a voter, as far as this member knows. A learner drives none of its former instances. */
    default boolean isVoter(int member) {
        return true;
    }

    /** Whether the frontier takes a member into account: it is reachable and not too slow. */
    default boolean countsInFrontier(int member) {
        return isReachable(member);
    }

    /**
     * Whether this member retains what another member has not executed, although that one may be unreachable: it is a
     * voter, and not too much is retained.
     */
    default boolean delaysDrop(int member) {
        return isVoter(member) && countsInFrontier(member);
    }

    /** Whether all payloads of the value are durable here, or become so together with the next record. */
    boolean holds(RequestBatch value);

    /** Keeps the payloads of the value, which are here, until {@link #release}. */
    default void retain(RequestBatch value) {}

    /** Ends {@link #retain}. */
    default void release(RequestBatch value) {}

    /** Asks for the payloads of the value that are missing here; {@code from} has sent the value. */
    void want(InstanceId id, RequestBatch value, int from);

    /**
     * The keys of a value whose payloads are here. Each request also writes a key of its own, so that instances with
     * the same request interfere.
     */
    Keys keys(RequestBatch value);

    /**
     * Hands a decided instance to the execution. Called once per instance and run. A snapshot may contain its effect
     * already.
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

    /** Reports that an instance is dropped. Its payloads are no longer needed, except for an execution. */
    default void dropped(EpaxosInstance instance) {}

    /**
     * Reports that a read may be served from the state as soon as a set of instances is executed here.
     *
     * @param writers the instances, also those up to the frontier. Undecided ones need {@link Epaxos#urge}
     */
    void readAfter(long read, Dependencies writers);

    /** Reports that {@code member} has executed and dropped an instance that is undecided here. */
    void behind(InstanceId id, int member);

    /** Stops this member for {@code reason}, because an invariant is broken. No event follows. */
    void halt(String reason);
}
