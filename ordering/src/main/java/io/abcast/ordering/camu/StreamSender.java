package io.abcast.ordering.camu;

import io.abcast.ordering.camu.CamuMessage.Items;
import java.util.ArrayList;
import java.util.List;

/**
 * Sends the items of one stream to the leader of the receiving partition. The state of a {@code StreamSender} is
 * volatile: a new leader begins without it.
 */
final class StreamSender {
    private static final int FLIGHT_ITEMS_MAX = 1 << 14;

    private static final long FLIGHT_BYTES_MAX = 4 << 20;

    private static final int MESSAGE_BYTES_MAX = 1 << 16;

    /**
     * After the receiver has reported a missing item, the sender repeats items at most once in {@code resendNanos /
     * GAP_SHARE} ns.
     */
    private static final int GAP_SHARE = 8;

    private final int other;
    private final OutStream stream;
    private final KnownLeaders leaders;
    private final ReplicaMail mail;
    private final DelayMeter round;

    private long acked;

    private long sent;

    private long flightBytes;
    private long progressNanos;
    private long againNanos;

    /**
     * The lowest clock of a transaction that waits at the receiving partition for a {@code Mark} item of this stream; 0
     * if no transaction waits.
     */
    private long wanted;

    StreamSender(
            int other, OutStream stream, KnownLeaders leaders, ReplicaMail mail, DelayMeter round) {
        this.other = other;
        this.stream = stream;
        this.leaders = leaders;
        this.mail = mail;
        this.round = round;
        acked = stream.first() - 1;
        sent = acked;
    }

    void send(long identity, long term, long nowNanos) {
        long last = stream.next() - 1;
        if (sent == last) return;
        if (sent == acked) progressNanos = nowNanos;
        while (sent < last && sent - acked < FLIGHT_ITEMS_MAX && flightBytes < FLIGHT_BYTES_MAX) {
            List<StreamItem> items = new ArrayList<>();
            int bytes = 0;
            long first = sent + 1;
            while (sent < last && bytes < MESSAGE_BYTES_MAX) {
                StreamItem item = stream.get(++sent);
                items.add(item);
                bytes += item.bytes();
            }
            flightBytes += bytes;
            round.start(sent, nowNanos);
            mail.send(
                    other,
                    leaders.server(other),
                    new Items(identity, term, term == 0 ? 0 : stream.base(term), first, items));
        }
    }

    /** Repeats items if the receiving partition has reported a missing item ({@code gap}). */
    void onAck(long through, long wantedClock, boolean gap, long nowNanos, long resendNanos) {
        wanted = wantedClock;
        boolean isLost =
                gap && through == acked && nowNanos - againNanos >= resendNanos / GAP_SHARE;
        if (isLost && sent > acked) again(nowNanos);
        if (through <= acked || through >= stream.next()) return;
        for (long seq = Math.max(acked + 1, stream.first()); seq <= Math.min(through, sent); seq++)
            flightBytes -= stream.get(seq).bytes();
        acked = through;
        progressNanos = nowNanos;
        round.done(through, nowNanos);
        if (sent < acked) {
            sent = acked;
            flightBytes = 0;
        }
    }

    void onTimer(long nowNanos, long resendNanos) {
        if (sent == acked || nowNanos - progressNanos < resendNanos) return;
        leaders.failed(other);
        again(nowNanos);
    }

    void again(long nowNanos) {
        sent = acked;
        flightBytes = 0;
        round.cancel();
        progressNanos = nowNanos;
        againNanos = nowNanos;
    }

    long acked() {
        return acked;
    }

    boolean isMarkWanted() {
        return wanted > stream.marked() && stream.link() != OutStream.Link.OFF;
    }
}
