package io.abcast.driver;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.Membership;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The message in which a process announces its server id to other processes. A server has a new network address after
 * every restart, but keeps its server id.
 *
 * @param id server id of the sender.
 * @param incarnation number of processes that have run as the sender's server, including the sender; 0 while the sender
 *     does not serve its id
 * @param serving whether the sender takes part in the ensemble under its server id; false while the sender still asks
 *     whether its id is free
 * @param established whether the sender's member leads, or follows an established leader.
 * @param receiver server id of the process that receives this hello; 0 if the sender has received no hello of this
 *     process.
 * @param known the highest incarnation of the receiver's server in all hellos that the sender has received. A process
 *     that begins to serve its id takes the next higher number, because clocks may be set back.
 * @param answer whether the receiver should answer this hello with a hello
 * @param wireVersion the highest version of frames that the sender of the hello speaks, 1..{@link #WIRE_VERSION_MAX};
 *     the sender also speaks all lower versions
 * @param group the name of the sender's ensemble: its protocol and founding members. Processes of ensembles with
 *     different names ignore each other.
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
     * The format of hellos never changes, because a sender cannot know the version that a receiver speaks; additions
     * use bits that earlier releases ignore.
     */
    private static final int VERSION = 2;

    /** The highest version of frames that the four version bits of a hello can express. */
    public static final int WIRE_VERSION_MAX = 16;

    /** Maximum size of an ensemble's name in bytes of UTF-8. */
    public static final int GROUP_BYTES_MAX = 1024;

    /** Separates the parts of an ensemble's name, if the name has parts. */
    public static final String SEPARATOR = " | ";

    /** Maximum number of processes of one server; the format can also express the number after this maximum. */
    private static final long INCARNATION_MAX = (1L << 62) - 1;

    private static final int SERVING = 1;
    private static final int ESTABLISHED = 2;
    private static final int ANSWER = 4;

    /** Bits 3 to 6 of a hello's flags contain the highest version of frames minus one. */
    private static final int WIRE_VERSION_SHIFT = 3;

    /**
     * If this bit is set, a later release has sent the hello, which ends with fields that this release does not know.
     */
    private static final int LONGER = 128;

    /** @throws IllegalArgumentException if {@code wireVersion} is not in 1..{@link #WIRE_VERSION_MAX} */
    public Hello {
        if (wireVersion < 1 || wireVersion > WIRE_VERSION_MAX)
            throw new IllegalArgumentException(
                    "wire version: expected 1.." + WIRE_VERSION_MAX + ", got " + wireVersion);
    }

    /** Encodes this hello as a frame. */
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
     * Decodes a hello from {@code in}, which must contain only this hello.
     *
     * @throws MalformedFrameException if the bytes are not a valid hello
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
