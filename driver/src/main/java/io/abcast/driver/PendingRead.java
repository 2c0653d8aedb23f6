package io.abcast.driver;

import io.abcast.kernel.Keys;

/**
 * A linearizable read that a {@link Driver} handles. A subclass passes the answer to the caller.
 *
 * <p><b>Thread rule:</b> created by any thread; then used by the thread that runs the driver.
 */
public abstract class PendingRead implements LoopEvent {
    /** Number of bytes for which a read of all keys counts in an inbox. */
    public static final int BYTES = 64;

    private final Keys keys;
    private boolean told;
    private boolean taken;

    /** Creates a read of all keys, which has no answer yet. */
    protected PendingRead() {
        this(Keys.ALL_READ);
    }

    /** Creates a read of these keys, which has no answer yet. */
    protected PendingRead(Keys keys) {
        this.keys = keys;
    }

    /** The keys that are read. */
    final Keys keys() {
        return keys;
    }

    /** Number of bytes for which this read counts in an inbox. */
    public final int bytes() {
        return BYTES + (keys.size() == 0 ? 0 : keys.bytes());
    }

    /**
     * Reports to the caller that the read may be served. Only the first call has an effect. Called by a {@link Sink}.
     */
    public final void ready() {
        if (told) return;
        told = true;
        onReady();
    }

    /** Takes the answer from the present state. Only the first call has an effect. */
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
     * Called when the application's present state answers the read, and the answer may not leave yet. {@link #onReady}
     * follows, perhaps after changes of the state. Not called if the answer may leave at once.
     */
    protected void onTaken() {}

    /** Called when the read may be served from the application's state. */
    protected abstract void onReady();

    /** Called when the read will not be answered. */
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
