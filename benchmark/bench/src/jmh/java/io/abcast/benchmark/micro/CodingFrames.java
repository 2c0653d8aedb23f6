package io.abcast.benchmark.micro;

import io.abcast.jgroups.group.FrameSubjects;
import org.openjdk.jmh.annotations.Param;

/** Measures the time to encode a proposal of entries of 1 KB into a JGroups message, or to decode the proposal. */
public class CodingFrames extends Timed {
    @Param({"1", "16", "64"})
    private int entries;

    @Param({"encode", "decode"})
    private String way;

    @Override
    protected Subject make() {
        return way.equals("encode")
                ? FrameSubjects.encodePropose(entries)
                : FrameSubjects.decodePropose(entries);
    }
}
