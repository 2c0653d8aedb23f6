package io.abcast.jgroups;

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
 * Atomic broadcast over a {@link JChannel} whose stack contains a protocol of the Zab family, {@link ZAB}
 * or another {@link ZabProtocol}, or of consensus, a {@link ConsensusProtocol}: every payload is delivered to the {@link
 * Receiver} of every member, in one order, or at none.
 *
 * <pre>{@code
 * JChannel channel = new JChannel("config/zab-tcp.xml");
 * AtomicBroadcast broadcast = AtomicBroadcast.on(channel, receiver);   // before connect
 * channel.connect("cluster");
 * long zxid = broadcast.abcast(bytes).get();
 * }</pre>
 *
 * <p><b>Order:</b> payloads submitted one after the other by one thread at one member are delivered in that order, unless
 * one of them fails.
 *
 * <p><b>Thread rule:</b> safe from any thread; no method but {@link #awaitActive} and {@link #close} blocks. Futures and
 * callbacks are completed by the event loop: what runs there must not block (use the {@code ...Async} methods of {@link
 * CompletableFuture} for longer work).
 */
public final class AtomicBroadcast implements AutoCloseable {
    private static final long POLL_NANOS = 20_000_000;

    private final JChannel channel;
    private final AbcastProtocol protocol;

    /** The protocol, if it is of the Zab family; otherwise {@code null}. */
    private final ZabProtocol zab;

    private AtomicBroadcast(JChannel channel, AbcastProtocol protocol) {
        this.channel = channel;
        this.protocol = protocol;
        zab = protocol instanceof ZabProtocol z ? z : null;
    }

    /**
     * Attaches {@code receiver} to the channel; call it once, before the channel is connected.
     *
     * @throws IllegalArgumentException if the stack has no {@link ZabProtocol} or {@link ConsensusProtocol}
     * @throws IllegalStateException if the channel is connected already or has a receiver
     */
    public static AtomicBroadcast on(JChannel channel, Receiver receiver) {
        AbcastProtocol protocol = channel.getProtocolStack().findProtocol(AbcastProtocol.class);
        if (protocol == null)
            throw new IllegalArgumentException(
                    "expected a stack with a protocol of the Zab family, such as %s, got %s"
                            .formatted(
                                    ZAB.class.getName(),
                                    channel.getProtocolStack().printProtocolSpec(false)));
        if (channel.isConnected())
            throw new IllegalStateException(
                    "expected a channel that is not connected yet, got " + channel);
        protocol.attach(receiver);
        return new AtomicBroadcast(channel, protocol);
    }

    /**
     * Submits a payload. While this member joins, or there is no leader, it waits; after {@code request_timeout} it fails.
     *
     * @param payload at most {@code payload_bytes_max} bytes; must not be changed afterwards
     * @return the zxid, once delivered at this member; fails with {@link AbcastException}
     */
    public CompletableFuture<Long> abcast(byte[] payload) {
        DeliveredFuture future = new DeliveredFuture();
        protocol.submit(payload, future);
        return future;
    }

    /** As {@link #abcast(byte[])}, without a future's cost, and with the receiver's result. */
    public void abcast(byte[] payload, AbcastCallback callback) {
        protocol.submit(payload, callback);
    }

    /** For payloads that are at hand at the same time: they wake the member once. */
    public AbcastBatch newBatch() {
        return new AbcastBatch(protocol);
    }

    /**
     * Waits until this member's state contains everything that had completed at any member before the call; what is read
     * from the local state afterwards is linearizable.
     *
     * @return fails with {@link AbcastException}
     */
    public CompletableFuture<Void> linearize() {
        ReadyFuture future = new ReadyFuture();
        protocol.read(future);
        return future;
    }

    /** As {@link #linearize()}, without a future's cost. {@link ReadCallback#onReady} runs between two deliveries. */
    public void linearize(ReadCallback callback) {
        protocol.read(callback);
    }

    /**
     * Changes the membership by one step, while everything goes on: callers of {@link #abcast} wait a little longer meanwhile.
     * May be called at any member. A server to be added is started first, with {@code joining="true"}; one to be removed may be
     * down.
     *
     * @return the membership from now on, once this member goes on in it; fails with {@link AbcastException}, {@link
     *     AbcastException.Reason#CHANGE_REFUSED} where the step does not fit or is not possible now
     */
    public CompletableFuture<Membership> changeMembership(MembershipChange change) {
        ChangedFuture future = new ChangedFuture();
        protocol.change(change, future);
        return future;
    }

    /** As {@link #changeMembership(MembershipChange)}, without a future; the result is the {@link Membership}. */
    public void changeMembership(MembershipChange change, AbcastCallback callback) {
        protocol.change(change, callback);
    }

    /** A server that is no member becomes an observer: it learns everything and never votes. */
    public CompletableFuture<Membership> addObserver(int serverId) {
        return changeMembership(new MembershipChange(Kind.ADD_OBSERVER, serverId));
    }

    /** An observer becomes a voter; refused while it is not close behind the leader. */
    public CompletableFuture<Membership> promote(int serverId) {
        return changeMembership(new MembershipChange(Kind.PROMOTE, serverId));
    }

    /** A voter becomes an observer. */
    public CompletableFuture<Membership> demote(int serverId) {
        return changeMembership(new MembershipChange(Kind.DEMOTE, serverId));
    }

    /** A voter or observer is no member any more. */
    public CompletableFuture<Membership> remove(int serverId) {
        return changeMembership(new MembershipChange(Kind.REMOVE, serverId));
    }

    /** Voters and observers, as this member knew them some milliseconds ago; {@code null} before it has started. */
    public Membership membership() {
        if (zab == null) return protocol.membership();
        ZabStatus status = zab.status();
        return status == null ? null : status.members();
    }

    /**
     * Runs {@code task} on the event loop, between two deliveries: a consistent look at a receiver that is not thread-safe.
     *
     * @return false if this member is not running or busy; the task is dropped
     */
    public boolean execute(Runnable task) {
        return protocol.execute(task) == null;
    }

    /** As {@link #execute}. @return null, or why the task is dropped */
    public AbcastException tryExecute(Runnable task) {
        return protocol.execute(task);
    }

    /** This member's server id. */
    public int id() {
        return protocol.getServerId();
    }

    /** What the member was doing some milliseconds ago; {@code null} before the first connect. */
    public NodeStatus nodeStatus() {
        return protocol.status();
    }

    /** The same with what only the Zab family has; {@code null} of any other protocol. */
    public ZabStatus status() {
        return zab == null ? null : zab.status();
    }

    /**
     * Why requests are not being ordered here, in a few words, such as {@code no quorum reachable: ...}; empty while they
     * are. As of some milliseconds ago.
     */
    public String reason() {
        return protocol.reason();
    }

    /**
     * Waits until this member leads or follows an established leader: requests are being ordered.
     *
     * @return false if that did not happen in time
     * @throws AbcastException if the member stops meanwhile
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
                // The limit is for the stop, which no listener is told.
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

    /** Adds a listener; it is told the present status soon, and every change from then on. */
    public void addStatusListener(StatusListener listener) {
        protocol.addListener(listener);
    }

    /**
     * Completed when this member stops: normally by disconnect or close, exceptionally when an error halted it. A new one
     * begins with every connect.
     */
    public CompletableFuture<Void> stopped() {
        return protocol.stopped().copy();
    }

    /** Closes the channel. Requests still unanswered fail with {@link AbcastException.Reason#STOPPED}. */
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
