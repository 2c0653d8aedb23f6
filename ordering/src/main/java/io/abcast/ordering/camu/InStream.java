package io.abcast.ordering.camu;

import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;

/**
 * The stream of items from another partition to this partition, and the fence of the link (limit of this partition's
 * deliveries). While the fence of a link is set, this partition delivers no multi-partition transaction above the
 * link's watermark, because the sending partition may still impose lower timestamps. The entries of this partition's
 * log alone determine the state of an {@code InStream}.
 */
final class InStream {
    /** Random number of the sending partition's founding; 0 before the first item. */
    private long identity;

    private long next = 1;

    /** Term of the sending partition in the last applied {@code Receipt} log entry; 0 without fast mode. */
    private long term;

    private boolean fenced;
    private long epoch;
    private long watermark;
    private long floor;
    private boolean on;

    long identity() {
        return identity;
    }

    long next() {
        return next;
    }

    boolean isFenced() {
        return fenced;
    }

    long epoch() {
        return epoch;
    }

    /**
     * Returns the watermark of the link: every later transaction of this stream has a higher clock. The watermark of a
     * link is undefined while the link has no fence.
     */
    long watermark() {
        return watermark;
    }

    long floor() {
        return floor;
    }

    boolean awaitsOn() {
        return fenced && !on;
    }

    long term() {
        return term;
    }

    void received(long from, long inTerm, long following) {
        identity = from;
        term = inTerm;
        next = following;
    }

    /** @param clock clock of this (receiving) partition, which is at least the clock of the mark */
    void mark(StreamItem.Mark mark, long clock) {
        if (!fenced || mark.epoch() != epoch) {
            fenced = true;
            epoch = mark.epoch();
            watermark = mark.clock();
            floor = clock;
            on = false;
        }
        watermark = Math.max(watermark, mark.clock());
        on |= mark.on();
    }

    void imposed(long clock) {
        watermark = Math.max(watermark, clock);
    }

    void end(StreamItem.End end) {
        if (end.epoch() == epoch) fenced = false;
    }

    void write(WireWriter out) {
        out.i64(identity).varint(next).varint(term).u8((fenced ? 1 : 0) | (on ? 2 : 0));
        out.varint(epoch).varint(watermark).varint(floor);
    }

    void read(WireReader in) {
        identity = in.i64();
        next = in.varint();
        term = in.varint();
        int flags = in.u8();
        fenced = (flags & 1) != 0;
        on = (flags & 2) != 0;
        epoch = in.varint();
        watermark = in.varint();
        floor = in.varint();
    }
}
