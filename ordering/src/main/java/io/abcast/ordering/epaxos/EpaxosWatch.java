package io.abcast.ordering.epaxos;

/** Observes the steps and the executions of one member, for searches. A node behaves equally with any observer. */
public interface EpaxosWatch {
    /** Ignores everything. */
    EpaxosWatch NONE = new EpaxosWatch() {};

    /** Reports a step of the agreement about an instance. */
    default void onStep(EpaxosStep step, InstanceId instance) {}

    /**
     * Reports that an instance is executed. The deliveries of its requests that take effect follow. After a restart an
     * instance may be executed again, without the deliveries whose entries are in the log.
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
