package io.abcast.driver;

import java.util.function.Consumer;

/**
 * A piece of a caller's code, which runs between two deliveries.
 *
 * @param task code to run; the driver reports its exceptions to the {@link Sink} and does not rethrow them
 * @param onDropped receives the reason if the driver ends before the task; the task does not run then
 */
public record Task(Runnable task, Consumer<Failure> onDropped) implements LoopEvent {
    /** Number of bytes for which a task counts in an inbox. */
    public static final int BYTES = 64;

    /** Creates a task whose caller need not know whether it runs. */
    public Task(Runnable task) {
        this(task, why -> {});
    }

    @Override
    public void on(Driver driver) {
        driver.run(this);
    }

    @Override
    public void dropped(Failure why) {
        onDropped.accept(why);
    }
}
