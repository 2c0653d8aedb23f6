package io.abcast.jgroups.loop;

import io.abcast.driver.Failure;
import io.abcast.driver.PendingRead;
import io.abcast.jgroups.AbcastException;
import io.abcast.jgroups.ReadCallback;
import io.abcast.kernel.Keys;

/** A linearizable read of some keys that waits for its answer, together with the callback of the caller. */
public final class CallerRead extends PendingRead {
    private final ReadCallback callback;

    public CallerRead(Keys keys, ReadCallback callback) {
        super(keys);
        this.callback = callback;
    }

    @Override
    protected void onTaken() {
        callback.onTaken();
    }

    @Override
    protected void onReady() {
        callback.onReady();
    }

    @Override
    protected void onFailed(Failure why) {
        callback.onFailed(AbcastException.of(why));
    }
}
