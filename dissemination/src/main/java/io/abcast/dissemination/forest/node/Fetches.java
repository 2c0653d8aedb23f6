package io.abcast.dissemination.forest.node;

import io.abcast.dissemination.forest.node.ForestMessage.Fetch;
import io.abcast.kernel.Digest;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The payloads that this member fetches: it knows their digests and lacks their bytes. For each payload, this member
 * asks the members that hold the payload one after another.
 */
final class Fetches {
    private static final class Wanted {
        int[] holders;
        int next;
        int attempts;

        /** The holder of the payload that this member asked last; -1 if this member has asked no holder. */
        int asked = -1;

        long askedNanos;

        long retryNanos;
    }

    private static final long NEVER = Long.MIN_VALUE / 2;

    private final int self;
    private final ForestSettings settings;
    private final ForestEffects effects;
    private final LinkedHashMap<Digest, Wanted> wanted = new LinkedHashMap<>();

    /** For each holder: the time in ns at which the last frame that it sent as an answer arrived. */
    private final long[] answeredNanos = new long[ForestSettings.ID_MAX + 1];

    Fetches(int self, ForestSettings settings, ForestEffects effects) {
        this.self = self;
        this.settings = settings;
        this.effects = effects;
        Arrays.fill(answeredNanos, NEVER);
    }

    boolean isEmpty() {
        return wanted.isEmpty();
    }

    int size() {
        return wanted.size();
    }

    boolean contains(Digest digest) {
        return wanted.containsKey(digest);
    }

    /**
     * A second call for a payload replaces the list of its holders.
     *
     * @param waitNanos time in ns for which the member waits for the payload from its source before it asks a holder
     */
    boolean want(Digest digest, int[] holders, long waitNanos, long present, long nowNanos) {
        Wanted one = wanted.get(digest);
        if (one == null) {
            if (wanted.size() == ForestSettings.FETCHES_MAX) return false;
            one = new Wanted();
            one.retryNanos = nowNanos + waitNanos;
            wanted.put(digest, one);
        }
        one.holders = holders.clone();
        if (isDue(one, nowNanos)) ask(digest, one, present, nowNanos);
        return true;
    }

    void remove(Digest digest) {
        wanted.remove(digest);
    }

    void missing(Digest digest, int from, long present, long nowNanos) {
        Wanted one = wanted.get(digest);
        if (one == null || one.asked != from) return;
        one.asked = -1;
        // After it has asked the last holder, this member waits for a back-off before it starts
        // again with the first holder.
        if (one.next != 0) ask(digest, one, present, nowNanos);
    }

    void retry(long present, long nowNanos) {
        for (Map.Entry<Digest, Wanted> each : wanted.entrySet())
            if (isDue(each.getValue(), nowNanos))
                ask(each.getKey(), each.getValue(), present, nowNanos);
    }

    /** Records that a frame has arrived with which the member {@code from} answers a fetch. */
    void answered(int from, long nowNanos) {
        answeredNanos[from] = nowNanos;
    }

    /**
     * While frames arrive from the asked holder, this member asks no other holder for {@code lateMaxNanos}. Otherwise
     * all holders would send all payloads of a long queue.
     */
    private boolean isDue(Wanted one, long nowNanos) {
        if (nowNanos - one.retryNanos < 0) return false;
        return one.asked < 0
                || nowNanos - answeredNanos[one.asked] >= settings.lateFirstNanos()
                || nowNanos - one.askedNanos >= settings.lateMaxNanos();
    }

    private void ask(Digest digest, Wanted one, long present, long nowNanos) {
        one.asked = -1;
        one.askedNanos = nowNanos;
        for (int i = 0; i < one.holders.length && one.asked < 0; i++) {
            int holder = one.holders[one.next++ % one.holders.length];
            if (holder != self && ((present >>> holder) & 1) != 0) one.asked = holder;
        }
        double wait = Math.scalb((double) settings.lateFirstNanos(), Math.min(one.attempts, 32));
        one.retryNanos = nowNanos + (long) Math.min((double) settings.lateMaxNanos(), wait);
        if (one.next >= one.holders.length) {
            one.next = 0;
            one.attempts++;
        }
        if (one.asked >= 0) effects.send(one.asked, new Fetch(digest));
    }
}
