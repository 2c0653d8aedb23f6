package io.abcast.jgroups;

import io.abcast.kernel.Interference;
import io.abcast.kernel.Keys;
import io.abcast.kernel.Membership;
import io.abcast.kernel.MembershipChange;
import io.abcast.kernel.MembershipChange.Kind;
import io.abcast.kernel.NodeStatus;
import io.abcast.zab.ZabStatus;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jgroups.JChannel;

/**
 * Atomic broadcast over a {@link JChannel} whose stack contains a protocol of the Zab family ({@link ZAB} or another
 * {@link ZabProtocol}), of the Paxos family ({@link ConsensusProtocol}), or {@link EPAXOS}. A payload is delivered
 * either to the {@link Receiver} of every member or to no receiver. All members deliver the payloads in the same order.
 * Above {@link EPAXOS} with an {@link Interference}, only payloads that interfere are delivered in one order at all
 * members, see {@link #on(JChannel, Receiver, Interference)}.
 *
 * <pre>{@code
 * JChannel channel = new JChannel("config/zab-tcp.xml");
 * AtomicBroadcast broadcast = AtomicBroadcast.on(channel, receiver);   // before connect
 * channel.connect("cluster");
 * long zxid = broadcast.abcast(bytes).get();
 * }</pre>
 *
 * <p><b>Order:</b> payloads that one thread submits at one member are delivered in the order of submission, unless a
 * payload fails.
 *
 * <p><b>Thread rule:</b> any thread may call any method; only {@link #awaitActive} and {@link #close} block. Code that
 * runs when a future completes, or in a callback, must not block the event loop; use the {@code ...Async} methods of
 * {@link CompletableFuture} for longer work.
 */
public final class AtomicBroadcast implements AutoCloseable {
    private static final long POLL_NANOS = 20_000_000;

    private final JChannel channel;
    private final AbcastProtocol protocol;

    private final ZabProtocol zab;

    private AtomicBroadcast(JChannel channel, AbcastProtocol protocol) {
        this.channel = channel;
        this.protocol = protocol;
        zab = protocol instanceof ZabProtocol z ? z : null;
    }

    /**
     * Attaches the application's {@code receiver} to the channel. The application calls {@code on} once, before it
     * connects the channel.
     *
     * @throws IllegalArgumentException if the stack has no atomic broadcast protocol
     * @throws IllegalStateException if the channel is already connected, or already has a receiver
     */
    public static AtomicBroadcast on(JChannel channel, Receiver receiver) {
        return on(channel, receiver, Interference.ALL);
    }

    /**
     * Attaches a receiver like {@link #on(JChannel, Receiver)}, with an interference, which states which payloads must
     * be ordered with respect to each other. Above {@link EPAXOS} only requests that interfere have one order at all
     * members. With an interference, the zxid of a request above {@link EPAXOS} differs between members. The protocols
     * other than {@link EPAXOS} keep their total order and ignore the interference.
     *
     * @param interference function that gives the keys of a payload; the interferences of all members must have the
     *     same name and version
     * @throws IllegalArgumentException if the interference has no name, or if the stack has no atomic broadcast
     *     protocol
     */
    public static AtomicBroadcast on(
            JChannel channel, Receiver receiver, Interference interference) {
        AbcastProtocol protocol = channel.getProtocolStack().findProtocol(AbcastProtocol.class);
        if (protocol == null)
            throw new IllegalArgumentException(
                    "expected a stack with an atomic broadcast protocol, such as %s, got %s"
                            .formatted(
                                    ZAB.class.getName(),
                                    channel.getProtocolStack().printProtocolSpec(false)));
        if (channel.isConnected())
            throw new IllegalStateException(
                    "expected a channel that is not connected yet, got " + channel);
        protocol.attach(receiver, interference);
        return new AtomicBroadcast(channel, protocol);
    }

    /**
     * Submits a payload to the ensemble. The payload waits while this member joins, has no leader or reaches no quorum.
     * If the payload is not delivered within {@code request_timeout}, the returned future fails.
     *
     * @param payload at most {@code payload_bytes_max} bytes; the caller must not change the array afterwards
     * @return a future of the payload's zxid at this member, completed when this member delivers the payload; the
     *     future fails with {@link AbcastException}
     */
    public CompletableFuture<Long> abcast(byte[] payload) {
        DeliveredFuture future = new DeliveredFuture();
        protocol.submit(payload, future);
        return future;
    }

