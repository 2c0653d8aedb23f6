package io.abcast.papers.omaha;

/** What an {@link Instance} has around it: fifteen nodes under a layer, in virtual time or on sockets. One thread. */
interface InstanceContext {
    long now();

    void send(int from, int to, Instance.Signal signal);

    /**
     * {@code node} is going to send to everybody for this instance.
     *
     * @param steps messages that must arrive before, one after the other
     */
    void beginPledge(Instance instance, int node, int steps);

    /** Harmless when there is none. */
    void endPledge(Instance instance, int node);

    /** Beyond the paper: whether acceptors pledge after their ack, and of their messages that one alone is critical. */
    boolean acceptorsPledge();

    /** Whether the network loses messages. */
    boolean loses();

    /** After which time a message that was not answered is sent again. */
    long resendNanos();

    void after(long nanos, Runnable task);

    /** A node has decided. */
    default void decided(Instance instance, int node) {}

    /** A quorum of nodes has come to the end. */
    void done(Instance instance);
}
