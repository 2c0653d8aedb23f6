package io.abcast.benchmark.micro;

import io.abcast.server.StoreSubjects;
import org.openjdk.jmh.annotations.Param;

/** Cuts the bytes of one read of a client's socket into commands. The bytes are a batch of puts of 1 KB. */
public class CuttingFrames extends Timed {
    @Param({"1", "64"})
    private int batch;

    @Override
    protected Subject make() {
        return StoreSubjects.frames(batch);
    }
}
