package io.abcast.bulk;

import io.abcast.dissemination.cooper.code.FieldKernel;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The threads that code and decode blocks; each thread has its own kernel. The queue of jobs needs no bound, because a
 * {@code GossipNode} has few coding jobs at the same time.
 */
final class Workers {
    private final ExecutorService threads;
    private final ThreadLocal<FieldKernel> kernels = ThreadLocal.withInitial(PatientKernel::new);

    Workers(int count, String name) {
        threads =
                Executors.newFixedThreadPool(
                        count,
                        task -> {
                            Thread thread = new Thread(task, name);
                            thread.setDaemon(true);
                            return thread;
                        });
    }

    void run(Consumer<FieldKernel> job) {
        threads.execute(() -> job.accept(kernels.get()));
    }

    void close(long nanos) {
        threads.shutdownNow();
        try {
            threads.awaitTermination(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
