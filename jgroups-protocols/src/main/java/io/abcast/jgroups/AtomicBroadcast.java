package io.abcast.jgroups;

import io.abcast.zab.ZabStatus;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jgroups.JChannel;

/**
 * Atomic broadcast over a {@link JChannel} whose stack contains {@link ZAB}: every payload is delivered to the {@link
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
    private AtomicBroadcast() {}

    /**
     * Attaches {@code receiver} to the channel; call it once, before the channel is connected.
     *
     * @throws IllegalArgumentException if the stack has no {@link ZAB}
     * @throws IllegalStateException if the channel is connected already or has a receiver
     */
    public static AtomicBroadcast on(JChannel channel, Receiver receiver) {
        throw new UnsupportedOperationException();
    }

    /**
     * Submits a payload.
     *
     * @param payload at most {@code payload_max} bytes; must not be changed afterwards
     * @return the zxid, once delivered at this member; fails with {@link AbcastException}
     */
    public CompletableFuture<Long> abcast(byte[] payload) {
        throw new UnsupportedOperationException();
    }

    /** As {@link #abcast(byte[])}, without a future's cost, and with the receiver's result. */
    public void abcast(byte[] payload, AbcastCallback callback) {
        throw new UnsupportedOperationException();
    }

    /**
     * Waits until this member's state contains everything that had completed at any member before the call; what is read
     * from the local state afterwards is linearizable.
     *
     * @return fails with {@link AbcastException}
     */
    public CompletableFuture<Void> linearize() {
        throw new UnsupportedOperationException();
    }

    /** As {@link #linearize()}, without a future's cost. {@link ReadCallback#onReady} runs between two deliveries. */
    public void linearize(ReadCallback callback) {
        throw new UnsupportedOperationException();
    }

    /**
     * Runs {@code task} on the event loop, between two deliveries: a consistent look at a receiver that is not thread-safe.
     *
     * @return false if this member is not running; the task is dropped
     */
    public boolean execute(Runnable task) {
        throw new UnsupportedOperationException();
    }

    /** This member's server id. */
    public int id() {
        throw new UnsupportedOperationException();
    }

    /** What the member was doing some milliseconds ago; {@code null} before the first connect. */
    public ZabStatus status() {
        throw new UnsupportedOperationException();
    }

    /**
     * Waits until this member leads or follows an established leader: requests are being ordered.
     *
     * @return false if that did not happen in time
     * @throws AbcastException if the member stops meanwhile
     */
    public boolean awaitActive(Duration timeout) throws InterruptedException {
        throw new UnsupportedOperationException();
    }

    /** Adds a listener; it is told the present status soon, and every change from then on. */
    public void addStatusListener(StatusListener listener) {
        throw new UnsupportedOperationException();
    }

    /**
     * Completed when this member stops: normally by disconnect or close, exceptionally when an error halted it. A new one
     * begins with every connect.
     */
    public CompletableFuture<Void> stopped() {
        throw new UnsupportedOperationException();
    }

    /** Closes the channel. Requests still unanswered fail with {@link AbcastException.Reason#STOPPED}. */
    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }
}
