package io.abcast.server;

import io.abcast.client.wire.Command;
import io.abcast.client.wire.MultiPut;
import io.abcast.client.wire.Op;
import io.abcast.client.wire.ReplyCode;
import io.abcast.jgroups.Receiver;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireWriter;
import io.abcast.kernel.Zxid;
import io.abcast.log.Storage;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.IntPredicate;
import java.util.function.Supplier;

/**
 * The replicated key-value store of one replica. Its state depends only on the delivered commands, and the bytes of a
 * snapshot depend only on the state.
 *
 * <p>Under a total order, the version of a key is the zxid (position) of the write that stored its value. Without a
 * total order, the version is a digest of the writes of this key alone ({@link StateDigest#version}). Versions of keys
 * are equal at all members, so a CAS at any member can expect a version from an earlier answer.
 *
 * <p><b>Thread rule:</b> any thread may call {@link #get}, and sees a state that only moves forward. The member's event
 * loop calls all other methods of the store.
 */
final class KeyValueStore implements Receiver {
    private static final long SNAPSHOT_MAGIC = 0x6162_6361_7374_4B31L; // the letters "abcastK1"

    private static final long NO_DIGEST = 0;

    private static final int END = -1;

    private static final int SNAPSHOT_BUFFER_BYTES = 64 << 10;

    private static final int VALUE_BYTES_MAX = 1 << 30;

    record Position(long zxid, long digest, long keys) {}

    private final boolean totalOrder;
    private volatile KeyTable table = new KeyTable();
    private Sessions sessions;
    private long zxid = Zxid.NONE;

    static final int APPENDED_BYTES_MAX = 1 << 20;

    KeyValueStore(boolean totalOrder) {
        this.totalOrder = totalOrder;
        sessions = new Sessions(totalOrder);
    }

    boolean totalOrder() {
        return totalOrder;
    }

    Item get(byte[] key) {
        return table.get(new Key(key));
    }

    /**
     * Captures the present state of the store. Any thread may call the returned supplier, so that the slow computation
     * of the digest does not block the event loop.
     */
    Supplier<Position> position() {
        long at = zxid;
        KeyTable entries = table.copy();
        List<Map.Entry<Long, Sessions.Last>> frozen = sessions.frozen();
        return () -> new Position(at, StateDigest.of(entries, frozen), entries.size());
    }

    @Override
    public WriteResult abdeliver(long position, int origin, byte[] payload) {
        zxid = position;
        Command command;
        try {
            if (totalOrder && payload.length > 0 && payload[0] == Op.PUTS.code())
                return putAll(position, MultiPut.parse(payload), i -> true);
            command = Command.parse(payload);
        } catch (MalformedFrameException e) {
            // The malformed payload has a place in the order, so every replica must skip it in the
            // same way.
            return WriteResult.MALFORMED;
        }
        if (command.session() == 0) return apply(command);
        Sessions.Last last = sessions.last(command.session());
        if (last != null && command.sequence() == last.sequence()) return last.result();
        if (last != null && command.sequence() < last.sequence()) return WriteResult.STALE;
        WriteResult result = apply(command);
        long at = result.zxid() == 0 ? zxid : result.zxid();
        WriteResult kept = new WriteResult(result.code(), at, result.version());
        sessions.remember(command.session(), new Sessions.Last(command.sequence(), kept));
        return result;
    }

    /** @param owns whether the write's key with the given index belongs to this store */
    WriteResult putAll(long position, MultiPut put, IntPredicate owns) {
        zxid = position;
        if (put.session() != 0) {
            Sessions.Last last = sessions.last(put.session());
            if (last != null && put.sequence() == last.sequence()) return last.result();
            if (last != null && put.sequence() < last.sequence()) return WriteResult.STALE;
            WriteResult kept = new WriteResult(ReplyCode.OK, zxid, 0);
            sessions.remember(put.session(), new Sessions.Last(put.sequence(), kept));
        }
        for (int i = 0; i < put.keys(); i++) {
            if (!owns.test(i)) continue;
            Key key = new Key(put.bytes(), put.keyOffsets()[i], put.keyBytes()[i]);
            table.put(key, zxid, put.bytes(), put.valueOffset());
        }
        return WriteResult.OK;
    }

    /**
     * Delivers an append to several keys; a value that would exceed {@link #APPENDED_BYTES_MAX} bytes stays unchanged.
     *
     * @param owns whether the append's key with the given index belongs to this store.
     * @param values receives, for each key of this store, the key's index and its new value, {@code null} if the key
     *     does not exist
     */
    WriteResult appendAll(
            long position, MultiPut append, IntPredicate owns, BiConsumer<Integer, Item> values) {
        zxid = position;
        WriteResult result = WriteResult.OK;
        int more = append.bytes().length - append.valueOffset();
        for (int i = 0; i < append.keys(); i++) {
            if (!owns.test(i)) continue;
            Key key = new Key(append.bytes(), append.keyOffsets()[i], append.keyBytes()[i]);
            Item present = table.get(key);
            int length = present == null ? 0 : present.length();
            if (length + more > APPENDED_BYTES_MAX) {
                result = WriteResult.TOO_LARGE;
            } else if (more > 0) {
                byte[] joined = new byte[length + more];
                if (present != null)
                    System.arraycopy(present.bytes(), present.offset(), joined, 0, length);
                System.arraycopy(append.bytes(), append.valueOffset(), joined, length, more);
                table.put(key, zxid, joined, 0);
                present = new Item(zxid, joined, 0);
            }
            values.accept(i, present);
        }
        return result;
    }

