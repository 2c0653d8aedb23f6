package io.abcast.benchmark.micro;

import io.abcast.jgroups.loop.LoopSubjects;
import org.openjdk.jmh.annotations.Param;

/** Measures the time to put a batch of events into an inbox and to take the events out again, in one thread. */
public class PassingInbox extends Timed {
    @Param({"1", "64"})
    private int batch;

    @Override
    protected Subject make() {
        return LoopSubjects.inbox(batch);
    }
}
