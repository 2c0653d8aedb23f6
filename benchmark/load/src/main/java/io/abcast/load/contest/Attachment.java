package io.abcast.load.contest;

import io.abcast.load.LoadSpec;
import io.abcast.load.Target;
import java.io.IOException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/** The way in which virtual clients reach a contestant: over connections, or inside a server. */
public interface Attachment extends AutoCloseable {
    /**
     * Makes the executor, with one thread, of a shard of virtual clients. If the client of a system must be polled, the
     * executor polls it between tasks.
     */
    default ScheduledExecutorService newShard() {
        return Executors.newSingleThreadScheduledExecutor(
                task -> {
                    Thread thread = new Thread(task, "load");
                    thread.setDaemon(true);
                    return thread;
                });
    }

    /**
     * Makes the target of the requests of a shard, which only the shard's thread may use.
     *
     * @param number number of the shard, from 0; the method is called in the order of these numbers
     */
    Target target(ScheduledExecutorService shard, int number, LoadSpec part);

    @Override
    void close() throws IOException;
}
