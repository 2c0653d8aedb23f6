package io.abcast.jgroups.blocks;

import io.abcast.jgroups.Receiver;
import io.abcast.kernel.Interference;
import io.abcast.kernel.Keys;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.log.Storage;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The replicated state of a {@link ReplicatedMap}: a map from bytes to bytes, and the commands that change the map.
 * Only the event loop changes the map; any thread may read it.
 */
public final class MapStore implements Receiver {
    /** An immutable byte array. */
    public record Bytes(byte[] array) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Bytes b && Arrays.equals(array, b.array);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(array);
        }

        @Override
        public String toString() {
            return array.length + " bytes";
        }
    }

    /** Receives the changes that commands make to the replicated map. */
    public interface Watcher {
        /**
         * Reports one change of the replicated map.
         *
         * @param before value of the key before the change; {@code null} if the key had no value
         * @param after value of the key after the change; {@code null} if the command removed the key
         */
        void onChange(Bytes key, byte[] before, byte[] after);
    }

    private static final int PUT = 1;
    private static final int PUT_IF_ABSENT = 2;
    private static final int REPLACE = 3;
    private static final int REMOVE = 4;

    /**
     * Two commands interfere if both change one key; a key's bytes are read as ISO 8859-1, because an interference
     * names keys by strings.
     */
    static final Interference INTERFERENCE =
            new Interference() {
                @Override
                public String name() {
                    return "ReplicatedMap";
                }

                @Override
                public int version() {
                    return 1;
                }

                @Override
                public Keys keys(byte[] payload) {
                    try {
                        WireReader in = new WireReader(payload);
                        int kind = in.u8();
                        if (kind < PUT || kind > REMOVE)
                            throw new IllegalArgumentException(
                                    "command: expected 1..4, got " + kind);
                        return Keys.writing(key(in.bytes()));
                    } catch (MalformedFrameException e) {
                        throw new IllegalArgumentException(
                                "expected a command of a ReplicatedMap: " + e.getMessage(), e);
                    }
                }
            };

    private final Map<Bytes, byte[]> map = new ConcurrentHashMap<>();
    private final Watcher watcher;

    public MapStore(Watcher watcher) {
        this.watcher = watcher;
    }

    public static byte[] put(byte[] key, byte[] value) {
        return command(PUT, key).bytes(value).toByteArray();
    }

    public static byte[] putIfAbsent(byte[] key, byte[] value) {
        return command(PUT_IF_ABSENT, key).bytes(value).toByteArray();
    }

    public static byte[] replace(byte[] key, byte[] expected, byte[] value) {
        return command(REPLACE, key).bytes(expected).bytes(value).toByteArray();
    }

    public static byte[] remove(byte[] key) {
        return command(REMOVE, key).toByteArray();
    }

    static String key(byte[] key) {
        return new String(key, StandardCharsets.ISO_8859_1);
    }

    private static WireWriter command(int kind, byte[] key) {
        return new WireWriter(key.length + 16).u8(kind).bytes(key);
    }

    byte[] get(Bytes key) {
        return map.get(key);
    }

    int size() {
        return map.size();
    }

    public Map<Bytes, byte[]> entries() {
        return map;
    }

    /**
     * Executes a command on the map.
     *
     * @return for {@code replace}, whether the command replaced the value; for other commands, the key's previous value
     *     or {@code null}
     */
    @Override
    public Object abdeliver(long zxid, int origin, byte[] payload) {
        try {
            WireReader in = new WireReader(payload);
            int kind = in.u8();
            Bytes key = new Bytes(in.bytes());
            return switch (kind) {
                case PUT -> change(key, map.get(key), last(in));
                case PUT_IF_ABSENT -> {
                    byte[] before = map.get(key);
                    byte[] value = last(in);
                    yield before == null ? change(key, null, value) : before;
                }
                case REPLACE -> {
                    byte[] expected = in.bytes();
                    byte[] value = last(in);
                    byte[] before = map.get(key);
                    boolean equal = before != null && Arrays.equals(before, expected);
                    if (equal) change(key, before, value);
                    yield equal;
                }
                case REMOVE -> {
                    in.end();
                    yield change(key, map.get(key), null);
                }
                default -> throw new MalformedFrameException("command: expected 1..4, got " + kind);
            };
        } catch (MalformedFrameException e) {
            // Every member ignores a payload that is not a command of a ReplicatedMap.
            return null;
        }
    }

    private static byte[] last(WireReader in) {
        byte[] bytes = in.bytes();
        in.end();
        return bytes;
    }

    private byte[] change(Bytes key, byte[] before, byte[] after) {
        if (after != null) map.put(key, after);
        else if (before != null) map.remove(key);
        if (before != null || after != null) watcher.onChange(key, before, after);
        return before;
    }

    @Override
    public Storage.SnapshotWriter snapshot() {
        List<Map.Entry<Bytes, byte[]>> frozen = new ArrayList<>(map.entrySet());
        return out -> {
            // Sorted keys, so that members with equal maps write equal snapshots, even if they
            // applied the writes in different orders.
            frozen.sort((a, b) -> Arrays.compareUnsigned(a.getKey().array(), b.getKey().array()));
            DataOutputStream data = new DataOutputStream(new BufferedOutputStream(out));
            data.writeInt(frozen.size());
            for (Map.Entry<Bytes, byte[]> entry : frozen) {
                write(data, entry.getKey().array());
                write(data, entry.getValue());
            }
            data.flush();
        };
    }

    private static void write(DataOutputStream data, byte[] bytes) throws IOException {
        data.writeInt(bytes.length);
        data.write(bytes);
    }

    @Override
    public void restore(InputStream content) throws IOException {
        map.clear();
        if (content == null) return;
        DataInputStream data = new DataInputStream(new BufferedInputStream(content));
        int size = data.readInt();
        if (size < 0) throw new IOException("snapshot of a map: expected a size, got " + size);
        for (int i = 0; i < size; i++) {
            Bytes key = new Bytes(read(data));
            map.put(key, read(data));
        }
        if (data.read() >= 0)
            throw new IOException(
                    "snapshot of a map: expected its end after the last entry, got"
                            + " more bytes");
    }

    private static byte[] read(DataInputStream data) throws IOException {
        int length = data.readInt();
        byte[] bytes = length < 0 ? null : data.readNBytes(length);
        if (bytes == null || bytes.length != length)
            throw new IOException("snapshot of a map: expected " + length + " bytes, got fewer");
        return bytes;
    }
}
