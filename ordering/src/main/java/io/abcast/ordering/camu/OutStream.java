package io.abcast.ordering.camu;

import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The stream of items from this partition to another partition, and the link in the same direction. The entries of this
 * partition's log alone determine the state of an {@code OutStream}.
 */
final class OutStream {
    /** Snapshots contain the ordinal of the state, so the order of the constants must not change. */
    enum Link {
        OFF,
        /**
         * Link state: the sending partition sends {@code Mark} items, and the receiving partition has not confirmed yet
         * that its deliveries wait for these items.
         */
        SHADOW,
        ON
    }

    private static final int COMPACT_MIN = 1024;

    private static final int MARKS_MAX = 1024;

    /**
     * A replica of the receiving partition that is more than {@code BASES_MAX} terms behind needs a snapshot from
     * another replica of its partition.
     */
    private static final int BASES_MAX = 1 << 16;

    private Link link = Link.OFF;

    /** Number of times that this partition opened the link. */
    private long epoch;

    /**
     * Items whose acknowledgement is not in this partition's log; the first {@code gone} elements are removed items.
     */
    private List<StreamItem> items = new ArrayList<>();

    private int gone;

    private long first = 1;

    private long bytes;

    /** The clock of the last {@code Mark} item in the stream; 0 before the first {@code Mark}. */
    private long marked;

    private final TreeMap<Long, Long> bases = new TreeMap<>();

    Link link() {
        return link;
    }

    long epoch() {
        return epoch;
    }

    long marked() {
        return marked;
    }

    long first() {
        return first;
    }

    long next() {
        return first + size();
    }

    int size() {
        return items.size() - gone;
    }

    long bytes() {
        return bytes;
    }

    StreamItem get(long seq) {
        return items.get(gone + (int) (seq - first));
    }

    void add(StreamItem item) {
        items.add(item);
        bytes += item.bytes();
    }

    /**
     * If the receiving partition acknowledges nothing, the stream omits repeated {@code Mark} items, which would fill
     * the memory.
     */
    void mark(long clock) {
        marked = clock;
        StreamItem.Mark mark = new StreamItem.Mark(epoch, clock, link == Link.ON);
        if (size() < MARKS_MAX || !isRepeated(mark)) add(mark);
    }

    private boolean isRepeated(StreamItem.Mark mark) {
        return items.get(items.size() - 1) instanceof StreamItem.Mark last
                && last.epoch() == mark.epoch()
                && last.on() == mark.on();
    }

    void open(long clock) {
        if (link != Link.OFF) return;
        epoch++;
        link = Link.SHADOW;
        mark(clock);
    }

    boolean awaits(long ackedEpoch) {
        return link == Link.SHADOW && ackedEpoch == epoch;
    }

    void on() {
        link = Link.ON;
    }

    void close() {
        if (link == Link.OFF) return;
        link = Link.OFF;
        add(new StreamItem.End(epoch));
    }

    void acked(long through) {
        while (first <= through && gone < items.size()) {
            bytes -= items.set(gone++, null).bytes();
            first++;
        }
        if (gone >= COMPACT_MIN && 2 * gone >= items.size()) {
            items = new ArrayList<>(items.subList(gone, items.size()));
            gone = 0;
        }
    }

    void begin(long term) {
        bases.put(term, next() - 1);
        if (bases.size() > BASES_MAX) bases.pollFirstEntry();
    }

    long base(long term) {
        return bases.get(term);
    }

    NavigableMap<Long, Long> basesFrom(long term) {
        return bases.tailMap(term, true);
    }

    boolean hasItemsOf(long session) {
        for (int i = gone; i < items.size(); i++) {
            StreamItem item = items.get(i);
            if (item instanceof StreamItem.VoteItem vote && vote.id().session() == session)
                return true;
            if (item instanceof StreamItem.TxnItem imposed
                    && imposed.txn().id().session() == session) return true;
        }
        return false;
    }

    void write(WireWriter out) {
        out.u8(link.ordinal()).varint(epoch).varint(marked).varint(first);
        out.list(items.subList(gone, items.size()), StreamItem::write);
        out.list(bases.entrySet(), (e, to) -> to.varint(e.getKey()).varint(e.getValue()));
    }

    void read(WireReader in, PartitionMap map) {
        link = Link.values()[in.count(Link.values().length - 1)];
        epoch = in.varint();
        marked = in.varint();
        first = in.varint();
        for (StreamItem item : in.list(Integer.MAX_VALUE, from -> StreamItem.read(from, map)))
            add(item);
        for (int left = in.count(BASES_MAX); left > 0; left--) bases.put(in.varint(), in.varint());
    }
}
