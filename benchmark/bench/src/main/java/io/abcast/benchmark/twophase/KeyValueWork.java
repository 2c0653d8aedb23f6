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
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The keys and values of a partition. The work of a transaction writes one value under some keys, or reads a key. */
final class KeyValueWork implements PartitionWork {
    private static final byte[] NOTHING = {};

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

    static boolean found(byte[] result) {
        return result.length > 0;
    }

    ValueStore store() {
        return store;
    }

    @Override
    public Piece piece(CommitId id, byte[] bytes, int offset) {
        WireReader in = new WireReader(bytes, offset, bytes.length - offset);
        if (in.u8() == READ) return new Read(in.i32());
        int[] keys = new int[in.count(in.remaining())];
        for (int i = 0; i < keys.length; i++) keys[i] = in.i32();
        return new Write(keys, bytes, bytes.length - in.remaining());
    }

    private final class Read implements Piece {
        private final int key;

        Read(int key) {
            this.key = key;
        }

        @Override
        public void lock(LockQueues.Request locks) {
            locks.lock(key, false);
        }

        @Override
        public byte[] read() {
            return NOTHING;
        }

        @Override
        public byte[] execute(List<byte[]> values) {
            return store.get(key) == null ? NOTHING : FOUND;
        }
    }

    private final class Write implements Piece {
        private final int[] keys;
        private final byte[] bytes;

        private final int offset;

        Write(int[] keys, byte[] bytes, int offset) {
            this.keys = keys;
            this.bytes = bytes;
            this.offset = offset;
        }

        @Override
        public void lock(LockQueues.Request locks) {
            for (int key : keys) locks.lock(key, true);
        }

        @Override
        public byte[] read() {
            return NOTHING;
        }

        @Override
        public byte[] execute(List<byte[]> values) {
            byte[] value = Arrays.copyOfRange(bytes, offset, bytes.length);
            for (int key : keys) store.put(key, value);
            return NOTHING;
        }
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
