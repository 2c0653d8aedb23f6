package io.abcast.ordering.camu;

import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.ordering.camu.PartitionEntry.Acked;
import io.abcast.ordering.camu.PartitionEntry.Close;
import io.abcast.ordering.camu.PartitionEntry.Impose;
import io.abcast.ordering.camu.PartitionEntry.Note;
import io.abcast.ordering.camu.PartitionEntry.Open;
import io.abcast.ordering.camu.PartitionEntry.Receipt;
import io.abcast.ordering.camu.PartitionEntry.Single;
import io.abcast.ordering.camu.PartitionEntry.StreamAck;
import io.abcast.ordering.camu.PartitionEntry.Tick;
import io.abcast.ordering.camu.PartitionEntry.VoteFor;
import io.abcast.ordering.camu.StreamItem.TxnItem;
import io.abcast.ordering.camu.StreamItem.VoteItem;

/**
 * The clock of a partition and its streams of items for the other partitions, both computed from the entries of the
 * partition's log. Every replica advances one {@code Emission} with the log entries that it applies. A leader in fast
 * mode sends stream items before it applies their entries, so it advances a second {@code Emission} with the entries
 * that it has submitted.
 */
final class Emission {
    private final int group;
    private final PartitionMap map;
    private final OutStream[] out;

    /** Hybrid logical clock of the partition: microseconds since 1970 times 256, plus a count of events. */
    private long clock;

    Emission(int group, PartitionMap map) {
        this.group = group;
        this.map = map;
        out = new OutStream[map.size()];
        for (int other = 0; other < out.length; other++) out[other] = new OutStream();
    }

    Emission copy() {
        WireWriter bytes = new WireWriter(1024);
        write(bytes);
        Emission copy = new Emission(group, map);
        copy.read(new WireReader(bytes.toByteArray()));
        return copy;
    }

    long clock() {
        return clock;
    }

    OutStream out(int other) {
        return out[other];
    }

    void batch(long physical) {
        clock = Math.max(clock, physical);
    }

    /**
     * @return the clock of the timestamp that the entry assigns to its transaction; 0 if the entry assigns no timestamp
     */
    long apply(PartitionEntry entry) {
        if (entry instanceof Single) return ++clock;
        if (entry instanceof VoteFor e) return vote(e.txn());
        if (entry instanceof Impose e) return impose(e.txn());
        if (entry instanceof Receipt e)
            for (StreamItem item : e.items()) clock = Math.max(clock, item.clock());
        if (entry instanceof Tick) tick();
        if (entry instanceof Open e) out[e.group()].open(clock);
        if (entry instanceof Acked e) acked(e);
        if (entry instanceof Close e) out[e.group()].close();
        if (entry instanceof Note e)
            for (StreamAck ack : e.acks()) out[ack.group()].acked(ack.through());
        return 0;
    }

    private long vote(CamuTxn txn) {
        clock++;
        for (int other : txn.groups())
            if (other != group) out[other].add(new VoteItem(txn.id(), clock));
        return clock;
    }

    private long impose(CamuTxn txn) {
        clock++;
        for (int other : txn.groups()) if (other != group) out[other].add(new TxnItem(txn, clock));
        return clock;
    }

    private void tick() {
        for (OutStream stream : out) if (stream.link() != OutStream.Link.OFF) stream.mark(clock);
    }

    private void acked(Acked entry) {
        OutStream stream = out[entry.group()];
        if (!stream.awaits(entry.epoch())) return;
        // Before the link's receiving partition began to wait for {@code Mark} items, it may have
        // delivered transactions up to the clock "floor". Therefore this partition must impose only
        // timestamps above the clock "floor" on the receiving partition.
        clock = Math.max(clock, entry.floor());
        stream.on();
    }

    boolean hasItemsOf(long session) {
        for (OutStream stream : out) if (stream.hasItemsOf(session)) return true;
        return false;
    }

    void write(WireWriter to) {
        to.varint(clock);
        for (OutStream stream : out) stream.write(to);
    }

    void read(WireReader from) {
        clock = from.varint();
        for (OutStream stream : out) stream.read(from, map);
    }
}
