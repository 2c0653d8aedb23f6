package io.abcast.partitions.replica;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;

/**
 * The values of one destination, as bytes: one value for each key that is declared for reads and stored at this
 * destination, in the order of the keys. All destinations know the keys, so the bytes have only the values.
 */
final class LockedValues {
    private LockedValues() {}

    /** Whether a destination has values for the other destinations. */
    static boolean needed(TransactionTask task, int home) {
        for (DeclaredKey each : task.keys)
            if (each.home == home && each.has(DeclaredKey.READ)) return true;
        return false;
    }

    /** The values of this destination, which the task's keys have. */
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
     * Gives the values of another destination to the task's keys.
     *
     * @throws MalformedFrameException if the bytes do not have exactly the expected values; some keys may have values
     *     then
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
