package io.abcast.server;

import java.util.function.Consumer;

/**
 * Counts the bytes that the server keeps for the connections of one I/O event loop. While these bytes exceed the bound,
 * the server evicts the connection that has made no progress for the longest time. A connection whose client sends and
 * reads promptly makes progress all the time, so it is hardly ever evicted. Used on the event loop of the connections
 * only.
 */
final class HeldBytes {
    private final long bytesMax;
    private final Holder oldestFirst = new Holder(null);
    private long bytes;

    /** The record of the bytes that are held for one connection. */
    static final class Holder {
        /** Called with the reason when this connection is evicted. The callback must release the held bytes. */
        private final Consumer<String> evicted;

        /**
         * Whether the server has stopped reading the connection. If so, held bytes are not old through a fault of the
         * client.
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
     * Sets the number of bytes that a holder holds.
     *
     * @param progressed whether the client has made progress; if so, the holder counts as the youngest
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

    /** Evicts the connections that have held bytes for longer than {@code ageNanosMax} without progress. */
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
