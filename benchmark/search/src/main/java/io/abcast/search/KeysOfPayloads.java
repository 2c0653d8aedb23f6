package io.abcast.search;

import io.abcast.kernel.Interference;
import io.abcast.kernel.Keys;
import io.abcast.sim.Rng;

/**
 * Derives the keys of a request from random bytes in its simulated payload. Requests write one or two keys, or read one
 * or more keys.
 */
final class KeysOfPayloads implements Interference {
    /** Offset in bytes of a payload's random bytes: after the client's number, and before the padding. */
    private static final int RANDOM_AT = 8;

    private static final int BYTES_MIN = RANDOM_AT + 8;
    private static final int KEYS = 5;
    private static final String HOT = "k0";

    @Override
    public String name() {
        return "simulated keys";
    }

    @Override
    public int version() {
        return 1;
    }

    @Override
    public Keys keys(byte[] payload) {
        if (payload.length < BYTES_MIN) return Keys.ALL;
        int kind = at(payload, 0) % 32;
        String one = "k" + at(payload, 1) % KEYS;
        String other = "k" + at(payload, 2) % KEYS;
        if (kind == 0) return Keys.ALL;
        if (kind < 6) return Keys.writing(HOT);
        if (kind < 10) return Keys.writing("own " + at(payload, 3) + at(payload, 4));
        if (kind < 14) return Keys.reading(one, other, HOT);
        if (kind < 18) return Keys.writing(one, other);
        if (kind < 20) return Keys.reading(one).and(Keys.writing(other));
        if (kind == 20) return Keys.ALL_READ;
        return Keys.writing(one);
    }

    static Keys some(Rng dice) {
        return Keys.reading("k" + dice.below(KEYS), "k" + dice.below(KEYS));
    }

    private static int at(byte[] payload, int index) {
        return payload[RANDOM_AT + index] & 0xFF;
    }
}
