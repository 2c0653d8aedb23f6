package io.abcast.jgroups;

import io.abcast.driver.Failure;
import io.abcast.driver.Read;

/** A linearizable read with the callback of its caller. */
final class CallerRead extends Read {
    private final ReadCallback callback;

    CallerRead(ReadCallback callback) {
        this.callback = callback;
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
