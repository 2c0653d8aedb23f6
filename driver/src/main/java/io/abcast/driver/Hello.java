package io.abcast.driver;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.Membership;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The message in which a process names its server id. A server has a new address after every restart, but keeps its
 * server id.
 *
 * @param id server id.
 * @param incarnation number of processes that have run as this server, including the sender, as far as the ensemble
 *     remembers; 0 while the sender does not serve. If two processes serve one id, the process with the higher
 *     incarnation counts.
 *
 * @param serving false while the process still asks whether its id is free. Meanwhile no messages may be sent to it.
 * @param established whether the process leads or follows an established leader.
 * @param receiver server id of the receiver; 0 if the sender has received no hello of the receiver.
 * @param known the highest incarnation of the receiver's server in the hellos that the sender has received. A process
 *     that begins to serve takes the next incarnation. Incarnations do not depend on clocks: if a clock were set back
 *     before a restart, the restarted process would seem older than the process before.
 * @param answer whether the receiver should answer with a hello.
 * @param wireVersion the highest version of frames that the sender speaks, 1..{@link #WIRE_VERSION_MAX}. The sender
 *     also speaks all lower versions.
 *
 * @param group the name of the ensemble: its protocol and founding members. The name does not change when members are
 *     added or removed. Processes of different groups ignore each other.
 */
public record Hello(
        int id,
        long incarnation,
        boolean serving,
        boolean established,
        int receiver,
        long known,
        boolean answer,
        int wireVersion,
        String group) {
    /**
     * Version of the format of hellos. The sender of a hello cannot know which version of frames the receiver speaks.
     * So the format of a hello has not changed since version 1 was the only version of frames. Later additions use bits
     * that earlier releases ignore.
     */
    private static final int VERSION = 2;

    /** The highest wire version that the four bits of a hello can express. */
    public static final int WIRE_VERSION_MAX = 16;

    /** Maximum size of a group's name in UTF-8, in bytes. */
    public static final int GROUP_BYTES_MAX = 1024;

    /**
     * Separates the parts of a group's name, if the name has parts. If two groups meet, the message to the operator
     * names only the differing parts.
     */
    public static final String SEPARATOR = " | ";

    /**
     * Maximum incarnation. No server starts so often. The format can also express the next higher number.
     */
    private static final long INCARNATION_MAX = (1L << 62) - 1;

    private static final int SERVING = 1;
    private static final int ESTABLISHED = 2;
    private static final int ANSWER = 4;

    /** Bits 3 to 6 of the flags contain the wire version minus one. */
    private static final int WIRE_VERSION_SHIFT = 3;

    /** Flag that a later release may set, if fields follow that this release does not know. */
    private static final int LONGER = 128;

    /** @throws IllegalArgumentException if the wire version is not in 1..{@link #WIRE_VERSION_MAX} */
    public Hello {
        if (wireVersion < 1 || wireVersion > WIRE_VERSION_MAX)
            throw new IllegalArgumentException(
                    "wire version: expected 1.." + WIRE_VERSION_MAX + ", got " + wireVersion);
    }

    /** Encodes the hello as a frame. */
    public byte[] encode() {
        int flags =
                (serving ? SERVING : 0)
                        | (established ? ESTABLISHED : 0)
                        | (answer ? ANSWER : 0)
                        | (wireVersion - 1) << WIRE_VERSION_SHIFT;
        return new WireWriter(64)
                .u8(VERSION)
                .u8(flags)
                .varint(id)
                .i64(incarnation)
                .varint(receiver)
                .i64(known)
                .bytes(group.getBytes(StandardCharsets.UTF_8))
                .toByteArray();
    }

    /**
     * Decodes a hello, which must fill the whole frame.
     *
     * @throws MalformedFrameException if the frame is malformed
     */
    public static Hello decode(WireReader in) {
        int version = in.u8();
        if (version != VERSION)
            throw new MalformedFrameException(
                    "hello: expected version " + VERSION + ", got " + version);
        int flags = in.u8();
        int id = in.count(Membership.ID_MAX);
        long incarnation = incarnation(in);
        int receiver = in.count(Membership.ID_MAX);
        long known = incarnation(in);
        byte[] groupBytes = in.raw(in.count(GROUP_BYTES_MAX));
        String group = new String(groupBytes, StandardCharsets.UTF_8);
        if (!Arrays.equals(group.getBytes(StandardCharsets.UTF_8), groupBytes))
            throw new MalformedFrameException("hello: expected a group in UTF-8");
        if ((flags & LONGER) == 0) in.end();
        return new Hello(
                id,
                incarnation,
                (flags & SERVING) != 0,
                (flags & ESTABLISHED) != 0,
                receiver,
                known,
                (flags & ANSWER) != 0,
                1 + (flags >> WIRE_VERSION_SHIFT & WIRE_VERSION_MAX - 1),
                group);
    }

    private static long incarnation(WireReader in) {
        long value = in.i64();
        if (value < 0 || value > INCARNATION_MAX)
            throw new MalformedFrameException(
                    "hello: expected an incarnation in 0.." + INCARNATION_MAX + ", got " + value);
        return value;
    }
}