    /**
     * Submits a payload like {@link #abcast(byte[])}, but reports the outcome to a callback. The callback also receives
     * the value that the receiver returned for the payload.
     */
    public void abcast(byte[] payload, AbcastCallback callback) {
        protocol.submit(payload, callback);
    }

    /** Returns an empty batch of payloads. */
    public AbcastBatch newBatch() {
        return new AbcastBatch(protocol);
    }

    /**
     * Returns a future that completes when the state of this member includes all requests that had completed at any
     * member before the call.
     *
     * @return a future that completes when the read of the local state may start, or fails with {@link AbcastException}
     */
    public CompletableFuture<Void> linearize() {
        ReadyFuture future = new ReadyFuture();
        protocol.read(Keys.ALL_READ, future);
        return future;
    }

    /**
     * Prepares a linearizable read like {@link #linearize()}, but only for some keys. Above {@link EPAXOS} with an
     * {@link Interference}, a linearizable read of some keys does not wait for writes of other keys.
     *
     * @param keys the keys to read, in the form in which the interference gives them; without an argument, the read
     *     covers all keys
     */
    public CompletableFuture<Void> linearize(String... keys) {
        ReadyFuture future = new ReadyFuture();
        linearize(future, keys);
        return future;
    }

    /**
     * Prepares a linearizable read like {@link #linearize()}, but reports the outcome to a callback. The event loop
     * calls {@link ReadCallback#onReady} between two deliveries.
     */
    public void linearize(ReadCallback callback) {
        protocol.read(Keys.ALL_READ, callback);
    }

    /**
     * Prepares a linearizable read of some keys like {@link #linearize(String...)}, but reports the outcome to a
     * callback.
     */
    public void linearize(ReadCallback callback, String... keys) {
        protocol.read(keys.length == 0 ? Keys.ALL_READ : Keys.reading(keys), callback);
    }

    /**
     * Changes the membership of the ensemble by one step, while it orders requests. Only protocols of the Zab family
     * can change a membership; others refuse with {@link AbcastException.Reason#CHANGE_REFUSED}. Any member may call
     * {@code changeMembership}. Before you add a server to the ensemble, start the server with {@code joining="true"}.
     *
     * @return a future of the new membership, completed when this member uses it. A change that does not fit fails with
     *     {@link AbcastException.Reason#CHANGE_REFUSED}, a change that must wait with {@link
     *     AbcastException.Reason#CHANGE_NOT_READY}.
     */
    public CompletableFuture<Membership> changeMembership(MembershipChange change) {
        ChangedFuture future = new ChangedFuture();
        protocol.change(change, future);
        return future;
    }

    /**
     * Changes the membership like {@link #changeMembership(MembershipChange)}, but reports the outcome to a callback.
     * The callback receives the new {@link Membership} as the result.
     */
    public void changeMembership(MembershipChange change, AbcastCallback callback) {
        protocol.change(change, callback);
    }

    /** Adds a server to the ensemble as an observer. */
    public CompletableFuture<Membership> addObserver(int serverId) {
        return changeMembership(new MembershipChange(Kind.ADD_OBSERVER, serverId));
    }

    /**
     * Makes an observer of the ensemble a voter. The leader refuses to make an observer a voter while the observer lags
     * behind the leader.
     */
    public CompletableFuture<Membership> promote(int serverId) {
        return changeMembership(new MembershipChange(Kind.PROMOTE, serverId));
    }

    /** Makes a voter of the ensemble an observer. */
    public CompletableFuture<Membership> demote(int serverId) {
        return changeMembership(new MembershipChange(Kind.DEMOTE, serverId));
    }

    /** Removes a voter or observer from the ensemble. */
    public CompletableFuture<Membership> remove(int serverId) {
        return changeMembership(new MembershipChange(Kind.REMOVE, serverId));
    }

