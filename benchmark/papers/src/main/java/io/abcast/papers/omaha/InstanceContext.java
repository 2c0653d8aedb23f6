package io.abcast.papers.omaha;

/**
 * Environment in which an {@link Instance} runs: fifteen nodes above a layer that holds messages, in virtual time or on
 * sockets. Only one thread uses an instance context.
 */
interface InstanceContext {
    long now();

    void send(int from, int to, Instance.Signal signal);

    /**
     * Announces that {@code node} will send to all nodes for this instance.
     *
     * @param steps number of message delays, one after the other, before {@code node} sends
     */
    void beginPledge(Instance instance, int node, int steps);

    /**
     * Ends the pledge (announcement to send) of a node for an instance; the call has no effect if the node has no
     * pledge.
     */
    void endPledge(Instance instance, int node);

    /**
     * Whether each acceptor announces by a pledge, after its ack, that it will send again: an extension of Mahamdi et
     * al., 2023. With this extension, an acceptor marks only its ack as critical (a message for which the algorithm
     * waits in particular).
     */
    boolean acceptorsPledge();

    /** Whether the simulated network loses messages. */
    boolean loses();

    /** Time in ns after which a node resends an unanswered message. */
    long resendNanos();

    void after(long nanos, Runnable task);

    /** Reports that a node has decided in an instance. */
    default void decided(Instance instance, int node) {}

    /** Reports that a quorum of nodes has reached the end of the instance. */
    void done(Instance instance);
}
