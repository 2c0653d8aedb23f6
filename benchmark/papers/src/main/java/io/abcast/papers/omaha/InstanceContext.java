package io.abcast.papers.omaha;

/**
 * Environment in which an {@link Instance} runs: fifteen nodes above a layer that holds messages, in virtual time or on
 * sockets. Only one thread uses the environment of the instances.
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

    /**
     * Ends the pledge (announcement to send) of a node for an instance; the call has no effect if the node has no
     * pledge.
     */
    void endPledge(Instance instance, int node);

    /**
     * Whether acceptors announce by a pledge after their ack that they will send again, which is an extension beyond
     * Mahamdi et al. 2023. With the pledges of acceptors, the ack is the only critical message of an acceptor.
     */
    boolean acceptorsPledge();

    /** Whether the simulated network loses messages. */
    boolean loses();

    /** Time in ns after which a node sends a message again that was not answered. */
    long resendNanos();

    void after(long nanos, Runnable task);

    /** Reports that a node has decided in an instance. */
    default void decided(Instance instance, int node) {}

    /** Reports that a quorum of nodes has reached the end of the instance. */
    void done(Instance instance);
}
