package io.abcast.driver;

/**
 * An event that waits in the inbox of its {@link Driver}.
 *
 * <p><b>Thread rule:</b> The thread that runs the driver calls all methods of an event, which must return at once.
 */
@FunctionalInterface
public interface LoopEvent {
    /**
     * Passes this event to {@code driver}, inside a batch of the driver. An exception of {@code on} ends the driver.
     */
    void on(Driver driver);

    /** Reports that the driver ended before it handled this event. */
    default void dropped(Failure why) {}
}
