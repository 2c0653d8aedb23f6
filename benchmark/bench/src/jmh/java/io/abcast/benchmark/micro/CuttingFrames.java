package io.abcast.benchmark.micro;

import io.abcast.server.StoreSubjects;
import org.openjdk.jmh.annotations.Param;

/**
 * Measures the time to cut the bytes that one read of a client's socket returns into commands. The bytes of one read
 * contain a batch of puts of 1 KB.
 */
public class CuttingFrames extends Timed {
    @Param({"1", "64"})
    private int batch;

    @Override
    protected Subject make() {
        return StoreSubjects.frames(batch);
    }
}
