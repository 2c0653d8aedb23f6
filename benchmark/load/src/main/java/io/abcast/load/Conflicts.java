package io.abcast.load;

import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;

/**
 * Defines which keys the writes of a load use. A given percentage of the writes go to {@link #SHARED_KEY}, so that they
 * conflict with each other. Every other write goes to an own key, which no other generator of load uses; each generator
 * uses its own keys in a circle.
 *
 * @param percent probability in percent that a write goes to the shared key, 0..100; -1 if all writes go to random keys
 * @param first number of the generator's first own key
 * @param count number of own keys
 */
public record Conflicts(int percent, int first, int count) {
    /** A load without conflicts: each write goes to a random key. */
    public static final Conflicts NONE = new Conflicts(-1, 0, 0);

    /** Number of the key that conflicting writes share. */
    public static final int SHARED_KEY = 0;

    public Conflicts {
        if (percent < -1 || percent > 100)
            throw new IllegalArgumentException("conflicts: expected 0..100, got " + percent);
        if (percent >= 0 && (first <= SHARED_KEY || count < 1 || first > Integer.MAX_VALUE - count))
            throw new IllegalArgumentException(
                    "own keys: expected some after "
                            + SHARED_KEY
                            + ", got "
                            + count
                            + " from "
                            + first);
    }

    /** @param keys number of own keys */
    public static Conflicts of(int percent, int keys) {
        return new Conflicts(percent, SHARED_KEY + 1, keys);
    }

    /** Whether writes go to the shared key and to own keys, instead of random keys. */
    public boolean wanted() {
        return percent >= 0;
    }

    /** Number of the own key for the {@code n}-th write to an own key, n from 0; the first own key follows the last. */
    int own(long n) {
        return first + (int) (n % count);
    }

    Conflicts part(int index, int parts) {
        if (!wanted()) return this;
        int from = first;
        for (int i = 0; i < index; i++) from += LoadSpec.share(count, i, parts);
        int share = LoadSpec.share(count, index, parts);
        return share == 0 ? new Conflicts(percent, first, 1) : new Conflicts(percent, from, share);
    }

    void write(WireWriter out) {
        out.varint(percent + 1).varint(first).varint(count);
    }

    static Conflicts read(WireReader in) {
        int percent = in.count(101) - 1;
        int first = in.count(Integer.MAX_VALUE);
        int count = in.count(Integer.MAX_VALUE);
        return percent < 0 ? NONE : new Conflicts(percent, first, count);
    }
}
