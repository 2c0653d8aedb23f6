package io.abcast.jgroups;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/** Lets tests wait until a condition holds, with a time limit. */
public final class Wait {
    private Wait() {}

    public static void until(Duration limit, Callable<Boolean> condition, Supplier<String> picture)
            throws Exception {
        long deadline = System.nanoTime() + limit.toNanos();
        while (!condition.call()) {
            if (System.nanoTime() > deadline)
                throw new AssertionError("not within " + limit + ": " + picture.get());
            Thread.sleep(5);
        }
    }
}