    /**
     * Returns the voters and observers of the ensemble, as this member knew them some milliseconds ago; {@code null}
     * before this member has started.
     */
    public Membership membership() {
        if (zab == null) return protocol.membership();
        ZabStatus status = zab.status();
        return status == null ? null : status.members();
    }

    /**
     * Runs {@code task} on this member's event loop between two deliveries.
     *
     * @return false if this member does not run or is busy; the member drops the task in these cases
     */
    public boolean execute(Runnable task) {
        return protocol.execute(task) == null;
    }

    /**
     * Runs a task on the event loop like {@link #execute}, but returns the reason if the event loop refuses the task.
     *
     * @return null if the event loop admitted the task, otherwise the reason why the member dropped the task
     */
    public AbcastException tryExecute(Runnable task) {
        return protocol.execute(task);
    }

    /** Returns this member's server id. */
    public int id() {
        return protocol.getServerId();
    }

    /**
     * Returns the status that this member had some milliseconds ago; {@code null} before the first connect of the
     * channel.
     */
    public NodeStatus nodeStatus() {
        return protocol.status();
    }

    /**
     * Returns the status of this member with the figures of the Zab family; {@code null} if this member's protocol
     * belongs to another family.
     */
    public ZabStatus status() {
        return zab == null ? null : zab.status();
    }

    /**
     * Returns the reason why this member ordered no requests some milliseconds ago, such as {@code no quorum reachable:
     * ...}. The reason is empty if this member ordered requests.
     */
    public String reason() {
        return protocol.reason();
    }

    /**
     * Waits until this member takes part in the ordering of requests, as an established leader or as a follower of an
     * established leader. Above {@link EPAXOS}, which has no leader, {@code awaitActive} waits until this member
     * reaches a quorum.
     *
     * @return true if this member orders requests; false if the timeout has elapsed before
     * @throws AbcastException if this member stops during the wait
     */
    public boolean awaitActive(Duration timeout) throws InterruptedException {
        Semaphore changed = new Semaphore(0);
        StatusListener listener = status -> changed.release();
        CompletableFuture<Void> stopped = protocol.stopped();
        long deadline = System.nanoTime() + timeout.toNanos();
        protocol.addListener(listener);
        try {
            while (!stopped.isDone()) {
                if (protocol.established()) return true;
                long left = deadline - System.nanoTime();
                if (left <= 0) return false;
                // The protocol does not notify listeners when it stops, so awaitActive waits for
                // short times, and checks after each.
                changed.tryAcquire(Math.min(left, POLL_NANOS), TimeUnit.NANOSECONDS);
            }
        } finally {
            protocol.removeListener(listener);
        }
        throw new AbcastException(
                AbcastException.Reason.STOPPED,
                false,
                "server " + id() + " has stopped",
                stopped.handle((v, e) -> e).join());
    }

    /** Adds a listener of this member's status. */
    public void addStatusListener(StatusListener listener) {
        protocol.addListener(listener);
    }

    /**
     * Returns a future that completes when this member stops. The returned future completes normally after a disconnect
     * or close of the channel, and exceptionally if an error halted the member.
     */
    public CompletableFuture<Void> stopped() {
        return protocol.stopped().copy();
    }

    /**
     * Closes the channel of this member. Requests of this member that are still unanswered at the close fail with
     * {@link AbcastException.Reason#STOPPED}.
     */
    @Override
    public void close() {
        channel.close();
    }

    private static final class DeliveredFuture extends CompletableFuture<Long>
            implements AbcastCallback {
        @Override
        public void onDelivered(long zxid, Object result) {
            complete(zxid);
        }

        @Override
        public void onFailed(AbcastException why) {
            completeExceptionally(why);
        }
    }

    private static final class ChangedFuture extends CompletableFuture<Membership>
            implements AbcastCallback {
        @Override
        public void onDelivered(long zxid, Object result) {
            complete((Membership) result);
        }

        @Override
        public void onFailed(AbcastException why) {
            completeExceptionally(why);
        }
    }

    private static final class ReadyFuture extends CompletableFuture<Void> implements ReadCallback {
        @Override
        public void onReady() {
            complete(null);
        }

        @Override
        public void onFailed(AbcastException why) {
            completeExceptionally(why);
        }
    }
}
