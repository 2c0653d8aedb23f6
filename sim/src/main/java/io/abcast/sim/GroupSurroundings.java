package io.abcast.sim;

import io.abcast.kernel.GroupDelivery;
import io.abcast.kernel.GroupEffects;
import io.abcast.kernel.GroupNode;
import io.abcast.kernel.Message;
import io.abcast.kernel.MessageCodec;
import io.abcast.kernel.Probe;
import java.util.function.Consumer;

/**
 * The surroundings of a {@link Cluster} that is the ensemble of one of several groups: the ensembles of the other
 * groups, the servers that hold replicas of several groups, and the record of the run. A cluster with surroundings runs
 * {@link GroupNode}s. Each cluster of a run has its own surroundings; servers are named by their ids.
 */
public interface GroupSurroundings {
    /**
     * A group node and its probe.
     *
     * @param probe probe of the node; never {@code null}
     */
    record Instance(GroupNode node, Probe probe) {}

    /** The queue that all clusters of the run share. */
    EventQueue queue();

    /**
     * Creates the node of this group's replica at a server.
     *
     * @param seed seed of the node's random choices, which differs at each start
     */
    Instance create(int server, long seed, GroupEffects effects);

    /** Codec of the messages between replicas of any groups; {@code null}: messages are not encoded. */
    MessageCodec<?> codec();

    /** The wall-clock time of a server in microseconds since 1970. */
    long wallMicros(int server);

    /** Carries out the action at every cluster with a replica at the server, including this cluster. */
    void atServer(int server, Consumer<Cluster> action);

    /** Carries out the action at every cluster with replicas at both servers, including this cluster. */
    void atServers(int server, int other, Consumer<Cluster> action);

    /** Cuts the link for messages between replicas of different groups, see {@link Network#cut}. */
    void cut(int from, int to);

    /** Joins the link for messages between replicas of different groups, see {@link Network#join}. */
    void join(int from, int to);

    /** Resets the connection for messages between replicas of different groups, see {@link Network#reset}. */
    void reset(int from, int to);

    /**
     * Sends a message to a replica of any group.
     *
     * @param from server of the sending replica of this group
     * @param bytes size of the message on the network
     * @param departs time at which the sender has finished its work for the message
     */
    void send(int from, int group, int to, Message message, int bytes, long departs);

    /** Records that a replica starts, before its state is restored. */
    void started(int server);

    /** Records that a replica has crashed or halted. */
    void crashed(int server);

    /** Records that a replica has the state after the first {@code seq} deliveries of its group. */
    void restored(int server, long seq);

    /**
     * Records a delivery.
     *
     * @param result the result of the application
     * @param digest digest of the application's state after the delivery
     */
    void delivered(int server, GroupDelivery delivery, byte[] result, long digest);

    /** Records that a result has come after the result of a later delivery. */
    default void overtaken() {}

    /** Time in ns from the next delivery to its result; 0: the application returns the result at once. */
    long resultNanos();

    /**
     * Records that a replica begins to take a snapshot.
     *
     * @param seq number of deliveries in the snapshot
     * @param state state of the node in the snapshot
     */
    void takesSnapshot(int server, long zxid, long seq, byte[] state);

    /** Records that a snapshot of a replica is durable. */
    void tookSnapshot(int server);

    /** Called after each batch of a replica. */
    void observe(int server);

    /** Records a line that a node reports to operators. */
    void reported(int server, String line);
}
