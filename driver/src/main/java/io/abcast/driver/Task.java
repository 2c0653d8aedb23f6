package io.abcast.driver;

import java.util.function.Consumer;

/**
 * Code of a caller that the driver runs on its thread between two deliveries.
 *
 * @param task code to run; the driver reports the exceptions of this code to the {@link Sink} and does not rethrow
 *     them.
 * @param onDropped receives the reason if the driver ends before it runs the task; in this case the driver never runs
 *     the task
 */
public record Task(Runnable task, Consumer<Failure> onDropped) implements LoopEvent {
    /** Number of bytes that a waiting task occupies in an inbox. */
    public static final int BYTES = 64;

    /** Creates a task whose caller does not need to know whether the task runs. */
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
