package io.abcast.workloads.micro;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.SplitMix64;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.partitions.DeclaredKeys;
import io.abcast.partitions.Procedure;
import io.abcast.partitions.RowKey;
import io.abcast.partitions.Transaction;
import io.abcast.workloads.Fields;

/**
 * Reads all its records, in all its partitions; a number computed from them decides about an abort and is part of every
 * written record. A wrong read, or a wrong order of transactions, therefore changes all later records.
 */
final class MicroTransaction implements Procedure {
    static final int RECORDS = 1;

    /** A counter of the transactions that have written the record, and a number that depends on all of them. */
    static final int RECORD_BYTES = 16;

    private static final int NUMBER = 8;

    private static final int ABORTS_ONE_IN = 100;

    private static final int RECORDS_MAX = 1 << 16;

    private final boolean writes;

    MicroTransaction(boolean writes) {
        this.writes = writes;
    }

    static RowKey key(int partition, int record) {
        return RowKey.of(RECORDS, (long) partition << 32 | record);
    }

    static int partitionOf(RowKey key) {
        return (int) (key.id() >>> 32);
    }

    static byte[] record(long count, long number) {
        byte[] row = new byte[RECORD_BYTES];
        Fields.i64(row, 0, count);
        Fields.i64(row, NUMBER, number);
        return row;
    }

    static long countOf(byte[] record) {
        return Fields.i64(record, 0);
    }

    static long numberOf(byte[] record) {
        return Fields.i64(record, NUMBER);
    }

    static byte[] arguments(RowKey[] keys) {
        WireWriter out = new WireWriter(8 * keys.length + 2).varint(keys.length);
        for (RowKey each : keys) out.i64(each.id());
        return out.toByteArray();
    }

    static RowKey[] keys(byte[] arguments) {
        WireReader in = new WireReader(arguments);
        RowKey[] keys = new RowKey[in.count(RECORDS_MAX)];
        if (keys.length > in.remaining() / 8)
            throw new MalformedFrameException("keys: expected them all, got " + in.remaining());
        for (int i = 0; i < keys.length; i++) keys[i] = RowKey.of(RECORDS, in.i64());
        in.end();
        return keys;
    }

    @Override
    public String name() {
        return writes ? "micro_update" : "micro_read";
    }

    @Override
    public void declare(byte[] arguments, DeclaredKeys declared) {
        for (RowKey each : keys(arguments)) {
            if (writes) declared.update(each);
            else declared.read(each);
        }
    }

    @Override
    public byte[] run(byte[] arguments, Transaction transaction) {
        RowKey[] keys = keys(arguments);
        byte[][] records = new byte[keys.length][];
        long number = 0;
        for (int i = 0; i < keys.length; i++) {
            records[i] = transaction.get(keys[i]);
            if (records[i] == null) throw transaction.abort("no record " + keys[i]);
            number = SplitMix64.mix(number + numberOf(records[i]));
        }
        byte[] answer = new byte[8];
        Fields.i64(answer, 0, number);
        if (!writes) return answer;
        if (Long.remainderUnsigned(number, ABORTS_ONE_IN) == 0)
            throw transaction.abort("the records give " + number);
        for (int i = 0; i < keys.length; i++) {
            long next = SplitMix64.mix(number + keys[i].id());
            transaction.put(keys[i], record(countOf(records[i]) + 1, next));
        }
        return answer;
    }
}
