package io.abcast.server;

import java.util.function.Consumer;

/**
 * Bytes that the connections of one I/O event loop make the server keep. Over the bound the one that has
 * made no progress for longest is asked to go, then the next one: who sends and reads at once is never
 * the oldest for long. Used on that loop only.
 */
final class HeldBytes {
    private final long bytesMax;
    private final Holder oldestFirst = new Holder(null);
    private long bytes;

    /** What one connection holds. */
    static final class Holder {
        /** Gives up what is held, told why. */
        private final Consumer<String> evicted;

        /** Whether the connection is not read at present: its age is not its fault. */
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
     * The holder holds so much now.
     *
     * @param progressed whether it held something else before: it counts as the youngest
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

    /** Asks those to go that hold something for longer than that. */
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
