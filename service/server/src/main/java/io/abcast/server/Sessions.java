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
 * applying it again. Sessions are part of the replicated state: only delivered writes add, change or remove a session.
 *
 * <p>At the bound on the number of sessions, the store forgets the session whose last write is the oldest. If the
 * client of a forgotten session repeated a write, the store would apply the write again. The class is not thread-safe.
 *
 * <p>The store divides its sessions into groups, and each group has its own bound on sessions. Under a total order
 * there is only one group of sessions. If only interfering writes have one order, members may apply the writes of two
 * groups in different orders. Writes of one group interfere (see {@link KeyInterference}) and have one order, so that
 * all members forget the same sessions.
 */
final class Sessions {
    /** Maximum number of client sessions of a store with a total order. */
    static final int SESSIONS_MAX = 16_384;

    /**
     * Number of groups of sessions in a store without a total order. The more groups, the fewer writes of different
     * sessions interfere.
     */
    static final int GROUPS = 65_536;

    /** Maximum number of sessions in one group of a store without a total order. */
    static final int GROUP_SESSIONS_MAX = 4;

    /**
     * The last write of a client session.
     *
     * @param result the result of the session's last write, with the zxid of that write
     */
    record Last(long sequence, WriteResult result) {}

    private final int groups;
    private final int groupSessionsMax;

    /**
     * The sessions of each group, by the number of the group. In a group, the session whose last write is the oldest
     * comes first.
     */
    private final TreeMap<Integer, LinkedHashMap<Long, Last>> bySessionOfGroup = new TreeMap<>();

    private int size;

    /** @param totalOrder whether all writes have one order at all members */
    Sessions(boolean totalOrder) {
        groups = totalOrder ? 1 : GROUPS;
        groupSessionsMax = totalOrder ? SESSIONS_MAX : GROUP_SESSIONS_MAX;
    }

    /** Returns the group of a session in a store without a total order, from 0 to {@link #GROUPS} - 1. */
    static int group(long session) {
        return group(session, GROUPS);
    }

    private static int group(long session, int groups) {
        return (int) (SplitMix64.mix(session) & (groups - 1));
    }

    /** Returns the last write of the session {@code session}; {@code null} if the store does not know the session. */
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

    /**
     * Returns a copy of the present sessions, in the order of their groups. In a group, the session with the oldest
     * last write comes first.
     */
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
