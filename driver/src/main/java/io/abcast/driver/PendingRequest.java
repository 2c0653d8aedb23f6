package io.abcast.driver;

import io.abcast.kernel.Membership;
import io.abcast.kernel.MembershipChange;
import io.abcast.kernel.Node;

/**
 * A request that a {@link Driver} handles: a payload to be ordered, a change of the membership, or a {@link
 * PendingTransaction}. A subclass passes the answer to the caller.
 *
 * <p><b>Thread rule:</b> created by any thread; then used by the thread that runs the driver.
 */
public abstract class PendingRequest implements LoopEvent {
    /** Number of bytes for which a request counts in an inbox in addition to its payload. */
    public static final int OVERHEAD_BYTES = 64;

    private static final byte[] NOTHING = new byte[0];

    private final MembershipChange change;
    private final int payloadBytes;
    private byte[] payload;
    private boolean told;
    private long zxid;
    private Object result;
    private Failure failure;

    /** Time limit of the request, in ns; set by {@link PendingRequests}. */
    long deadlineNanos;

    /** @param payload the bytes to be ordered; the caller must not change the array afterwards */
    protected PendingRequest(byte[] payload) {
        this(payload, null);
    }

    /** Creates a request for a change of the membership. Its result is the new {@link Membership}. */
    protected PendingRequest(MembershipChange change) {
        this(NOTHING, change);
    }

    private PendingRequest(byte[] payload, MembershipChange change) {
        this.change = change;
        this.payload = payload;
        this.payloadBytes = payload.length;
    }

    /** Number of bytes for which this request counts in an inbox. */
    public final int bytes() {
        return OVERHEAD_BYTES + payloadBytes;
    }

    /** The change of the membership; null if the request is a payload. */
    final MembershipChange change() {
        return change;
    }

    /** Passes the request to the node under this number. Called once. */
    void submitTo(Node node, long number) {
        if (change != null) node.onReconfigure(number, change);
        else node.onSubmit(number, takePayload());
    }

    /** Returns the payload, which belongs to the node from then on. Can be called once. */
    final byte[] takePayload() {
        byte[] bytes = payload;
        payload = null;
        return bytes;
    }

    final void delivered(long zxid, Object result) {
        this.zxid = zxid;
        this.result = result;
    }

    final void failed(Failure why) {
        failure = why;
    }

    /** Reports the outcome to the caller. Only the first call has an effect. Called by a {@link Sink}. */
    public final void tell() {
        if (told) return;
        told = true;
        if (failure == null) onDelivered(zxid, result);
        else onFailed(failure);
    }

    /**
     * Called when the request has been delivered at this member.
     *
     * @param zxid position of the request in the total order; 0 for a change of the membership and for a transaction
     * @param result the result of the application, the new {@link Membership}, or the answers to a transaction
     */
    protected abstract void onDelivered(long zxid, Object result);

    /** Called when the request will not be answered. */
    protected abstract void onFailed(Failure why);

    @Override
    public final void on(Driver driver) {
        driver.submit(this);
    }

    @Override
    public final void dropped(Failure why) {
        failed(why);
        tell();
    }
}
