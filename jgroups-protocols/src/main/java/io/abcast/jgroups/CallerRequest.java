package io.abcast.jgroups;

import io.abcast.driver.Failure;
import io.abcast.driver.Request;
import io.abcast.kernel.MembershipChange;

/** A request with the callback of its caller. */
final class CallerRequest extends Request {
    private final AbcastCallback callback;

    CallerRequest(byte[] payload, AbcastCallback callback) {
        super(payload);
        this.callback = callback;
    }

    CallerRequest(MembershipChange change, AbcastCallback callback) {
        super(change);
        this.callback = callback;
    }

    /** The inbox has not admitted this request; on the caller's thread. */
    void notAdmitted(AbcastException why) {
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
