package io.abcast.server;

import java.util.function.Consumer;

/**
 * Counts the bytes that the server keeps for the connections of one I/O event loop. While the held bytes exceed their
 * bound, the server evicts (closes) the connection that has made no progress for the longest time. A client that sends
 * and reads promptly makes progress all the time, so the server hardly ever evicts its connection. Only the event loop
 * of the connections uses {@code HeldBytes}.
 */
final class HeldBytes {
    private final long bytesMax;
    private final Holder oldestFirst = new Holder(null);
    private long bytes;

    /** Counts the bytes that the server holds for one connection, with the time of the client's last progress. */
    static final class Holder {
        /** Action that evicts this connection for the given reason, and releases its held bytes. */
        private final Consumer<String> evicted;

        /**
         * Whether the server has stopped reading this connection. The client of an unread connection cannot make
         * progress, so the server does not evict it for old held bytes.
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
     * Sets the number of bytes that the server holds for a connection.
     *
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

    /**
     * Evicts the connections for which the server has held bytes for longer than {@code ageNanosMax} ns without
     * progress.
     */
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
