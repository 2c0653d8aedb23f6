package io.abcast.driver;

/**
 * A linearizable read on its way through a {@link Driver}. A subclass knows the caller.
 *
 * <p><b>Thread rule:</b> made by any thread; used by the thread that runs the driver from then on.
 */
public abstract class PendingRead implements LoopEvent {
    /** Bytes that a read counts for in an inbox. */
    public static final int BYTES = 64;

    private boolean told;

    /** Not told yet. */
    protected PendingRead() {}

    /** Tells the caller, the first time, that the read may be served; does nothing later. For a {@link Sink}. */
    public final void ready() {
        if (told) return;
        told = true;
        onReady();
    }

    final void failed(Failure why) {
        if (told) return;
        told = true;
        onFailed(why);
    }

    /** The read may be served from the application's state. */
    protected abstract void onReady();

    /** The read is not answered. */
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
