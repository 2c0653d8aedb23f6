package io.abcast.papers.camu.replicas;

import io.abcast.kernel.Node;
import io.abcast.sim.EventQueue;
import java.util.function.BooleanSupplier;

/**
 * Runs the replicas of several groups (ensembles of servers) in virtual time. Each server holds one replica, and each
 * replica has one thread. All messages have the same delay, links lose no message and have unlimited rates, and logs
 * take no time.
 */
public final class ReplicaArena {
    /** Creates the node (the protocol's state machine) of a replica. */
    public interface Nodes {
        /** @param host the replica that drives the node and receives the node's effects */
        Node create(ReplicaHost host);
    }

    final EventQueue queue = new EventQueue();
    final long delayNanos;
    final long messageNanos;
    private final int replicas;
    private final ReplicaHost[] hosts;
    private ReplicaObserver observer = new ReplicaObserver() {};

    /**
     * Creates the replicas. Replica i of group g runs at the server with id {@code g * replicas + i + 1}.
     *
     * @param replicas number of replicas of each group
     * @param delayNanos delay in ns of a message in one direction
     * @param messageNanos time in ns for which each sent and each received message occupies the thread of a replica
     */
    public ReplicaArena(int groups, int replicas, long delayNanos, long messageNanos, Nodes nodes) {
        this.replicas = replicas;
        this.delayNanos = delayNanos;
        this.messageNanos = messageNanos;
        hosts = new ReplicaHost[groups * replicas];
        for (int i = 0; i < hosts.length; i++)
            hosts[i] = new ReplicaHost(this, i / replicas, i + 1);
        for (ReplicaHost host : hosts) host.run(nodes.create(host));
    }

    public void observe(ReplicaObserver each) {
        observer = each;
    }

    ReplicaObserver observer() {
        return observer;
    }

    /** The replica at the server with the given id. */
    public ReplicaHost at(int server) {
        return hosts[server - 1];
    }

    /** The replica with the given index in a group. */
    public ReplicaHost host(int group, int index) {
        return hosts[group * replicas + index];
    }

    /** Schedules an action of an evaluation at the given virtual time. */
    public void at(long nanos, Runnable action) {
        queue.at(nanos, action);
    }

    public long now() {
        return queue.now();
    }

    /** Starts all replicas of all groups, and returns when all replicas have started. */
    public void startAll() {
        for (ReplicaHost host : hosts) host.start();
        runUntil(queue.now());
    }

    public void runUntil(long nanos) {
        while (!queue.isEmpty() && queue.nextTime() <= nanos) queue.runNext();
        queue.advanceTo(nanos);
    }

    /**
     * Runs simulated events until a condition holds.
     *
     * @throws IllegalStateException if the condition does not hold at virtual time {@code limitNanos}
     */
    public void runUntil(BooleanSupplier condition, long limitNanos, String what) {
        while (!condition.getAsBoolean()) {
            if (queue.isEmpty() || queue.nextTime() > limitNanos)
                throw new IllegalStateException(what + ": not within " + limitNanos + " ns");
            queue.runNext();
        }
    }
}
