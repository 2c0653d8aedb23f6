package io.abcast.benchmark.micro;

import org.openjdk.jmh.annotations.Param;

/**
 * Measures the part of a member's start in which the member reads and checks its log. The log in this benchmark has
 * entries of 1 KB and is in the operating system's page cache.
 */
public class RecoveringLog extends Timed {
    @Param({"1000", "20000"})
    private int entries;

    @Override
    protected Subject make() throws Exception {
        return LogSubjects.recovery(entries);
    }
}