    void skip(long position) {
        zxid = position;
    }

    private WriteResult apply(Command command) {
        Key key = key(command);
        if (totalOrder) return apply(command, key, zxid);
        Item present = table.get(key);
        long before = present == null ? 0 : present.version();
        long version = StateDigest.version(before, command);
        WriteResult result = apply(command, key, version);
        return new WriteResult(result.code(), version, result.version());
    }

    private WriteResult apply(Command command, Key key, long version) {
        switch (command.op()) {
            case PUT -> {
                table.put(key, version, command.bytes(), command.valueOffset());
                return WriteResult.OK;
            }
            case DELETE -> {
                return table.remove(key) ? WriteResult.OK : WriteResult.NOT_FOUND;
            }
            case CAS -> {
                Item present = table.get(key);
                long found = present == null ? 0 : present.version();
                if (found != command.expectedVersion())
                    return new WriteResult(ReplyCode.MISMATCH, 0, found);
                table.put(key, version, command.bytes(), command.valueOffset());
                return WriteResult.OK;
            }
            default -> throw new AssertionError(command.op());
        }
    }

    private static Key key(Command command) {
        return new Key(command.bytes(), command.keyOffset(), command.keyBytes());
    }

    @Override
    public Storage.SnapshotWriter snapshot() {
        KeyTable entries = table.copy();
        List<Map.Entry<Long, Sessions.Last>> frozenSessions = sessions.frozen();
        long position = zxid;
        return out -> write(position, frozenSessions, entries, out);
    }

    private static void write(
            long position,
            List<Map.Entry<Long, Sessions.Last>> sessions,
            KeyTable entries,
            OutputStream raw)
            throws IOException {
        DataOutputStream out =
                new DataOutputStream(new BufferedOutputStream(raw, SNAPSHOT_BUFFER_BYTES));
        out.writeLong(SNAPSHOT_MAGIC);
        out.writeLong(position);
        out.writeLong(NO_DIGEST);
        Sessions.write(sessions, out);
        out.flush();
        WireWriter buffer = new WireWriter(2 * SNAPSHOT_BUFFER_BYTES);
        IOException[] failure = new IOException[1];
        entries.forEachInOrder(
                (key, item) -> {
                    if (failure[0] != null) return;
                    buffer.i32(key.length).raw(key).i64(item.version()).i32(item.length());
                    buffer.raw(item.bytes(), item.offset(), item.length());
                    if (buffer.size() < SNAPSHOT_BUFFER_BYTES) return;
                    try {
                        raw.write(buffer.array(), 0, buffer.size());
                        buffer.clear();
                    } catch (IOException e) {
                        failure[0] = e;
                    }
                });
        if (failure[0] != null) throw failure[0];
        buffer.i32(END);
        raw.write(buffer.array(), 0, buffer.size());
        raw.flush();
    }

    @Override
    public void restore(InputStream content) throws IOException {
        if (content == null) {
            sessions = new Sessions(totalOrder);
            zxid = Zxid.NONE;
            table = new KeyTable();
            return;
        }
        DataInputStream in = new DataInputStream(new BufferedInputStream(content, 64 << 10));
        long magic = in.readLong();
        if (magic != SNAPSHOT_MAGIC)
            throw new IOException(
                    "snapshot: expected a snapshot of the key-value store, found magic "
                            + Long.toHexString(magic));
        long position = in.readLong();
        in.readLong();
        Sessions restored = Sessions.read(in, totalOrder);
        KeyTable entries = new KeyTable();
        for (int keyBytes = in.readInt(); keyBytes != END; keyBytes = in.readInt()) {
            byte[] key = exactly(in, keyBytes, Command.KEY_BYTES_MAX);
            long version = in.readLong();
            entries.put(new Key(key), version, exactly(in, in.readInt(), VALUE_BYTES_MAX), 0);
        }
        if (in.read() >= 0)
            throw new IOException(
                    "snapshot: expected its end after the last entry, got more bytes");
        sessions = restored;
        zxid = position;
        table = entries;
    }

    /**
     * Reads {@code length} bytes of a snapshot, and allocates memory as bytes arrive, because the announced length may
     * be wrong.
     */
    private static byte[] exactly(DataInputStream in, int length, int max) throws IOException {
        if (length < 0 || length > max)
            throw new IOException("snapshot: expected a length of 0.." + max + ", got " + length);
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length)
            throw new IOException("snapshot: expected a complete entry, got the end of the file");
        return bytes;
    }
}
