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

    long retryNanos();

    long roundTripNanos();

    /**
     * Sends a message to a member without waiting for the journal. A message to this member itself is processed after
     * the present event.
     */
    void send(int to, EpaxosMessage message);

    /** Sends a message once all journal records written before this call are durable. */
    void sendDurably(int to, EpaxosMessage message);

    default void sendToOthers(EpaxosMessage message) {
        for (int r = 0; r < members().size(); r++)
            if (members().id(r) != id()) send(members().id(r), message);
    }

    default void sendDurablyToOthers(EpaxosMessage message) {
        for (int r = 0; r < members().size(); r++)
            if (members().id(r) != id()) sendDurably(members().id(r), message);
    }

    default void broadcastDurably(EpaxosMessage message) {
        sendDurablyToOthers(message);
        sendDurably(id(), message);
    }

    void record(InstanceRecord record);

    /**
     * Returns whether a heartbeat of {@code member} arrived within the last election timeout; true for this member
     * itself.
     */
    boolean isReachable(int member);

    /** Returns whether this member may vote; a member that has lost its storage never votes again. */
    default boolean votes() {
        return true;
    }

    default boolean learns() {
        return false;
    }

    /** Returns whether this member may propose requests; a member that must catch up by a snapshot may not. */
    default boolean mayOrder() {
        return true;
    }

    /** Returns false for a member that has lost its vote: other members recover the instances that it opened. */
    default boolean isVoter(int member) {
        return true;
    }

    /** Returns false if {@code member} is unreachable, or delays the deletion of too many instances. */
    default boolean countsInFrontier(int member) {
        return isReachable(member);
    }

    /** Returns true for a voter, unless this member already keeps too many instances. */
    default boolean delaysDrop(int member) {
        return isVoter(member) && countsInFrontier(member);
    }

    /**
     * Returns whether this member has all payloads of the value, durable at the latest with the next journal record.
     */
    boolean holds(RequestBatch value);

    /**
     * Keeps the payloads of the value in memory until a call of {@link #release}. This member must hold all payloads of
     * the value.
     */
    default void retain(RequestBatch value) {}

    default void release(RequestBatch value) {}

    void want(InstanceId id, RequestBatch value, int from);

    /**
     * This member must hold the payloads of the value. The returned keys include additional keys of the protocol, so
     * that instances with the same request interfere.
     */
    Keys keys(InstanceId instance, RequestBatch value);

    /**
     * Called once for each decided instance after each start of the member; a snapshot may already contain the effects.
     */
    void committed(EpaxosInstance instance);

    default void observe(EpaxosStep step, InstanceId instance) {}

    default void observeExecuted(EpaxosInstance instance) {}

    default void observeInstalled(long zxid) {}

    default void opened(InstanceId instance) {}

    default void executed(InstanceId instance) {}

    default void known(EpaxosInstance instance) {}

    default void dropped(EpaxosInstance instance) {}

    /**
     * Called when this member may serve the read as soon as it has executed {@code writers}.
     *
     * @param writers the instances that the read must see; the host must call {@link Epaxos#urge} for each undecided
     *     one
     */
    void readAfter(long read, Dependencies writers);

    /**
     * Called when {@code member} has dropped an instance that is undecided at this member, which therefore needs a
     * snapshot.
     */
    void behind(InstanceId id, int member);

    /** After {@code halt}, the node receives no event. */
    void halt(String reason);
}
