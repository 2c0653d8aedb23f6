package io.abcast.ordering.epaxos;

/**
 * Observer of the protocol steps and the executed instances of one member. An observer must not affect the behaviour of
 * the node.
 */
public interface EpaxosWatch {
    /** Observer that ignores all calls. */
    EpaxosWatch NONE = new EpaxosWatch() {};

    /** Called when the member takes a step of the protocol in the instance {@code instance}. */
    default void onStep(EpaxosStep step, InstanceId instance) {}

    /**
     * Called when the member executes an instance, before the member delivers those requests of the instance that take
     * effect. After a restart, the member may execute an instance again, but delivers no request again whose entry is
     * in its log.
     *
     * @param deps the dependencies with which this member committed the instance
     */
    default void onExecuted(InstanceId instance, RequestBatch value, Dependencies deps) {}

    /**
     * Called when another member's snapshot has replaced the state of this member.
     *
     * @param zxid zxid of the last entry in the snapshot
     */
    default void onInstalled(long zxid) {}
}
