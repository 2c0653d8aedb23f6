package io.abcast.benchmark.micro;

import org.openjdk.jmh.annotations.Param;

/** Measures the start of a member: it reads and checks a log of entries of 1 KB that is in the page cache. */
public class RecoveringLog extends Timed {
    @Param({"1000", "20000"})
    private int entries;

    @Override
    protected Subject make() throws Exception {
        return LogSubjects.recovery(entries);
    }
}
