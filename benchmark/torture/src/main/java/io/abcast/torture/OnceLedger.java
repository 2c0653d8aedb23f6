package io.abcast.torture;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The keys that one client writes, each once, with the outcome of each write. The version of a key is the position of
 * its write in the total order. If a write was applied twice, its key has another version, so any later read of the key
 * detects the repetition. Not thread-safe.
 */
final class OnceLedger {
    /** Version of a write with unknown outcome. Positive values are the versions of acknowledged writes. */
    static final long UNKNOWN = 0;

    /** Version of a write that the servers refused and did not apply: no read may return its value. */
    static final long REFUSED = -1;

    private final int client;
    private long[] versions = new long[1024];
    private long first;
    private long next;

    OnceLedger(int client) {
        this.client = client;
    }

    /** The index of the next key to be written. */
    long next() {
        return next;
    }

    /** The index of the oldest key that was not retired. */
    long first() {
        return first;
    }

    int size() {
        return (int) (next - first);
    }

    /** Records the outcome of the write of the next key. */
    void add(long version) {
        int at = size();
        if (at == versions.length) versions = Arrays.copyOf(versions, 2 * at);
        versions[at] = version;
        next++;
    }

    /** Drops the oldest {@code count} keys. */
    void retire(int count) {
        System.arraycopy(versions, count, versions, 0, size() - count);
        first += count;
    }

    long version(long index) {
        return versions[(int) (index - first)];
    }

    String name(long index) {
        return "o" + client + "." + index;
    }

    byte[] key(long index) {
        return name(index).getBytes(StandardCharsets.UTF_8);
    }

    /** The number of the value that is written under a key. */
    long number(long index) {
        return ((long) client << 40) + index + 1;
    }
}
