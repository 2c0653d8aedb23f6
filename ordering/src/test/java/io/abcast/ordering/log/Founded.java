package io.abcast.ordering.log;

import io.abcast.kernel.Recovered;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.WireWriter;
import io.abcast.kernel.Zxid;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Creates the content of members' storages for an ensemble that was founded and has not ordered any requests yet. */
public final class Founded {
    private Founded() {}

    public static Recovered of(String protocol, int id, long era, Consumer<WireWriter> engine) {
        return of(protocol, id, era, LogMessage.Rank.VOTER, engine);
    }

    public static Recovered recovering(
            String protocol, int id, long era, Consumer<WireWriter> engine) {
        return of(protocol, id, era, LogMessage.Rank.LEARNER, engine);
    }

    private static Recovered of(
            String protocol,
            int id,
            long era,
            LogMessage.Rank standing,
            Consumer<WireWriter> engine) {
        WireWriter out = new WireWriter(64);
        out.u8(0x50).u8(LogNode.VERSION).bytes(protocol.getBytes(StandardCharsets.UTF_8));
        out.u8(standing.ordinal());
        new Incarnation(1, id).write(out);
        LogMessage.Lock.NONE.write(out.i64(era).i64(era).varint(0).i32(0));
        for (int i = 0; i < 4; i++) out.varint(0);
        engine.accept(out);
        return new Recovered(
                out.toByteArray(),
                SnapshotId.EMPTY,
                Zxid.NONE,
                Zxid.NONE,
                new long[0],
                null,
                0,
                false);
    }
}
