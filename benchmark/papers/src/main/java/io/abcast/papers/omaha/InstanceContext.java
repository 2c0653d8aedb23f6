package io.abcast.papers.omaha;

/**
 * Environment of an {@link Instance}: fifteen nodes above a layer that holds messages, in virtual time or on sockets.
 * Used by one thread.
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

    /** Ends a pledge; has no effect if the node has no pledge. */
    void endPledge(Instance instance, int node);

    /**
     * Whether acceptors pledge after their ack, which is an extension beyond the paper. With the extension, the ack is
     * the only critical message of an acceptor.
     */
    boolean acceptorsPledge();

    /** Whether the network loses messages. */
    boolean loses();

    /** Time in ns after which a node sends an unanswered message again. */
    long resendNanos();

    void after(long nanos, Runnable task);

    /** Reports that a node has decided. */
    default void decided(Instance instance, int node) {}

    /** Reports that a quorum of nodes has reached the end of the instance. */
    void done(Instance instance);
}
