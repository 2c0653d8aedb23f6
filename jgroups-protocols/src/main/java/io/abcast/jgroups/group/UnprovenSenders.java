package io.abcast.jgroups.group;

import io.abcast.kernel.Membership;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;

/**
 * Counts the messages whose sender is not authenticated, by the server id that each sender has claimed. A high count
 * does not prove that this server sent the messages, because another process may have claimed its id.
 *
 * <p><b>Thread rule:</b> any thread may call the methods of {@code UnprovenSenders}.
 */
final class UnprovenSenders {
    static final int UNKNOWN = 0;

    /**
     * By the claimed server id; the counters of all members exist from the start, so the number of members bounds the
     * map.
     */
    private final Map<Integer, LongAdder> counts = new TreeMap<>();

    private final BiConsumer<Integer, String> log;

    UnprovenSenders(Membership members, BiConsumer<Integer, String> log) {
        this.log = log;
        counts.put(UNKNOWN, new LongAdder());
        for (int id : members.ids()) counts.put(id, new LongAdder());
    }

    RefusedFrameException add(int id, String why) {
        int key = counts.containsKey(id) ? id : UNKNOWN;
        counts.get(key).increment();
        log.accept(key, why);
        return new RefusedFrameException(why);
    }

    /** Only counts above 0; the key {@link #UNKNOWN} stands for senders that claim no member's id. */
    Map<Integer, Long> counts() {
        Map<Integer, Long> some = new TreeMap<>();
        counts.forEach(
                (id, count) -> {
                    if (count.sum() > 0) some.put(id, count.sum());
                });
        return some;
    }
}
