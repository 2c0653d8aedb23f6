package io.abcast.benchmark.micro;

import io.abcast.server.StoreSubjects;
import org.openjdk.jmh.annotations.Param;

/** What a read of a client's socket brought, a batch of puts of 1 KB, is cut into commands. */
public class CuttingFrames extends Timed {
    @Param({"1", "64"})
    private int batch;

    @Override
    protected Subject make() {
        return StoreSubjects.frames(batch);
    }
}
