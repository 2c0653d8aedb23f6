package io.abcast.server;

import io.abcast.client.wire.ReplyCode;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The last write of each client session and its result, so that a repeated write is answered and not applied again. The
 * sessions are part of the replicated state: only delivered writes change them, also when a session is forgotten at the
 * bound.
 *
 * <p>At the bound, the session whose last write is the oldest is forgotten. A repeated write of that session would be
 * applied again. Not thread-safe.
 */
final class Sessions {
    static final int SESSIONS_MAX = 16_384;

    /**
     * The last write of a session.
     *
     * @param result the result, with the zxid of that write
     */
    record Last(long sequence, WriteResult result) {}

    private final LinkedHashMap<Long, Last> lastBySession = new LinkedHashMap<>(64, 0.75f, true);

    /** The last write of a session; {@code null} if it is unknown. */
    Last last(long session) {
        return lastBySession.get(session);
    }

    void remember(long session, Last last) {
        lastBySession.put(session, last);
        if (lastBySession.size() > SESSIONS_MAX) {
            Iterator<Long> oldest = lastBySession.keySet().iterator();
            oldest.next();
            oldest.remove();
        }
    }

    int size() {
        return lastBySession.size();
    }

    /** A copy of the present sessions. The session whose last write is the oldest comes first. */
    List<Map.Entry<Long, Last>> frozen() {
        List<Map.Entry<Long, Last>> all = new ArrayList<>(lastBySession.size());
        for (Map.Entry<Long, Last> entry : lastBySession.entrySet())
            all.add(Map.entry(entry.getKey(), entry.getValue()));
        return all;
    }

    static void write(List<Map.Entry<Long, Last>> frozen, DataOutputStream out) throws IOException {
        out.writeInt(frozen.size());
        for (Map.Entry<Long, Last> entry : frozen) {
            Last last = entry.getValue();
            out.writeLong(entry.getKey());
            out.writeLong(last.sequence);
            out.writeByte(last.result.code().code());
            out.writeLong(last.result.zxid());
            out.writeLong(last.result.version());
        }
    }

    static Sessions read(DataInputStream in) throws IOException {
        int count = in.readInt();
        if (count < 0 || count > SESSIONS_MAX)
            throw new IOException("sessions: expected 0.." + SESSIONS_MAX + ", got " + count);
        Sessions sessions = new Sessions();
        for (int i = 0; i < count; i++) {
            long session = in.readLong();
            long sequence = in.readLong();
            ReplyCode code = ReplyCode.of(in.readByte());
            if (code == null) throw new IOException("session " + session + ": unknown result code");
            WriteResult result = new WriteResult(code, in.readLong(), in.readLong());
            sessions.lastBySession.put(session, new Last(sequence, result));
        }
        return sessions;
    }
}
