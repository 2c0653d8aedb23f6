package io.abcast.torture;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The keys that one client writes, each once, and what became of each. A key's version is the position of its write in the total
 * order: if a write was applied twice the version tells, whenever it is looked at. Not for several threads at a time.
 */
final class OnceLedger {
    /** Positive values are the versions of acknowledged writes. */
    static final long UNKNOWN = 0;

    /** The servers said that the write would have no effect: it must never be seen. */
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

    /** The oldest one that was not given up. */
    long first() {
        return first;
    }

    int size() {
        return (int) (next - first);
    }

    /** What became of the write of the next key. */
    void add(long version) {
        int at = size();
        if (at == versions.length) versions = Arrays.copyOf(versions, 2 * at);
        versions[at] = version;
        next++;
    }

    /** Gives up the oldest {@code count} keys. */
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

    /** The number of the value under a key. */
    long number(long index) {
        return ((long) client << 40) + index + 1;
    }
}
