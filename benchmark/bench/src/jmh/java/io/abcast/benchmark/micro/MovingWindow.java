package io.abcast.benchmark.micro;

import io.abcast.zab.BroadcastSubjects;
import org.openjdk.jmh.annotations.Param;

/** Measures the time to pass one entry through the window, which bounds the bytes in flight to a follower. */
public class MovingWindow extends Timed {
    @Param({"10", "10000"})
    private int depth;

    @Override
    protected Subject make() {
        return BroadcastSubjects.window(depth);
    }
}
