package io.abcast.kernel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The keys that one request or several requests read and write. A key is any string; a string of ISO 8859-1 characters
 * can represent arbitrary bytes. A request may also read or write all keys. Immutable.
 *
 * <p>Two keys are compared by their 64-bit hashes, which are the same at all members. Two keys with equal hashes count
 * as one key. The only consequence of equal hashes is that the protocol orders two requests that need no order.
 */
public final class Keys {
    /**
     * Value of the field {@link #all} if the request does not use all keys together; the other values are {@link #READ}
     * and {@link #WRITTEN}.
     */
    private static final int UNUSED = 0;

    private static final int READ = 1;
    private static final int WRITTEN = 2;

    /** The keys of a request that reads and writes no key. */
    public static final Keys NONE = new Keys(UNUSED);

    /** The keys of a request that writes all keys. */
    public static final Keys ALL = new Keys(WRITTEN);

    /** The keys of a request that reads all keys. */
    public static final Keys ALL_READ = new Keys(READ);

    /**
     * Use of all keys together: {@link #READ} if all keys are read, {@link #WRITTEN} if all keys are written, otherwise
     * {@link #UNUSED}.
     */
    private final int all;

    /**
     * Hashes of the keys that the request names one by one, ascending and distinct. The array of hashes omits a key if
     * the field {@link #all} already covers the use of the key.
     */
    private final long[] hashes;

    /** For each index i, {@code keys[i]} is a string whose hash is {@code hashes[i]}. */
    private final String[] keys;

    private final boolean[] written;
    private final boolean writing;

    private Keys(int all) {
        this(all, new long[0], new String[0], new boolean[0]);
    }

    private Keys(int all, long[] hashes, String[] keys, boolean[] written) {
        this.all = all;
        this.hashes = hashes;
        this.keys = keys;
        this.written = written;
        boolean writes = all == WRITTEN;
        for (boolean each : written) writes |= each;
        writing = writes;
    }

    /** Returns a {@code Keys} object for a request that reads {@code keys} and writes no key. */
    public static Keys reading(String... keys) {
        Builder all = new Builder();
        for (String key : keys) all.read(key);
        return all.build();
    }

    /** Returns a {@code Keys} object for a request that writes {@code keys} and may also read {@code keys}. */
    public static Keys writing(String... keys) {
        if (keys.length == 1)
            return new Keys(UNUSED, new long[] {hash(keys[0])}, keys.clone(), new boolean[] {true});
        Builder all = new Builder();
        for (String key : keys) all.write(key);
        return all.build();
    }

