package io.abcast.jgroups.group;

import io.abcast.kernel.Membership;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;

/**
 * Counts the messages whose sender is not authenticated, by the server id that each sender has claimed. A high count
 * for a server does not prove that this server sent the messages, because another process may have claimed the server's
 * id.
 *
 * <p><b>Thread rule:</b> any thread may call the methods of {@code UnprovenSenders}.
 */
final class UnprovenSenders {
    /** The map key for the count of messages whose senders claim no member's id. */
    static final int UNKNOWN = 0;

    /**
     * The number of messages of unauthenticated senders, by the server id that the senders claimed. The counters of all
     * members exist from the start, so the number of members bounds the size of the map.
     */
    private final Map<Integer, LongAdder> counts = new TreeMap<>();

    private final BiConsumer<Integer, String> log;

    UnprovenSenders(Membership members, BiConsumer<Integer, String> log) {
        this.log = log;
        counts.put(UNKNOWN, new LongAdder());
        for (int id : members.ids()) counts.put(id, new LongAdder());
    }

    /**
     * Counts one message of an unauthenticated sender.
     *
     * @param id the server id that the unauthenticated sender claims
     * @return an exception with the reason for refusing the message; the caller may throw the exception
     */
    RefusedFrameException add(int id, String why) {
        int key = counts.containsKey(id) ? id : UNKNOWN;
        counts.get(key).increment();
        log.accept(key, why);
        return new RefusedFrameException(why);
    }

    /**
     * Returns the counts of messages that are above 0, by the claimed server id. The key {@link #UNKNOWN} stands for
     * senders that claim no member's id.
     */
    Map<Integer, Long> counts() {
        Map<Integer, Long> some = new TreeMap<>();
        counts.forEach(
                (id, count) -> {
                    if (count.sum() > 0) some.put(id, count.sum());
                });
        return some;
    }
}
