package io.abcast.dissemination.forest.node;

import io.abcast.dissemination.forest.node.ForestMessage.Fetch;
import io.abcast.kernel.Digest;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The payloads that this member fetches: it knows their digests and lacks their bytes. The member asks the holders of
 * each payload one after the other.
 */
final class Fetches {
    /** A payload that is being fetched. */
    private static final class Wanted {
        int[] holders;
        int next;
        int attempts;

        /** The holder that was asked last; -1 if no holder was asked. */
        int asked = -1;

        long retryNanos;
    }

    private final int self;
    private final ForestSettings settings;
    private final ForestEffects effects;
    private final LinkedHashMap<Digest, Wanted> wanted = new LinkedHashMap<>();

    Fetches(int self, ForestSettings settings, ForestEffects effects) {
        this.self = self;
        this.settings = settings;
        this.effects = effects;
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
     * Starts to fetch a payload. If it is being fetched already, replaces its list of holders.
     *
     * @param waitNanos time in ns for which the payload may still arrive from its source before a holder is asked
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
        if (nowNanos - one.retryNanos >= 0) ask(digest, one, present, nowNanos);
        return true;
    }

    void remove(Digest digest) {
        wanted.remove(digest);
    }

    /** Handles the answer of a holder that it does not have the payload: the next holder is asked at once. */
    void missing(Digest digest, int from, long present, long nowNanos) {
        Wanted one = wanted.get(digest);
        if (one == null || one.asked != from) return;
        one.asked = -1;
        // When the last holder has been asked, the next attempt waits for the back-off.
        if (one.next != 0) ask(digest, one, present, nowNanos);
    }

    void retry(long present, long nowNanos) {
        for (Map.Entry<Digest, Wanted> each : wanted.entrySet())
            if (nowNanos - each.getValue().retryNanos >= 0)
                ask(each.getKey(), each.getValue(), present, nowNanos);
    }

    private void ask(Digest digest, Wanted one, long present, long nowNanos) {
        one.asked = -1;
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
