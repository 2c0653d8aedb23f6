package io.abcast.torture;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The keys that one client writes once each, with the outcome of each write. If the servers apply a write twice, the
 * version of its key changes, so that any later read detects the repetition. The class is not thread-safe.
 */
final class OnceLedger {
    /** In place of a version, for a write with unknown outcome; versions of acknowledged writes are positive. */
    static final long UNKNOWN = 0;

    /** In place of a version, for a write that the servers refused; no read may return its value. */
    static final long REFUSED = -1;

    private final int client;
    private long[] versions = new long[1024];
    private long first;
    private long next;

    OnceLedger(int client) {
        this.client = client;
    }

    long next() {
        return next;
    }

    long first() {
        return first;
    }

    int size() {
        return (int) (next - first);
    }

    void add(long version) {
        int at = size();
        if (at == versions.length) versions = Arrays.copyOf(versions, 2 * at);
        versions[at] = version;
        next++;
    }

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

    long number(long index) {
        return ((long) client << 40) + index + 1;
    }
}
