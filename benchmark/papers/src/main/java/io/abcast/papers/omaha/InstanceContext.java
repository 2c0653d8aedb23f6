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
     * @param steps number of consecutive messages that must arrive before {@code node} sends
     */
    void beginPledge(Instance instance, int node, int steps);

    /** Ends a pledge. No effect without a pledge. */
    void endPledge(Instance instance, int node);

    /**
     * Extension beyond the paper: whether acceptors pledge after their ack. If so, the ack is the only critical message
     * of an acceptor.
     */
    boolean acceptorsPledge();

    /** Whether the network loses messages. */
    boolean loses();

    /** Time in ns after which a node sends an unanswered message again. */
    long resendNanos();

    void after(long nanos, Runnable task);

    /** A node has decided. */
    default void decided(Instance instance, int node) {}

    /** A quorum of nodes has reached the end. */
    void done(Instance instance);
}
