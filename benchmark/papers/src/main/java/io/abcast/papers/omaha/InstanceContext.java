package io.abcast.papers.omaha;

/**
 * Environment in which an {@link Instance} runs: fifteen nodes above a layer that holds messages, in virtual time or on
 * sockets. Only one thread uses an instance context.
 */
interface InstanceContext {
    long now();

    void send(int from, int to, Instance.Signal signal);

    /** @param steps number of message delays, one after the other, before {@code node} sends */
    void beginPledge(Instance instance, int node, int steps);

    /** Has no effect if the node has no pledge (announcement to send). */
    void endPledge(Instance instance, int node);

    /**
     * An extension of Mahamdi et al., 2023: after its ack, each acceptor announces (pledges) that it will send again.
     */
    boolean acceptorsPledge();

    boolean loses();

    long resendNanos();

    void after(long nanos, Runnable task);

    default void decided(Instance instance, int node) {}

    void done(Instance instance);
}
