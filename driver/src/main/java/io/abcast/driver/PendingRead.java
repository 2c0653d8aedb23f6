package io.abcast.driver;

import io.abcast.kernel.Keys;

/**
 * A linearizable read that a caller passes to a {@link Driver}.
 *
 * <p><b>Thread rule:</b> Any thread may create a read; after its creation, only the thread that runs the driver uses
 * the read.
 */
public abstract class PendingRead implements LoopEvent {
    /** Number of bytes that a read of all keys occupies in an inbox. */
    public static final int BYTES = 64;

    private final Keys keys;
    private boolean told;
    private boolean taken;

    /** Creates an unanswered read that concerns all keys. */
    protected PendingRead() {
        this(Keys.ALL_READ);
    }

    /** Creates an unanswered read that concerns only the keys {@code keys}. */
    protected PendingRead(Keys keys) {
        this.keys = keys;
    }

    final Keys keys() {
        return keys;
    }

    /** Number of bytes that this read occupies in an inbox. */
    public final int bytes() {
        return BYTES + (keys.size() == 0 ? 0 : keys.bytes());
    }

    /**
     * Reports to the caller that the application may answer the read. Only the first call of {@code ready} for a read
     * has an effect.
     */
    public final void ready() {
        if (told) return;
        told = true;
        onReady();
    }

    /** Lets the caller compute the answer from the application's present state; only the first call has an effect. */
    final void take() {
        if (taken || told) return;
        taken = true;
        onTaken();
    }

    final void failed(Failure why) {
        if (told) return;
        told = true;
        onFailed(why);
    }

    /**
     * Computes the answer to this read from the application's present state, before the caller may receive the answer.
     * After a call of {@code onTaken}, the driver calls {@link #onReady}, perhaps after changes of the application's
     * state.
     */
    protected void onTaken() {}

    /** Answers the read from the application's present state, or with the answer that {@link #onTaken} has computed. */
    protected abstract void onReady();

    /** Called when this read has failed, so that the driver will not answer the read. */
    protected abstract void onFailed(Failure why);

    @Override
    public final void on(Driver driver) {
        driver.read(this);
    }

    @Override
    public final void dropped(Failure why) {
        failed(why);
    }
}
