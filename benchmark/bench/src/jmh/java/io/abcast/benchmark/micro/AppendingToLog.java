package io.abcast.benchmark.micro;

import io.abcast.log.Durability;
import org.openjdk.jmh.annotations.Param;

/**
 * Appends a batch of entries of 1 KB to the log, flushes it, and waits until it is reported as durable. The log is in
 * the system's temporary directory.
 */
public class AppendingToLog extends Timed {
    @Param({"MEMORY", "FILE", "FSYNC"})
    private Durability durability;

    @Param({"1", "64"})
    private int batch;

    @Override
    protected Subject make() throws Exception {
        return LogSubjects.append(durability, batch);
    }
}
