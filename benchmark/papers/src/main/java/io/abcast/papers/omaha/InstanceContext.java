package io.abcast.papers.omaha;

/**
 * Environment of an {@link Instance}: fifteen nodes under a layer, in virtual time or on sockets. Used by one thread.
 */
interface InstanceContext {
    long now();

    void send(int from, int to, Instance.Signal signal);

    /**
     * Announces that {@code node} will send to all nodes for this instance.
     *
     * @param steps number of consecutive messages that must arrive before
     */
    void beginPledge(Instance instance, int node, int steps);

    /** Ends a pledge. No effect without a pledge. */
    void endPledge(Instance instance, int node);

    /**
     * Extension beyond the paper: whether acceptors pledge after their ack. Then of their messages only the ack is
     * critical.
     */
    boolean acceptorsPledge();

    /** Whether the network loses messages. */
    boolean loses();

    /** Time after which an unanswered message is sent again. */
    long resendNanos();

    void after(long nanos, Runnable task);

    /** A node has decided. */
    default void decided(Instance instance, int node) {}

    /** A quorum of nodes has reached the end. */
    void done(Instance instance);
}
