package io.abcast.server;

import io.abcast.client.wire.MultiPut;
import io.abcast.client.wire.Op;
import io.abcast.client.wire.ReplyCode;
import io.abcast.jgroups.PartitionDelivery;
import io.abcast.jgroups.PartitionReceiver;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.log.Storage;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Collection;
import java.util.TreeMap;

/**
 * One partition of the key-value store. The version of a key is the position of its last write in the order of the
 * partition.
 *
 * <p><b>Thread rule:</b> as for {@link KeyValueStore}.
 */
final class KeyValuePartition implements PartitionReceiver {
    private static final int RESULT_BYTES = 17;

    private final int number;
    private final int partitions;
    private final KeyValueStore store = new KeyValueStore(true);
    private final LoopWakeups wakeups;
    private final DeliveryLog deliveries;

    KeyValuePartition(int number, int partitions, LoopWakeups wakeups, DeliveryLog deliveries) {
        this.number = number;
        this.partitions = partitions;
        this.wakeups = wakeups;
        this.deliveries = deliveries;
    }

    KeyValueStore store() {
        return store;
    }

    static byte[] orderedRead(byte[] key) {
        return new WireWriter(1 + key.length).u8(Op.READ.code()).raw(key).toByteArray();
    }

    @Override
    public byte[] deliver(PartitionDelivery delivery) {
        byte[] payload = delivery.payload();
        byte op = payload.length == 0 ? 0 : payload[0];
        deliveries.add(delivery);
        if (op == Op.READ.code()) return read(delivery.seq(), payload);
        if (op == Op.APPENDS.code()) return appendAll(delivery.seq(), payload);
        WriteResult result =
                op == Op.PUTS.code()
                        ? putAll(delivery.seq(), payload)
                        : store.abdeliver(delivery.seq(), 0, payload);
        return encode(delivery.seq(), result).toByteArray();
    }

    private WriteResult putAll(long seq, byte[] payload) {
        MultiPut put;
        try {
            put = MultiPut.parse(payload);
        } catch (MalformedFrameException e) {
            // Every replica must skip a malformed payload in the same way to keep equal states.
            return WriteResult.MALFORMED;
        }
        return store.putAll(seq, put, i -> put.partition(i, partitions) == number);
    }

    /** @return the result of an append, followed by the index and the new value of each key of this partition */
    private byte[] appendAll(long seq, byte[] payload) {
        MultiPut append;
        try {
            append = MultiPut.parse(payload);
        } catch (MalformedFrameException e) {
            return encode(seq, WriteResult.MALFORMED).toByteArray();
        }
        WireWriter values = new WireWriter(64);
        WriteResult result =
                store.appendAll(
                        seq,
                        append,
                        i -> append.partition(i, partitions) == number,
                        (i, item) -> {
                            values.varint(i).varint(item == null ? 0 : item.length());
                            if (item != null)
                                values.raw(item.bytes(), item.offset(), item.length());
                        });
        return encode(seq, result).raw(values.toByteArray()).toByteArray();
    }

    static Item valuesOf(Collection<byte[]> results) {
        TreeMap<Long, byte[]> byIndex = new TreeMap<>();
        for (byte[] result : results) {
            WireReader in = new WireReader(result);
            in.skip(RESULT_BYTES);
            while (in.remaining() > 0) byIndex.put(in.varint(), in.bytes());
        }
        WireWriter out = new WireWriter(64);
        for (byte[] value : byIndex.values()) out.bytes(value);
        return new Item(0, out.toByteArray(), 0);
    }

    private byte[] read(long seq, byte[] payload) {
        store.skip(seq);
        Item item = store.get(Arrays.copyOfRange(payload, 1, payload.length));
        WireWriter out = encode(seq, item == null ? WriteResult.NOT_FOUND : WriteResult.OK);
        if (item == null) return out.toByteArray();
        return out.i64(item.version())
                .raw(item.bytes(), item.offset(), item.length())
                .toByteArray();
    }

    private static WireWriter encode(long seq, WriteResult result) {
        return new WireWriter(RESULT_BYTES)
                .u8(result.code().code())
                .i64(result.zxid() == 0 ? seq : result.zxid())
                .i64(result.version());
    }

    static WriteResult writtenOf(byte[] result) {
        WireReader in = new WireReader(result);
        ReplyCode code = ReplyCode.of(in.u8());
        if (code == null) throw new MalformedFrameException("result: unknown code");
        return new WriteResult(code, in.i64(), in.i64());
    }

    /** Returns the value of an ordered read; {@code null} if the key does not exist. */
    static Item valueOf(byte[] result) {
        WireReader in = new WireReader(result);
        in.skip(RESULT_BYTES);
        if (in.remaining() == 0) return null;
        long version = in.i64();
        return new Item(version, result, result.length - in.remaining());
    }

    @Override
    public void onAnswered() {
        wakeups.wake();
    }

    @Override
    public Storage.SnapshotWriter snapshot() {
        return store.snapshot();
    }

    @Override
    public void restore(InputStream content) throws IOException {
        // The calling thread is the event loop of the partition, which calls restore before it
        // answers any request.
        wakeups.own();
        store.restore(content);
    }
}
