package io.abcast.driver;

/**
 * A piece of a caller's code, which runs between two deliveries.
 *
 * @param task code to run; the driver reports its exceptions to the {@link Sink} and does not rethrow them
 */
public record Task(Runnable task) implements LoopEvent {
    /** Number of bytes for which a task counts in an inbox. */
    public static final int BYTES = 64;

    @Override
    public void on(Driver driver) {
        driver.run(this);
    }
}
