package io.abcast.torture;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The keys that one client writes once each, with the outcome of each write. The version of a key is the position of
 * its write in the total order. If the servers apply a write twice, the version of its key changes, so that any later
 * read detects the repetition. The class is not thread-safe.
 */
final class OnceLedger {
    /**
     * Ledger entry in place of a version, for a write with unknown outcome. Positive numbers in the ledger are the
     * versions of acknowledged writes.
     */
    static final long UNKNOWN = 0;

    /**
     * Ledger entry in place of a version, for a write that the servers refused and did not apply; no read may return
     * the value of such a write.
     */
    static final long REFUSED = -1;

    private final int client;
    private long[] versions = new long[1024];
    private long first;
    private long next;

    OnceLedger(int client) {
        this.client = client;
    }

    /** The index of the key that the client writes next. */
    long next() {
        return next;
    }

    /** The index of the oldest key that is still in the ledger. */
    long first() {
        return first;
    }

    int size() {
        return (int) (next - first);
    }

    /** Records the outcome of the client's write of the next key. */
    void add(long version) {
        int at = size();
        if (at == versions.length) versions = Arrays.copyOf(versions, 2 * at);
        versions[at] = version;
        next++;
    }

    /** Drops the oldest {@code count} keys from the ledger. */
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

    /** The number of the value that the client writes under a key. */
    long number(long index) {
        return ((long) client << 40) + index + 1;
    }
}
