package io.abcast.benchmark.micro;

import io.abcast.zab.BroadcastSubjects;
import org.openjdk.jmh.annotations.Param;

/** Measures the time to add one entry to the leader's window of proposals in flight, and to remove it again. */
public class MovingWindow extends Timed {
    @Param({"10", "10000"})
    private int depth;

    @Override
    protected Subject make() {
        return BroadcastSubjects.window(depth);
    }
}
