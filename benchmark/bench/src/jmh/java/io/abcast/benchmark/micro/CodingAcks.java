package io.abcast.benchmark.micro;

import io.abcast.jgroups.group.FrameSubjects;
import org.openjdk.jmh.annotations.Param;

/** An ack into a JGroups message, and out of one. */
public class CodingAcks extends Timed {
    @Param({"encode", "decode"})
    private String way;

    @Override
    protected Subject make() {
        return way.equals("encode") ? FrameSubjects.encodeAck() : FrameSubjects.decodeAck();
    }
}
