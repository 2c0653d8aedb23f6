package io.abcast.load.contest;

import io.abcast.load.LoadSpec;
import io.abcast.load.Target;
import java.io.IOException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/** Connects virtual clients to a measured system: over network connections, or inside a server. */
public interface Attachment extends AutoCloseable {
    /**
     * Makes the executor of a shard (group of virtual clients), with one thread, which also polls client libraries that
     * need it.
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
     * Makes the target (destination) of a shard of virtual clients; only the thread of the shard may use the target.
     *
     * @param number number of the shard, from 0; callers call this method in the order of the numbers
     */
    Target target(ScheduledExecutorService shard, int number, LoadSpec part);

    @Override
    void close() throws IOException;
}
