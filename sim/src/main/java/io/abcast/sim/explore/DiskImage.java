package io.abcast.sim.explore;

import io.abcast.kernel.Entry;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import java.util.ArrayList;
import java.util.List;

/**
 * The durable content of a member's storage. Immutable.
 *
 * @param state what the node has persisted last, or {@code null}
 * @param log its entries; the log begins after {@link Zxid#NONE}
 */
record DiskImage(byte[] state, List<Entry> log) {
    static final DiskImage EMPTY = new DiskImage(null, List.of());

    /** A change of the log. */
    record LogWrite(Entry appended, long truncatedAfter) {
        static final LogWrite CLEARED = new LogWrite(null, Zxid.NONE);

        void applyTo(List<Entry> log) {
            if (appended != null) log.add(appended);
            else log.removeIf(entry -> entry.zxid() > truncatedAfter);
        }

        @Override
        public String toString() {
            return appended != null
                    ? "append " + appended
                    : "truncate after " + Zxid.toString(truncatedAfter);
        }
    }

    Recovered recovered() {
        List<Long> ends = new ArrayList<>();
        List<Entry> memberships = new ArrayList<>();
        long last = Zxid.NONE;
        for (Entry entry : log) {
            if (last != Zxid.NONE && Zxid.epoch(last) != Zxid.epoch(entry.zxid())) ends.add(last);
            last = entry.zxid();
            if (entry.isMembership()) memberships.add(entry);
        }
        if (last != Zxid.NONE) ends.add(last);
        return new Recovered(
                state,
                SnapshotId.EMPTY,
                new byte[0],
                Zxid.NONE,
                last,
                ends.stream().mapToLong(Long::longValue).toArray(),
                memberships,
                null,
                0,
                List.of(),
                false);
    }

    static void hashEntry(Entry entry, Hash128 out) {
        out.add(entry.zxid());
        out.add(entry.tag());
        out.add(entry.place());
        out.add(entry.request());
        out.add(entry.payload());
    }

    void hash(Hash128 out) {
        if (state == null) out.add(1);
        else out.add(state);
        out.add(log.size());
        for (Entry entry : log) hashEntry(entry, out);
    }
}
