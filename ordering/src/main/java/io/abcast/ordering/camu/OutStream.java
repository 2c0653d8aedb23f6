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
    /**
     * State of the link from this partition to another partition. Snapshots contain the ordinal of the state, so the
     * order of the constants must not change.
     */
    enum Link {
        /** Link state: the sending partition imposes no timestamps of transactions on the receiving partition. */
        OFF,
        /**
         * Link state: the sending partition sends {@code Mark} items, and the receiving partition has not confirmed yet
         * that its deliveries wait for these items.
         */
        SHADOW,
        /** Link state: the sending partition may impose timestamps of transactions on the receiving partition. */
        ON
    }

    private static final int COMPACT_MIN = 1024;

    /**
     * At {@code MARKS_MAX} unacknowledged items, the stream omits a {@code Mark} item if the item before it is a {@code
     * Mark} of the same link opening and state.
     */
    private static final int MARKS_MAX = 1024;

    /**
     * Maximum number of terms whose bases (item counts at the term's start) are kept. A replica of the receiving
     * partition that is more than {@code BASES_MAX} terms behind needs a snapshot from another replica of its
     * partition.
     */
    private static final int BASES_MAX = 1 << 16;

    private Link link = Link.OFF;

    /** Number of times that this partition opened the link. */
    private long epoch;

    /**
     * The items whose acknowledgement by the receiving partition is not in this partition's log; the first {@code gone}
     * elements are removed items.
     */
    private List<StreamItem> items = new ArrayList<>();

    private int gone;

    /** Number of the first item that the stream retains. */
    private long first = 1;

    private long bytes;

    /** The clock of the last {@code Mark} item in the stream; 0 before the first {@code Mark}. */
    private long marked;

    /** In fast mode, the base of each term: number of items that the stream had when the term began. */
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

    /** Returns the number of the first item that the receiving partition has not acknowledged. */
    long first() {
        return first;
    }

    /** Returns the sequence number that the next item of the stream will get. */
    long next() {
        return first + size();
    }

    int size() {
        return items.size() - gone;
    }

    /** Returns the size in bytes of the items that the stream retains. */
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
     * Appends a {@code Mark} item to the stream. If the receiving partition acknowledges nothing, the stream omits
     * repeated {@code Mark} items, which would fill the memory. A later timer tick appends the omitted {@code Mark}
     * item again.
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

    /**
     * Returns whether the link is being opened for the time number {@code ackedEpoch}, so that an acknowledgement with
     * this number completes the opening.
     */
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

    /** Removes the stream items up to and including {@code through}. */
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

    /** Records the base of a term that begins: the number of items that the stream has when the term begins. */
    void begin(long term) {
        bases.put(term, next() - 1);
        if (bases.size() > BASES_MAX) bases.pollFirstEntry();
    }

    long base(long term) {
        return bases.get(term);
    }

    /** Returns the bases (item counts at the term's start) of all terms from {@code term} on, ascending by term. */
    NavigableMap<Long, Long> basesFrom(long term) {
        return bases.tailMap(term, true);
    }

    /** Returns whether the receiving partition may lack an item about a transaction of this session. */
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