    /**
     * Returns the 64-bit FNV-1a hash of the characters of {@code key}, mixed by {@link SplitMix64#mix}. The hash of a
     * key is never 0.
     */
    private static long hash(String key) {
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < key.length(); i++) hash = (hash ^ key.charAt(i)) * 0x100000001b3L;
        hash = SplitMix64.mix(hash);
        return hash == 0 ? 1 : hash;
    }

    /** Whether the request reads and writes no key. */
    public boolean isNone() {
        return all == UNUSED && keys.length == 0;
    }

    /** Whether the request writes all keys. */
    public boolean isAll() {
        return all == WRITTEN;
    }

    /** Whether the request reads or writes all keys. */
    public boolean readsAll() {
        return all != UNUSED;
    }

    /** Whether the request writes at least one key. */
    public boolean isWriting() {
        return writing;
    }

    /**
     * Number of keys that the request names one by one; {@link #isAll} and {@link #readsAll} cover the remaining keys.
     */
    public int size() {
        return keys.length;
    }

    /** Returns the named key with index {@code i} in [0, {@link #size}), in ascending order of the hashes. */
    public String key(int i) {
        return keys[i];
    }

    /** Returns the hash of the named key with index {@code i} in [0, {@link #size}). The hash of a key is never 0. */
    public long hash(int i) {
        return hashes[i];
    }

    /** Whether the request writes the named key with index {@code i} in [0, {@link #size}). */
    public boolean isWritten(int i) {
        return written[i];
    }

    /**
     * Whether a request with these keys and a request with the keys {@code other} interfere: one request writes a key
     * that the other request reads or writes.
     */
    public boolean interferes(Keys other) {
        if (isNone() || other.isNone()) return false;
        if (isAll() || other.isAll()) return true;
        if ((readsAll() && other.writing) || (other.readsAll() && writing)) return true;
        int i = 0;
        int j = 0;
        while (i < keys.length && j < other.keys.length) {
            int order = Long.compare(hashes[i], other.hashes[j]);
            if (order == 0 && (written[i] || other.written[j])) return true;
            if (order <= 0) i++;
            if (order >= 0) j++;
        }
        return false;
    }

    /**
     * Returns the union of these keys and {@code other}. A key of the union counts as written if these keys or {@code
     * other} write it.
     */
    public Keys and(Keys other) {
        if (isAll() || other.isNone() || equals(other)) return this;
        if (other.isAll() || isNone()) return other;
        return new Builder().add(this).add(other).build();
    }

    /** Maximum size of this object in bytes on the wire. */
    public int bytes() {
        int bytes = 1 + 5;
        for (String key : keys) bytes += 5 + 3 * key.length();
        return bytes;
    }

    /**
     * Writes this object: the use of all keys, the number of named keys, and each named key with its length, its use
     * and its characters.
     */
    public void write(WireWriter out) {
        out.u8(all).varint(keys.length);
        for (int i = 0; i < keys.length; i++) {
            String key = keys[i];
            out.varint((long) key.length() << 1 | (written[i] ? 1 : 0));
            for (int c = 0; c < key.length(); c++) out.varint(key.charAt(c));
        }
    }

    /** @throws MalformedFrameException if the bytes are not an output of {@link #write} */
    public static Keys read(WireReader in) {
        int all = in.count(WRITTEN);
        int count = in.count(in.remaining());
        long[] hashes = new long[count];
        String[] keys = new String[count];
        boolean[] written = new boolean[count];
        for (int i = 0; i < count; i++) {
            int header = in.count(2 * in.remaining() + 1);
            char[] key = new char[Math.min(header >>> 1, in.remaining())];
            for (int c = 0; c < key.length; c++) key[c] = (char) in.count(Character.MAX_VALUE);
            if (key.length < header >>> 1)
                throw new MalformedFrameException("keys: expected " + (header >>> 1) + " bytes");
            keys[i] = new String(key);
            hashes[i] = hash(keys[i]);
            written[i] = (header & 1) == 1;
            if (i > 0 && hashes[i] <= hashes[i - 1])
                throw new MalformedFrameException("keys: expected ascending hashes");
            if (all == WRITTEN || (all == READ && !written[i]))
                throw new MalformedFrameException("keys: a key that is implied by all keys");
        }
        return new Keys(all, hashes, keys, written);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Keys k
                && all == k.all
                && Arrays.equals(hashes, k.hashes)
                && Arrays.equals(keys, k.keys)
                && Arrays.equals(written, k.written);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * all + Arrays.hashCode(hashes)) + Arrays.hashCode(written);
    }

    /**
     * Returns the keys and their use as text, for example {@code {*=r, a=w, b=w}}; the asterisk stands for all keys.
     */
    @Override
    public String toString() {
        Map<String, String> uses = new TreeMap<>();
        for (int i = 0; i < keys.length; i++) uses.put(keys[i], written[i] ? "w" : "r");
        if (all != UNUSED) uses.put("*", all == WRITTEN ? "w" : "r");
        return uses.toString();
    }

    /** Collects the keys that a request reads and writes. Not thread-safe. */
    public static final class Builder {
        private record Use(long hash, String key, boolean writes) {}

        private static final Comparator<Use> BY_HASH =
                Comparator.comparingLong(Use::hash).thenComparing(Use::key);

        private int all = UNUSED;
        private final List<Use> uses = new ArrayList<>();

        public Builder read(String key) {
            uses.add(new Use(hash(key), key, false));
            return this;
        }

        /** Adds a key that the request writes and may read. */
        public Builder write(String key) {
            uses.add(new Use(hash(key), key, true));
            return this;
        }

        public Builder readAll() {
            all = Math.max(all, READ);
            return this;
        }

        public Builder writeAll() {
            all = WRITTEN;
            return this;
        }

        /** Adds all keys of {@code keys}, with their use, to this builder. */
        public Builder add(Keys keys) {
            all = Math.max(all, keys.all);
            for (int i = 0; i < keys.size(); i++)
                uses.add(new Use(keys.hashes[i], keys.keys[i], keys.written[i]));
            return this;
        }

        public Keys build() {
            if (all == WRITTEN) return ALL;
            uses.sort(BY_HASH);
            int count = 0;
            long[] hashes = new long[uses.size()];
            String[] keys = new String[hashes.length];
            boolean[] written = new boolean[hashes.length];
            for (int i = 0, next; i < hashes.length; i = next) {
                Use first = uses.get(i);
                boolean writes = false;
                for (next = i; next < hashes.length && uses.get(next).hash == first.hash; next++)
                    writes |= uses.get(next).writes;
                if (all == READ && !writes) continue;
                hashes[count] = first.hash;
                keys[count] = first.key;
                written[count++] = writes;
            }
            if (count == 0) return all == READ ? ALL_READ : NONE;
            if (count == hashes.length) return new Keys(all, hashes, keys, written);
            return new Keys(
                    all,
                    Arrays.copyOf(hashes, count),
                    Arrays.copyOf(keys, count),
                    Arrays.copyOf(written, count));
        }
    }
}
