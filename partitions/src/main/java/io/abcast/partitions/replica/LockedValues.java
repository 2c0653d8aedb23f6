package io.abcast.partitions.replica;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.partitions.rows.RowTables;

/**
 * Encodes and decodes the row values that a transaction reads at one destination. The encoding has one value for each
 * key that is declared for reads and stored at this destination, in the order of the keys. The encoding omits the keys,
 * because all destinations know them.
 */
final class LockedValues {
    private LockedValues() {}

    /** Whether the destination with number {@code home} stores rows whose values the other destinations need. */
    static boolean needed(TransactionTask task, int home) {
        for (DeclaredKey each : task.keys)
            if (each.home == home && each.has(DeclaredKey.READ)) return true;
        return false;
    }

    /** Reads this destination's rows of a task that has its locks, and stores the values in the task's keys. */
    static void take(TransactionTask task, RowTables tables) {
        for (DeclaredKey each : task.keys)
            if (each.home == task.partition && each.has(DeclaredKey.READ))
                each.value = tables.get(each.key);
    }

    /** Encodes this destination's row values from the task's keys. */
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
     * @throws MalformedFrameException if the bytes do not contain exactly the expected values; in this case, some keys
     *     of the task may already have values
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
