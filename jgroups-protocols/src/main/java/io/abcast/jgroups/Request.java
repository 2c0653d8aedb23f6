package io.abcast.jgroups;

import io.abcast.kernel.MembershipChange;

/** A submitted payload, or a change of the membership, on its way through the loop: {@link Inbox}, {@link Requests}, callback. */
final class Request implements LoopEvent {
    /** What a request counts for in the inbox beyond its payload. */
    static final int OVERHEAD_BYTES = 64;

    private static final byte[] NOTHING = new byte[0];

    private final AbcastCallback callback;
    private final MembershipChange change;
    private final int payloadBytes;
    private byte[] payload;
    private boolean told;
    private long zxid;
    private Object result;
    private AbcastException failure;

    /** Set and read by {@link Requests}. */
    long deadlineNanos;

    Request(byte[] payload, AbcastCallback callback) {
        this(payload, null, callback);
    }

    /** Its result is the new {@link io.abcast.kernel.Membership}. */
    Request(MembershipChange change, AbcastCallback callback) {
        this(NOTHING, change, callback);
    }

    private Request(byte[] payload, MembershipChange change, AbcastCallback callback) {
        this.change = change;
        this.payload = payload;
        this.payloadBytes = payload.length;
        this.callback = callback;
    }

    int bytes() {
        return OVERHEAD_BYTES + payloadBytes;
    }

    /** The change, or null for a payload. */
    MembershipChange change() {
        return change;
    }

    /** The payload, once: from then on it is the node's. */
    byte[] takePayload() {
        byte[] bytes = payload;
        payload = null;
        return bytes;
    }

    void delivered(long zxid, Object result) {
        this.zxid = zxid;
        this.result = result;
    }

    void failed(AbcastException why) {
        failure = why;
    }

    /** Calls the callback, the first time. */
    void tell() {
        if (told) return;
        told = true;
        if (failure == null) callback.onDelivered(zxid, result);
        else callback.onFailed(failure);
    }

    @Override
    public void on(EventLoop loop) {
        loop.submit(this);
    }

    @Override
    public void dropped(AbcastException why) {
        failed(why);
        tell();
    }
}
