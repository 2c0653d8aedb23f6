package io.abcast.ordering.epaxos;

/**
 * Observes the agreement steps and the executions of one member. Searches for defects use observers to measure which
 * cases their runs have reached. The observer must not affect the behaviour of the node.
 */
public interface EpaxosWatch {
    /** Observer that ignores all reports of the node. */
    EpaxosWatch NONE = new EpaxosWatch() {};

    /** Reports a step of the agreement about an instance. */
    default void onStep(EpaxosStep step, InstanceId instance) {}

    /**
     * Reports that a member executes an instance, before the effects of its requests. After the report of an execution,
     * the member delivers the requests of the instance that take effect. After a restart, the member may execute an
     * instance again; requests whose entries are in the log are then not delivered again.
     *
     * @param deps the dependencies with which this member has committed the executed instance
     */
    default void onExecuted(InstanceId instance, RequestBatch value, Dependencies deps) {}

    /**
     * Reports that another member's snapshot has replaced the state of this member.
     *
     * @param zxid zxid of the last entry in the snapshot
     */
    default void onInstalled(long zxid) {}
}
