package io.abcast.jgroups.group;

import io.abcast.benchmark.micro.Subject;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Zxid;
import io.abcast.zab.LinkMessage;
import io.abcast.zab.Steering;
import io.abcast.zab.ZabCodec;
import io.abcast.zab.ZabMessage.Frame;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jgroups.BaseMessage;
import org.jgroups.Message;

/** Subjects that encode the messages of a node into JGroups messages, or decode them. */
public final class FrameSubjects {
    private static final int PAYLOAD_BYTES = 1024;
    private static final int VERSION = ZabCodec.INSTANCE.versionMax();
    private static final short PROTOCOL = 1025;

    private FrameSubjects() {}

    public static Subject encodePropose(int entries) {
        return encode(propose(entries));
    }

    public static Subject decodePropose(int entries) {
        return decode(propose(entries));
    }

    public static Subject encodeAck() {
        return encode(ack());
    }

    public static Subject decodeAck() {
        return decode(ack());
    }

    private static Frame propose(int entries) {
        List<Entry> some = new ArrayList<>();
        for (int i = 1; i <= entries; i++)
            some.add(new Entry(Zxid.of(1, i), 1, 1L << 40, new byte[PAYLOAD_BYTES]));
        return new Frame(
                1L << 50, 1000, new LinkMessage.Propose(1, Zxid.of(1, 1), Steering.NONE, some));
    }

    private static Frame ack() {
        return new Frame(1L << 50, 1000, new LinkMessage.Ack(1, Zxid.of(1, 1000), false, 0));
    }

    private static Subject encode(Frame frame) {
        GroupFrames frames = new GroupFrames(PROTOCOL, ZabCodec.INSTANCE, VERSION);
        return new Subject() {
            private Message last;

            @Override
            public int turn() {
                last = frames.encode(null, frame, VERSION);
                if (last.getLength() == 0) throw new AssertionError(last);
                return 1;
            }
        };
    }

    private static Subject decode(Frame frame) {
        GroupFrames frames = new GroupFrames(PROTOCOL, ZabCodec.INSTANCE, VERSION);
        Message encoded = frames.encode(null, frame, VERSION);
        AbcastHeader header = encoded.getHeader(PROTOCOL);
        byte[] bytes = payload(encoded);
        ByteArrayInputStream connection = new ByteArrayInputStream(bytes);
        DataInputStream in = new DataInputStream(connection);
        return new Subject() {
            private Object last;

            @Override
            public int turn() throws Exception {
                connection.reset();
                BaseMessage read = (BaseMessage) encoded.create().get();
                read.readPayload(in);
                last = frames.decode(header, read);
                if (!(last instanceof Frame)) throw new AssertionError(last);
                return 1;
            }
        };
    }

    private static byte[] payload(Message message) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            message.writePayload(new DataOutputStream(out));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return out.toByteArray();
    }
}
