package io.abcast.load.contest;

import io.abcast.load.LoadSpec;
import io.abcast.load.Target;
import java.io.IOException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/** How virtual clients reach a contestant: over connections, or inside a server. */
public interface Attachment extends AutoCloseable {
    /**
     * One thread for a shard of virtual clients. A system whose client wants to be polled gives an executor that does
     * so between tasks.
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
     * Where the requests of a shard go; used on the shard's thread only.
     *
     * @param number of the shard, from 0; asked for in this order
     */
    Target target(ScheduledExecutorService shard, int number, LoadSpec part);

    @Override
    void close() throws IOException;
}
