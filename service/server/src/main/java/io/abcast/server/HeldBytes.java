package io.abcast.server;

import java.util.function.Consumer;

/**
 * Counts the bytes that the server keeps for the connections of one I/O event loop. While the held bytes exceed their
 * bound, the server evicts (closes) the connection that has made no progress for the longest time. Only the event loop
 * of the connections uses {@code HeldBytes}.
 */
final class HeldBytes {
    private final long bytesMax;
    private final Holder oldestFirst = new Holder(null);
    private long bytes;

    static final class Holder {
        private final Consumer<String> evicted;

        /**
         * Whether the server has stopped reading this connection, so that its client cannot make progress and old bytes
         * are no reason for an eviction.
         */
        boolean paused;

        private long bytes;
        private long sinceNanos;
        private Holder previous;
        private Holder next;

        Holder(Consumer<String> evicted) {
            this.evicted = evicted;
            previous = this;
            next = this;
        }

        long bytes() {
            return bytes;
        }
    }

    HeldBytes(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    /**
     * @param held number of bytes that the server now holds for the connection
     * @param progressed whether the client has made progress; if so, the held bytes of its connection count as new
     */
    void update(Holder holder, long held, boolean progressed, long nowNanos) {
        if (held == 0 && holder.bytes == 0) return;
        boolean fresh = holder.bytes == 0 || progressed;
        bytes += held - holder.bytes;
        holder.bytes = held;
        if (fresh || held == 0) unlink(holder);
        if (fresh && held > 0) {
            holder.sinceNanos = nowNanos;
            holder.previous = oldestFirst.previous;
            holder.next = oldestFirst;
            holder.previous.next = holder;
            oldestFirst.previous = holder;
        }
        while (bytes > bytesMax)
            evictOldest("all connections together hold more than " + bytesMax + " bytes");
    }

    boolean isEmpty() {
        return oldestFirst.next == oldestFirst;
    }

    void evictOlder(long ageNanosMax, long nowNanos, String why) {
        while (!isEmpty() && nowNanos - oldestFirst.next.sinceNanos > ageNanosMax) {
            Holder oldest = oldestFirst.next;
            if (oldest.paused) update(oldest, oldest.bytes, true, nowNanos);
            else evictOldest(why);
        }
    }

    private void evictOldest(String why) {
        Holder oldest = oldestFirst.next;
        oldest.evicted.accept(why);
        assert oldest != oldestFirst.next : "still holds " + oldest.bytes + " bytes";
    }

    private static void unlink(Holder holder) {
        holder.previous.next = holder.next;
        holder.next.previous = holder.previous;
        holder.previous = holder;
        holder.next = holder;
    }
}
