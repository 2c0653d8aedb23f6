package io.abcast.jgroups.loop;

import io.abcast.driver.Failure;
import io.abcast.driver.PendingRequest;
import io.abcast.jgroups.AbcastCallback;
import io.abcast.jgroups.AbcastException;
import io.abcast.kernel.MembershipChange;

/** A submitted request of a caller that waits for its answer, together with the caller's callback. */
public final class CallerRequest extends PendingRequest {
    private final AbcastCallback callback;

    public CallerRequest(byte[] payload, AbcastCallback callback) {
        super(payload);
        this.callback = callback;
    }

    public CallerRequest(MembershipChange change, AbcastCallback callback) {
        super(change);
        this.callback = callback;
    }

    /** Reports to the caller that the inbox of the event loop did not admit this request. */
    public void notAdmitted(AbcastException why) {
        callback.onFailed(why);
    }

    @Override
    protected void onDelivered(long zxid, Object result) {
        callback.onDelivered(zxid, result);
    }

    @Override
    protected void onFailed(Failure why) {
        callback.onFailed(AbcastException.of(why));
    }
}
