package io.abcast.jgroups.blocks;

import io.abcast.jgroups.AbcastCallback;
import io.abcast.jgroups.AbcastException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** A future that completes with the result that the receiver has returned for a request. */
final class ResultFuture<T> extends CompletableFuture<T> implements AbcastCallback {
    private final Function<Object, T> decoder;

    ResultFuture(Function<Object, T> decoder) {
        this.decoder = decoder;
    }

    @Override
    public void onDelivered(long zxid, Object result) {
        complete(decoder.apply(result));
    }

    @Override
    public void onFailed(AbcastException why) {
        completeExceptionally(why);
    }
}
