package io.abcast.benchmark.micro;

import io.abcast.log.Durability;
import org.openjdk.jmh.annotations.Param;

/**
 * Measures the time from the append of a batch of entries of 1 KB to the log until the log reports the batch as
 * durable.
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
