package io.abcast.load.contest;

import io.abcast.load.Payload;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;

/**
 * State machine for peers of abcast without a state machine: a map from four-byte keys to values.
 *
 * <p><b>Thread rule:</b> one thread writes to the map; any thread may read.
 */
public final class ValueStore {
    private final Map<Integer, byte[]> values = new ConcurrentHashMap<>();
    private volatile long applied;

    /** Encodes a command (a write) that consists of a key and a value. */
    public static byte[] command(int key, byte[] value) {
        byte[] command = new byte[Payload.KEY_BYTES + value.length];
        ByteBuffer.wrap(command).putInt(key).put(value);
        return command;
    }

    /**
     * Applies an encoded command (a write) to the state.
     *
     * @throws IllegalArgumentException if the bytes are too few for a command
     */
    public void apply(byte[] buffer, int offset, int length) {
        if (length < Payload.KEY_BYTES)
            throw new IllegalArgumentException(
                    "command: expected at least " + Payload.KEY_BYTES + " bytes, got " + length);
        int key = ByteBuffer.wrap(buffer, offset, length).getInt();
        put(key, Arrays.copyOfRange(buffer, offset + Payload.KEY_BYTES, offset + length));
    }

    /** Stores the value of a key; the array {@code value} must not change after the call. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // Only one thread writes this field.
    public void put(int key, byte[] value) {
        values.put(key, value);
        applied++;
    }

    /** The value of a key; {@code null} if the key does not exist. */
    public byte[] get(int key) {
        return values.get(key);
    }

    /** Replaces the state of this store by a copy of the state of another store. */
    public void restore(long appliedThere, Map<Integer, byte[]> valuesThere) {
        values.clear();
        values.putAll(valuesThere);
        applied = appliedThere;
    }

    public long applied() {
        return applied;
    }

    public int size() {
        return values.size();
    }

    /** Passes every key of the map with its value to the consumer, in no defined order. */
    public void forEach(BiConsumer<Integer, byte[]> consumer) {
        values.forEach(consumer);
    }

    /** Summary of the map's state, which does not depend on the order of the keys. */
    public ContestantServer.State state() {
        long[] digest = new long[1];
        values.forEach((key, value) -> digest[0] += digest(key, value));
        return new ContestantServer.State(applied, digest[0], values.size());
    }

    /** Digest of one key and its value; the digest of a whole state is the sum of the digests of all its keys. */
    public static long digest(int key, byte[] value) {
        long hash = key * 0x9E37_79B9_7F4A_7C15L;
        for (byte b : value) hash = (hash ^ b) * 0x0000_0100_0000_01B3L;
        return hash ^ (hash >>> 29);
    }
}
