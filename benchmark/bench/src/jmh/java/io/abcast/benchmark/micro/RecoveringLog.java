package io.abcast.benchmark.micro;

import org.openjdk.jmh.annotations.Param;

/** A start of a member: a log of that many entries of 1 KB, in the page cache, is read and checked. */
public class RecoveringLog extends Timed {
    @Param({"1000", "20000"})
    private int entries;

    @Override
    protected Subject make() throws Exception {
        return LogSubjects.recovery(entries);
    }
}
