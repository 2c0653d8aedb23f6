package io.abcast.driver;

/**
 * An event that waits for its {@link Driver}.
 *
 * <p><b>Thread rule:</b> both methods are called by the thread that runs the driver; they return at once.
 */
@FunctionalInterface
public interface LoopEvent {
    /** Runs inside a batch. An exception ends the driver. */
    void on(Driver driver);

    /** The driver ended before it came to this event. Called once, in place of {@link #on}. */
    default void dropped(Failure why) {}
}
