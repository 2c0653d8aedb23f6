package io.abcast.driver;

/**
 * An event that waits for its {@link Driver}.
 *
 * <p><b>Thread rule:</b> the thread that runs the driver calls both methods. Both methods must return at once.
 */
@FunctionalInterface
public interface LoopEvent {
    /** Handles the event inside a batch. An exception ends the driver. */
    void on(Driver driver);

    /**
     * Reports that the driver ended before it handled this event. Called at most once, and {@link #on} is not called
     * then.
     */
    default void dropped(Failure why) {}
}
