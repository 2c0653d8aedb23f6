package io.abcast.server;

import io.abcast.client.wire.ReplyCode;
import io.abcast.kernel.SplitMix64;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Records the last write of each client session with its result, so that the store can answer a repeated write without
 * applying it again. Only delivered writes add, change or remove a session. At the bound on sessions, the store forgets
 * the session whose last write is the oldest, and would apply its repeated write again. Not thread-safe.
 *
 * <p>A store with a total order has one group of sessions; any other store has many groups, each with its own bound.
 * Writes of one group interfere (see {@link KeyInterference}) and so have one order, so that all members forget the
 * same sessions.
 */
final class Sessions {
    static final int SESSIONS_MAX = 16_384;

    /**
     * Number of groups of sessions in a store without a total order; more groups mean fewer interfering writes of
     * different sessions.
     */
    static final int GROUPS = 65_536;

    static final int GROUP_SESSIONS_MAX = 4;

    record Last(long sequence, WriteResult result) {}

    private final int groups;
    private final int groupSessionsMax;

    /** By number of the group and session; in a group, the session with the oldest last write is first. */
    private final TreeMap<Integer, LinkedHashMap<Long, Last>> bySessionOfGroup = new TreeMap<>();

    private int size;

    Sessions(boolean totalOrder) {
        groups = totalOrder ? 1 : GROUPS;
        groupSessionsMax = totalOrder ? SESSIONS_MAX : GROUP_SESSIONS_MAX;
    }

    static int group(long session) {
        return group(session, GROUPS);
    }

    private static int group(long session, int groups) {
        return (int) (SplitMix64.mix(session) & (groups - 1));
    }

    Last last(long session) {
        LinkedHashMap<Long, Last> group = bySessionOfGroup.get(group(session, groups));
        return group == null ? null : group.get(session);
    }

    void remember(long session, Last last) {
        LinkedHashMap<Long, Last> group =
                bySessionOfGroup.computeIfAbsent(
                        group(session, groups), g -> new LinkedHashMap<>(2, 0.75f, true));
        if (group.put(session, last) != null) return;
        if (group.size() <= groupSessionsMax) {
            size++;
            return;
        }
        Iterator<Long> oldest = group.keySet().iterator();
        oldest.next();
        oldest.remove();
    }

    int size() {
        return size;
    }

    List<Map.Entry<Long, Last>> frozen() {
        List<Map.Entry<Long, Last>> all = new ArrayList<>(size);
        for (LinkedHashMap<Long, Last> group : bySessionOfGroup.values())
            for (Map.Entry<Long, Last> entry : group.entrySet())
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

    static Sessions read(DataInputStream in, boolean totalOrder) throws IOException {
        int count = in.readInt();
        Sessions sessions = new Sessions(totalOrder);
        int max = sessions.groups * sessions.groupSessionsMax;
        if (count < 0 || count > max)
            throw new IOException("sessions: expected 0.." + max + ", got " + count);
        for (int i = 0; i < count; i++) {
            long session = in.readLong();
            long sequence = in.readLong();
            ReplyCode code = ReplyCode.of(in.readByte());
            if (code == null) throw new IOException("session " + session + ": unknown result code");
            WriteResult result = new WriteResult(code, in.readLong(), in.readLong());
            sessions.remember(session, new Last(sequence, result));
        }
        return sessions;
    }
}
