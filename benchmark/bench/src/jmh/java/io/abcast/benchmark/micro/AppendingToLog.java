package io.abcast.benchmark.micro;

import io.abcast.log.Durability;
import org.openjdk.jmh.annotations.Param;

/**
 * Measures the time to append a batch of entries of 1 KB to the log, to flush the log, and to wait until the log
 * reports the batch as durable. The benchmark keeps the files of the log in the system's temporary directory.
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
