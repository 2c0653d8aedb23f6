package io.abcast.benchmark.twophase;

import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.load.contest.ValueStore;
import io.abcast.log.Storage;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The keys of a partition with their values. The work is a write of one value under some keys, or a read of a key. */
final class KeyValueWork implements PartitionWork {
    private static final byte[] NOTHING = {};

    /** Result of a read of a key that has a value. */
    private static final byte[] FOUND = {1};

    private static final int WRITE = 0;
    private static final int READ = 1;

    private final ValueStore store = new ValueStore();

    static byte[] write(int[] keys, byte[] value) {
        WireWriter out = new WireWriter(2 + 4 * keys.length + value.length);
        out.u8(WRITE).varint(keys.length);
        for (int key : keys) out.i32(key);
        return out.raw(value).toByteArray();
    }

    static byte[] read(int key) {
        return new WireWriter(5).u8(READ).i32(key).toByteArray();
    }

    /** Whether the result of a read says that the key has a value. */
    static boolean found(byte[] result) {
        return result.length > 0;
    }

    ValueStore store() {
        return store;
    }

    private static WireReader reader(byte[] bytes, int offset) {
        return new WireReader(bytes, offset, bytes.length - offset);
    }

    @Override
    public void lock(byte[] bytes, int offset, LockQueues.Request locks) {
        WireReader in = reader(bytes, offset);
        if (in.u8() == READ) {
            locks.lock(in.i32(), false);
            return;
        }
        for (int left = in.count(in.remaining()); left > 0; left--) locks.lock(in.i32(), true);
    }

    @Override
    public byte[] read(byte[] bytes, int offset) {
        return NOTHING;
    }

    @Override
    public byte[] execute(byte[] bytes, int offset, List<byte[]> values) {
        WireReader in = reader(bytes, offset);
        if (in.u8() == READ) return store.get(in.i32()) == null ? NOTHING : FOUND;
        int[] keys = new int[in.count(in.remaining())];
        for (int i = 0; i < keys.length; i++) keys[i] = in.i32();
        byte[] value = in.raw(in.remaining());
        for (int key : keys) store.put(key, value);
        return NOTHING;
    }

    @Override
    public Storage.SnapshotWriter snapshot() {
        long applied = store.applied();
        Map<Integer, byte[]> frozen = new HashMap<>();
        store.forEach(frozen::put);
        return raw -> {
            DataOutputStream out = new DataOutputStream(new BufferedOutputStream(raw));
            out.writeLong(applied);
            out.writeInt(frozen.size());
            try {
                frozen.forEach((key, value) -> write(out, key, value));
            } catch (UncheckedIOException e) {
                throw e.getCause();
            }
            out.flush();
        };
    }

    private static void write(DataOutputStream out, int key, byte[] value) {
        try {
            out.writeInt(key);
            out.writeInt(value.length);
            out.write(value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void restore(InputStream content) throws IOException {
        Map<Integer, byte[]> values = new HashMap<>();
        if (content == null) {
            store.restore(0, values);
            return;
        }
        DataInputStream in = new DataInputStream(content);
        long applied = in.readLong();
        for (int left = in.readInt(); left > 0; left--) {
            int key = in.readInt();
            values.put(key, in.readNBytes(in.readInt()));
        }
        store.restore(applied, values);
    }
}
