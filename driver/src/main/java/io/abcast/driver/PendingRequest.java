package io.abcast.driver;

import io.abcast.kernel.Membership;
import io.abcast.kernel.MembershipChange;
import io.abcast.kernel.Node;

/**
 * A request that a caller passes to a {@link Driver}: a payload that must be ordered, a change of the membership, or a
 * {@link PendingTransaction}.
 *
 * <p><b>Thread rule:</b> Any thread may create a request; after its creation, only the thread that runs the driver uses
 * the request.
 */
public abstract class PendingRequest implements LoopEvent {
    /** Number of bytes that a request occupies in an inbox in addition to its payload. */
    public static final int OVERHEAD_BYTES = 64;

    private static final byte[] NOTHING = new byte[0];

    private final MembershipChange change;
    private final int payloadBytes;
    private byte[] payload;
    private boolean told;
    private long zxid;
    private Object result;
    private Failure failure;

    long deadlineNanos;

    /** @param payload bytes of the request; the caller must not change the array after the call */
    protected PendingRequest(byte[] payload) {
        this(payload, null);
    }

    /**
     * Creates a request that changes the membership of the ensemble. The result of a request for a membership change is
     * the new {@link Membership}.
     */
    protected PendingRequest(MembershipChange change) {
        this(NOTHING, change);
    }

    private PendingRequest(byte[] payload, MembershipChange change) {
        this.change = change;
        this.payload = payload;
        this.payloadBytes = payload.length;
    }

    /** Number of bytes that this request occupies in an inbox. */
    public final int bytes() {
        return OVERHEAD_BYTES + payloadBytes;
    }

    final MembershipChange change() {
        return change;
    }

    void submitTo(Node node, long number) {
        if (change != null) node.onReconfigure(number, change);
        else node.onSubmit(number, takePayload());
    }

    /** After the call, the payload belongs to the node; a second call is not allowed. */
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

    /**
     * Reports to the caller whether the request was delivered or has failed. Only the first call of {@code tell} for a
     * request has an effect.
     */
    public final void tell() {
        if (told) return;
        told = true;
        if (failure == null) onDelivered(zxid, result);
        else onFailed(failure);
    }

    /**
     * Called when this member has delivered the request.
     *
     * @param zxid position of the request in the total order; 0 for a change of the membership and for a transaction.
     * @param result the application's result for a payload, the new {@link Membership}, or the answers to a transaction
     */
    protected abstract void onDelivered(long zxid, Object result);

    /** Called when this request has failed, so that the driver will not answer the request. */
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
