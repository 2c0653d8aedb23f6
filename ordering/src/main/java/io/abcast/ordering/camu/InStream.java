package io.abcast.ordering.camu;

import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;

/**
 * The stream of another partition for this one, and the fence of its link. While the fence stands, this partition
 * delivers no multi above the watermark, because the other partition may still impose lower timestamps. Part of the
 * state of the log.
 */
final class InStream {
    /** Identity of the sending partition; 0 before the first item. */
    private long identity;

    /** Number of the next item that has no receipt. */
    private long next = 1;

    /** Term of the sending partition in the last receipt; 0 without fast mode. */
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

    /** Every further transaction of this stream has a higher clock. Meaningful while the fence stands. */
    long watermark() {
        return watermark;
    }

    /** This partition's clock when the fence was set up. */
    long floor() {
        return floor;
    }

    /** Whether the sending partition must still learn that the fence stands. */
    boolean awaitsOn() {
        return fenced && !on;
    }

    /** The term of the sending partition in the last receipt. */
    long term() {
        return term;
    }

    /** A receipt is applied: the next one begins at {@code following}. */
    void received(long from, long inTerm, long following) {
        identity = from;
        term = inTerm;
        next = following;
    }

    /** @param clock this partition's clock, which is at least that of the mark */
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
