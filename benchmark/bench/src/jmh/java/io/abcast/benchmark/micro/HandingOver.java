package io.abcast.benchmark.micro;

import io.abcast.jgroups.loop.LoopSubjects;
import org.openjdk.jmh.annotations.Param;

/**
 * Measures the time to pass a batch of requests through the inbox to the event loop and to wait for their callbacks.
 */
public class HandingOver extends Timed {
    @Param({"1", "64"})
    private int batch;

    @Override
    protected Subject make() throws Exception {
        return LoopSubjects.loop(batch);
    }
}
