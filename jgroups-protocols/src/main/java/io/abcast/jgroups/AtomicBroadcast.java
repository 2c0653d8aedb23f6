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
 * Above {@link EPAXOS} with an {@link Interference}, only payloads that interfere have the same order, see {@link
 * #on(JChannel, Receiver, Interference)}.
 *
 * <pre>{@code
 * JChannel channel = new JChannel("config/zab-tcp.xml");
 * AtomicBroadcast broadcast = AtomicBroadcast.on(channel, receiver);   // before connect
 * channel.connect("cluster");
 * long zxid = broadcast.abcast(bytes).get();
 * }</pre>
 *
 * <p><b>Order:</b> payloads that one thread submits at one member are delivered in the order of submission, unless one
 * of them fails. Above {@link EPAXOS} with an interference, this holds for payloads that interfere.
 *
 * <p><b>Thread rule:</b> any thread may call any method; only {@link #awaitActive} and {@link #close} block. The event
 * loop completes futures and calls callbacks, so code that runs there must not block (use the {@code ...Async} methods
 * of {@link CompletableFuture} for longer work).
 */
public final class AtomicBroadcast implements AutoCloseable {
    private static final long POLL_NANOS = 20_000_000;

    private final JChannel channel;
    private final AbcastProtocol protocol;

    /** The protocol below this object, if the protocol belongs to the Zab family; otherwise {@code null}. */
    private final ZabProtocol zab;

    private AtomicBroadcast(JChannel channel, AbcastProtocol protocol) {
        this.channel = channel;
        this.protocol = protocol;
        zab = protocol instanceof ZabProtocol z ? z : null;
    }

    /**
     * Attaches {@code receiver} to the channel; call it once, before the channel is connected.
     *
     * @throws IllegalArgumentException if the stack has no atomic broadcast protocol
     * @throws IllegalStateException if the channel is already connected, or already has a receiver
     */
    public static AtomicBroadcast on(JChannel channel, Receiver receiver) {
        return on(channel, receiver, Interference.ALL);
    }

    /**
     * Like {@link #on(JChannel, Receiver)}, with an interference. Above {@link EPAXOS} only requests that interfere have
     * one order at all members; other requests never wait for one another. The zxid of a request then differs between
     * members. The other protocols keep their total order and ignore the interference.
     *
     * @param interference gives the keys of a payload; all members must use the same name and version
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
     * Submits a payload. The payload waits while this member joins, has no leader or reaches no quorum; after {@code request_timeout} the
     * request fails.
     *
     * @param payload at most {@code payload_bytes_max} bytes; the caller must not change it afterwards
     * @return a future of the zxid at this member, completed when the payload is delivered at this member; fails with {@link
     *     AbcastException}
     */
    public CompletableFuture<Long> abcast(byte[] payload) {
        DeliveredFuture future = new DeliveredFuture();
        protocol.submit(payload, future);
        return future;
    }

    /**
     * Like {@link #abcast(byte[])}, but reports to a callback. A callback takes less time and memory than a future, and
     * also gets the result of the receiver.
     */
    public void abcast(byte[] payload, AbcastCallback callback) {
        protocol.submit(payload, callback);
    }

    /** Makes a batch. The payloads of a batch are submitted together, and wake the event loop of the member once. */
    public AbcastBatch newBatch() {
        return new AbcastBatch(protocol);
    }

    /**
     * Returns a future that completes when the state of this member includes all requests that had completed at any
     * member before the call. Reads of the local state after the completion are linearizable.
     *
     * @return the future; it fails with {@link AbcastException}
     */
    public CompletableFuture<Void> linearize() {
        ReadyFuture future = new ReadyFuture();
        protocol.read(Keys.ALL_READ, future);
        return future;
    }

    /**
     * Like {@link #linearize()}, for some keys: the state of this member then includes the writes of these keys that had
     * completed at any member before the call. Above {@link EPAXOS} with an {@link Interference} such a read does not
     * wait for writes of other keys. The other protocols ignore the keys.
     *
     * @param keys keys as the interference gives them; without an argument, the read covers all keys
     */
    public CompletableFuture<Void> linearize(String... keys) {
        ReadyFuture future = new ReadyFuture();
        linearize(future, keys);
        return future;
    }

    /**
     * Like {@link #linearize()}, but reports to a callback, which takes less time and memory than a future. {@link
     * ReadCallback#onReady} runs between two deliveries.
     */
    public void linearize(ReadCallback callback) {
        protocol.read(Keys.ALL_READ, callback);
    }

    /** Like {@link #linearize(String...)}, but reports to a callback, as {@link #linearize(ReadCallback)} does. */
    public void linearize(ReadCallback callback, String... keys) {
        protocol.read(keys.length == 0 ? Keys.ALL_READ : Keys.reading(keys), callback);
    }

    /**
     * Changes the membership by one step. Only protocols of the Zab family can do this; the other protocols refuse each
     * change with reason {@link AbcastException.Reason#CHANGE_REFUSED}. Requests continue during the change, with a
     * slightly higher latency. Any member may call this method. Before you add a server, start it with {@code
     * joining="true"}. A server that you remove may be down.
     *
     * @return a future of the new membership, completed when this member uses that membership. The future fails with
     *     {@link AbcastException}. The reason is {@link AbcastException.Reason#CHANGE_REFUSED} if the step does not fit
     *     the present membership, and {@link AbcastException.Reason#CHANGE_NOT_READY} if the step is not possible now
     */
    public CompletableFuture<Membership> changeMembership(MembershipChange change) {
        ChangedFuture future = new ChangedFuture();
        protocol.change(change, future);
        return future;
    }

    /**
     * Like {@link #changeMembership(MembershipChange)}, but reports to a callback. The result that the callback gets is
     * the new {@link Membership}.
     */
    public void changeMembership(MembershipChange change, AbcastCallback callback) {
        protocol.change(change, callback);
    }

    /** Adds a server as an observer, which receives all entries and never votes. */
    public CompletableFuture<Membership> addObserver(int serverId) {
        return changeMembership(new MembershipChange(Kind.ADD_OBSERVER, serverId));
    }

    /** Makes an observer a voter. The change is refused while the observer lags behind the leader. */
    public CompletableFuture<Membership> promote(int serverId) {
        return changeMembership(new MembershipChange(Kind.PROMOTE, serverId));
    }

    /** Makes a voter an observer. */
    public CompletableFuture<Membership> demote(int serverId) {
        return changeMembership(new MembershipChange(Kind.DEMOTE, serverId));
    }

    /** Removes a voter or observer from the ensemble. */
    public CompletableFuture<Membership> remove(int serverId) {
        return changeMembership(new MembershipChange(Kind.REMOVE, serverId));
    }

    /**
     * The voters and observers that this member knew some milliseconds ago; {@code null} before the start of the
     * member.
     */
    public Membership membership() {
        if (zab == null) return protocol.membership();
        ZabStatus status = zab.status();
        return status == null ? null : status.members();
    }

    /**
     * Runs {@code task} on the event loop between two deliveries. The task can thus use a receiver that is not
     * thread-safe.
     *
     * @return false if this member does not run or is busy; the task is then dropped
     */
    public boolean execute(Runnable task) {
        return protocol.execute(task) == null;
    }

    /**
     * Executes a task as {@link #execute} does, but returns the reason of a refusal.
     *
     * @return null if the task was admitted, otherwise the reason why it was dropped
     */
    public AbcastException tryExecute(Runnable task) {
        return protocol.execute(task);
    }

    /** This member's server id. */
    public int id() {
        return protocol.getServerId();
    }

    /** The status of this member some milliseconds ago; {@code null} before the first connect. */
    public NodeStatus nodeStatus() {
        return protocol.status();
    }

    /** The status of this member with the figures of the Zab family; {@code null} for any other protocol. */
    public ZabStatus status() {
        return zab == null ? null : zab.status();
    }

    /**
     * The reason why this member ordered no requests some milliseconds ago, such as {@code no quorum reachable: ...};
     * empty if it ordered requests.
     */
    public String reason() {
        return protocol.reason();
    }

    /**
     * Waits until requests are ordered at this member: until it is an established leader or follows such a leader. In
     * {@link EPAXOS}, which has no leader, the method waits until this member reaches a quorum.
     *
     * @return false at the timeout
     * @throws AbcastException if the member stops during the wait
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
                // Listeners are not notified when the protocol stops, so each wait is short and the
                // loop checks for a stop.
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

    /** Adds a listener, which receives the present status soon and then every change. */
    public void addStatusListener(StatusListener listener) {
        protocol.addListener(listener);
    }

    /**
     * A future that completes when this member stops: normally after a disconnect or close, exceptionally if an error
     * halted the member. Every connect starts a new future.
     */
    public CompletableFuture<Void> stopped() {
        return protocol.stopped().copy();
    }

    /** Closes the channel. Requests that are still unanswered fail with {@link AbcastException.Reason#STOPPED}. */
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
