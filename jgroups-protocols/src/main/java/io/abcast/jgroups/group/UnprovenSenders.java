package io.abcast.jgroups.group;

import io.abcast.kernel.Membership;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;

/**
 * Counts the messages of unauthenticated senders by the server id that the sender has claimed. A high count is no proof
 * against that server, because another process may have sent the messages.
 *
 * <p><b>Thread rule:</b> any thread.
 */
final class UnprovenSenders {
    /** The key under which messages are counted whose senders claim no member's id. */
    static final int UNKNOWN = 0;

    /**
     * The number of messages by the claimed server id. The counters of all members exist from the start, so the number
     * of members bounds the size of the map.
     */
    private final Map<Integer, LongAdder> counts = new TreeMap<>();

    private final BiConsumer<Integer, String> log;

    UnprovenSenders(Membership members, BiConsumer<Integer, String> log) {
        this.log = log;
        counts.put(UNKNOWN, new LongAdder());
        for (int id : members.ids()) counts.put(id, new LongAdder());
    }

    /**
     * Counts one message.
     *
     * @param id the server id that the sender claims
     * @return an exception with the reason, for callers that throw it
     */
    RefusedFrameException add(int id, String why) {
        int key = counts.containsKey(id) ? id : UNKNOWN;
        counts.get(key).increment();
        log.accept(key, why);
        return new RefusedFrameException(why);
    }

    /**
     * Returns the counts that are above 0, by the claimed server id. {@link #UNKNOWN} stands for senders that claim no
     * member's id.
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
