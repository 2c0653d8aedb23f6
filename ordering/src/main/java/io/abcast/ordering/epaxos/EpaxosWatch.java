package io.abcast.ordering.epaxos;

/**
 * Observes the steps and the executions of one member. Searches use observers to measure which cases they have reached.
 * The observer does not affect the behaviour of the node.
 */
public interface EpaxosWatch {
    /** Observer that ignores all reports. */
    EpaxosWatch NONE = new EpaxosWatch() {};

    /** Reports a step of the agreement about an instance. */
    default void onStep(EpaxosStep step, InstanceId instance) {}

    /**
     * Reports that an instance is executed. After this report, the requests of the instance that take effect are
     * delivered. After a restart, an instance may be executed again; requests whose entries are in the log are then not
     * delivered again.
     *
     * @param deps the dependencies as this member has committed them
     */
    default void onExecuted(InstanceId instance, RequestBatch value, Dependencies deps) {}

    /**
     * Reports that another member's snapshot has replaced the state.
     *
     * @param zxid the last entry in the snapshot
     */
    default void onInstalled(long zxid) {}
}
