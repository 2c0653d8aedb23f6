package io.abcast.jgroups;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.nio.charset.StandardCharsets;

/**
 * How a process tells another which server it is. Addresses change at every restart, server ids do not.
 *
 * @param id server id
 * @param incarnation when the process began to run as this server, milliseconds of the wall clock; of two processes that
 *     both are the same server, the higher incarnation is the living one
 * @param serving false while it still asks whether its id is free: not to be addressed yet
 * @param established whether it leads or follows an established leader
 * @param answer whether the receiver should say hello in return
 * @param group protocol and ensemble; processes of different groups ignore one another
 */
record Hello(
        int id,
        long incarnation,
        boolean serving,
        boolean established,
        boolean answer,
        String group) {
    private static final int VERSION = 1;
    private static final int GROUP_BYTES_MAX = 1024;
    private static final int SERVING = 1;
    private static final int ESTABLISHED = 2;
    private static final int ANSWER = 4;

    byte[] encode() {
        int flags =
                (serving ? SERVING : 0) | (established ? ESTABLISHED : 0) | (answer ? ANSWER : 0);
        return new WireWriter(64)
                .u8(VERSION)
                .u8(flags)
                .varint(id)
                .i64(incarnation)
                .bytes(group.getBytes(StandardCharsets.UTF_8))
                .toByteArray();
    }

    /** @throws MalformedFrameException if it is not one */
    static Hello decode(WireReader in) {
        int version = in.u8();
        if (version != VERSION)
            throw new MalformedFrameException(
                    "hello: expected version " + VERSION + ", got " + version);
        int flags = in.u8();
        int id = in.count(io.abcast.kernel.Membership.ID_MAX);
        long incarnation = in.i64();
        String group = new String(in.raw(in.count(GROUP_BYTES_MAX)), StandardCharsets.UTF_8);
        in.end();
        return new Hello(
                id,
                incarnation,
                (flags & SERVING) != 0,
                (flags & ESTABLISHED) != 0,
                (flags & ANSWER) != 0,
                group);
    }
}
