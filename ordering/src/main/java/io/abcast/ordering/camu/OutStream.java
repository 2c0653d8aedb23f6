package io.abcast.ordering.camu;

import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/** The stream of this partition for another one, and the link between them. Part of the state of the log. */
final class OutStream {
    /** State of the link. The ordinal of a constant is its number in a snapshot. */
    enum Link {
        /** This partition imposes no timestamps on the receiver. */
        OFF,
        /** The receiver gets marks, and may not yet wait for them. */
        SHADOW,
        /** This partition may impose timestamps. */
        ON
    }

    private static final int COMPACT_MIN = 1024;

    /** Number of unacknowledged items from which on a mark that would follow a mark is left out. */
    private static final int MARKS_MAX = 1024;

    /** Maximum number of terms with known bases. A receiver that lags by more terms needs a snapshot of its own. */
    private static final int BASES_MAX = 1 << 16;

    private Link link = Link.OFF;

    /** Number of times that the link was opened. */
    private long epoch;

    /** The items that the receiver has not acknowledged in this partition's log; the first {@code gone} are removed. */
    private List<StreamItem> items = new ArrayList<>();

    private int gone;

    /** Number of the first retained item. */
    private long first = 1;

    private long bytes;

    /** The clock of the last mark; 0 before the first mark. */
    private long marked;

    /** In fast mode: by term, the number of items that the log had made when the term began. */
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

    /** Number of the first item that the receiver has not acknowledged. */
    long first() {
        return first;
    }

    /** Number of the next item. */
    long next() {
        return first + size();
    }

    int size() {
        return items.size() - gone;
    }

    /** Size of the retained items in bytes. */
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

    /** While the receiver acknowledges nothing, marks must not fill the memory. A later tick repeats the mark. */
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

    /** Whether the acknowledgement belongs to the present opening of the link, which is not complete. */
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

    /** Removes the items up to and including {@code through}. */
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

    /** A term begins. */
    void begin(long term) {
        bases.put(term, next() - 1);
        if (bases.size() > BASES_MAX) bases.pollFirstEntry();
    }

    long base(long term) {
        return bases.get(term);
    }

    /** The bases of the terms from {@code term} on, ascending. */
    NavigableMap<Long, Long> basesFrom(long term) {
        return bases.tailMap(term, true);
    }

    /** Whether the receiver may lack an item about a transaction of this session. */
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
