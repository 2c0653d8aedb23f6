package io.abcast.benchmark.micro;

import io.abcast.jgroups.group.FrameSubjects;
import org.openjdk.jmh.annotations.Param;

/** Measures the time to encode an ack of Zab into a JGroups message, or to decode the ack. */
public class CodingAcks extends Timed {
    @Param({"encode", "decode"})
    private String way;

    @Override
    protected Subject make() {
        return way.equals("encode") ? FrameSubjects.encodeAck() : FrameSubjects.decodeAck();
    }
}
