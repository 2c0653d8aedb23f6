package io.abcast.benchmark.micro;

import io.abcast.jgroups.group.FrameSubjects;
import org.openjdk.jmh.annotations.Param;

/** Encodes an ack into a JGroups message, or decodes it. */
public class CodingAcks extends Timed {
    @Param({"encode", "decode"})
    private String way;

    @Override
    protected Subject make() {
        return way.equals("encode") ? FrameSubjects.encodeAck() : FrameSubjects.decodeAck();
    }
}
