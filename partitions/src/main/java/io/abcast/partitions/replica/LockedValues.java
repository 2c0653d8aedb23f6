package io.abcast.partitions.replica;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.partitions.rows.RowTables;

/**
 * Encodes and decodes the row values that a transaction reads at one destination. The encoding has one value for each
 * declared key, in the order of the keys, and no keys.
 */
final class LockedValues {
    private LockedValues() {}

    static boolean needed(TransactionTask task, int home) {
        for (DeclaredKey each : task.keys)
            if (each.home == home && each.has(DeclaredKey.READ)) return true;
        return false;
    }

    static void take(TransactionTask task, RowTables tables) {
        for (DeclaredKey each : task.keys)
            if (each.home == task.partition && each.has(DeclaredKey.READ))
                each.value = tables.get(each.key);
    }

    static byte[] encode(TransactionTask task) {
        int bytes = 0;
        for (DeclaredKey each : task.keys)
            if (each.value != null && each.home == task.partition) bytes += each.value.length + 5;
        WireWriter out = new WireWriter(bytes + task.keys.length);
        for (DeclaredKey each : task.keys) {
            if (each.home != task.partition || !each.has(DeclaredKey.READ)) continue;
            if (each.value == null) out.u8(0);
            else out.u8(1).bytes(each.value);
        }
        return out.toByteArray();
    }

    /**
     * Decodes the row values of the destination {@code home}, and stores them in the task's keys.
     *
     * @throws MalformedFrameException if the bytes do not contain exactly the expected values; some keys of the task
     *     may already have values
     */
    static void decode(byte[] values, TransactionTask task, int home) {
        WireReader in = new WireReader(values);
        for (DeclaredKey each : task.keys) {
            if (each.home != home || !each.has(DeclaredKey.READ)) continue;
            each.value = in.count(1) == 0 ? null : in.bytes();
        }
        in.end();
    }
}
