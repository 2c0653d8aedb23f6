package io.abcast.sim;

import io.abcast.kernel.GroupDelivery;
import io.abcast.kernel.GroupEffects;
import io.abcast.kernel.GroupNode;
import io.abcast.kernel.Message;
import io.abcast.kernel.MessageCodec;
import io.abcast.kernel.Probe;
import java.util.function.Consumer;

/**
 * Connects a {@link Cluster}, the ensemble of one group, with the other groups of a run, the shared servers, and the
 * record of the run. All methods of the surroundings name a server by its id.
 */
public interface GroupSurroundings {
    /**
     * A group node and the probe that shows the node's state.
     *
     * @param probe probe of the group node; never {@code null}
     */
    record Instance(GroupNode node, Probe probe) {}

    /** The event queue that all clusters of the run share. */
    EventQueue queue();

    /**
     * Creates the node of the replica that this group has at the server {@code server}.
     *
     * @param seed seed of the node's random choices; each start of the replica gets another seed
     */
    Instance create(int server, long seed, GroupEffects effects);

    /** Codec of the messages between replicas of any groups; {@code null} if messages are not encoded. */
    MessageCodec<?> codec();

    /** The wall-clock time of the server {@code server} in microseconds since 1970. */
    long wallMicros(int server);

    /** Carries out {@code action} at every cluster with a replica at the server, including this cluster. */
    void atServer(int server, Consumer<Cluster> action);

    /** Carries out {@code action} at every cluster with replicas at both servers, including this cluster. */
    void atServers(int server, int other, Consumer<Cluster> action);

    /**
     * Cuts the link from one server to another for messages between replicas of different groups, see
     * {@link Network#cut}.
     */
    void cut(int from, int to);

    /**
     * Removes one cut of the link from one server to another for messages between replicas of different groups, see
     * {@link Network#join}.
     */
    void join(int from, int to);

    /**
     * Resets the connection of two servers for messages between replicas of different groups, see
     * {@link Network#reset}.
     */
    void reset(int from, int to);

    /**
     * Sends a message from a replica of this group to a replica of any group.
     *
     * @param from server of the sending replica, which belongs to this group.
     * @param bytes size of the message on the network, in bytes.
     * @param departs virtual time in ns at which the sender has finished its work for the message.
     */
    void send(int from, int group, int to, Message message, int bytes, long departs);

    /** Records that a replica of this group starts, before the replica restores its state. */
    void started(int server);

    /** Records that a replica of this group has crashed or halted. */
    void crashed(int server);

    /** Records that a replica has restored the state after the first {@code seq} deliveries of its group. */
    void restored(int server, long seq);

    /**
     * Records a delivery at a replica of this group.
     *
     * @param result the result that the application has returned for the delivery
     * @param digest digest of the replica's application state after the delivery
     */
    void delivered(int server, GroupDelivery delivery, byte[] result, long digest);

    /**
     * Records that the application returned results out of order: the result of a delivery came after the result of a
     * later delivery.
     */
    default void overtaken() {}

    /**
     * Time in ns from the next delivery to the application's result; 0 if the application returns the result at once.
     */
    long resultNanos();

    /**
     * Records that a replica of this group begins to take a snapshot.
     *
     * @param seq number of deliveries that the snapshot includes
     * @param state state of the group node in the snapshot
     */
    void takesSnapshot(int server, long zxid, long seq, byte[] state);

    /** Records that a snapshot of this group's replica is durable at the server. */
    void tookSnapshot(int server);

    /** Notifies the surroundings after each batch of events that a replica of this group has handled. */
    void observe(int server);

    /** Records a line that a node of this group reports to operators. */
    void reported(int server, String line);
}
