package io.abcast.partitions.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.GroupDelivery;
import io.abcast.kernel.GroupTimestamp;
import io.abcast.kernel.SplitMix64;
import io.abcast.partitions.Cells;
import io.abcast.partitions.Cells.Use;
import io.abcast.partitions.Cells.Used;
import io.abcast.partitions.StoreDefinition;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
final class LockTableTest {
    private static final int SEEDS = 200;

    private final StoreDefinition definition = Cells.definition(1);

    private TransactionTask task(long seq, Used... cells) {
        byte[] payload = new StoreCall("mix", Cells.mix(1, cells)).encode();
        GroupDelivery delivery =
                new GroupDelivery(seq, new GroupTimestamp(seq, 1, seq), new int[] {0}, payload);
        return TransactionTask.of(0, delivery, definition, null);
    }

    private static boolean conflict(TransactionTask one, TransactionTask other) {
        for (DeclaredKey a : one.keys)
            for (DeclaredKey b : other.keys)
                if (a.key.equals(b.key)
                        && (a.has(DeclaredKey.EXCLUSIVE) || b.has(DeclaredKey.EXCLUSIVE)))
                    return true;
        return false;
    }

    @Test
    void aTransactionWaitsForEarlierConflictingOnesOnly() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            SplitMix64 random = new SplitMix64(seed);
            LockTable locks = new LockTable();
            List<TransactionTask> present = new ArrayList<>();
            for (long seq = 1; seq <= 150; seq++) {
                TransactionTask next = task(seq, cells(random));
                locks.request(next);
                present.add(next);
                check(present, seed);
                while (present.size() > 12 || (!present.isEmpty() && random.next() % 3 == 0)) {
                    releaseOne(random, locks, present);
                    check(present, seed);
                }
            }
            while (!present.isEmpty()) releaseOne(random, locks, present);
            assertEquals(0, locks.size());
        }
    }

    private static Used[] cells(SplitMix64 random) {
        Used[] cells = new Used[1 + (int) Long.remainderUnsigned(random.next(), 3)];
        for (int i = 0; i < cells.length; i++)
            cells[i] =
                    new Used(
                            random.next() % 3 == 0 ? Use.UPDATE : Use.READ,
                            Long.remainderUnsigned(random.next(), 6));
        return cells;
    }

    private static void releaseOne(
            SplitMix64 random, LockTable locks, List<TransactionTask> present) {
        List<TransactionTask> ready =
                present.stream().filter(task -> task.locksMissing == 0).toList();
        assertTrue(!ready.isEmpty(), "the first transaction always has its locks");
        TransactionTask one = ready.get((int) Long.remainderUnsigned(random.next(), ready.size()));
        List<TransactionTask> locked = new ArrayList<>();
        locks.release(one, locked);
        present.remove(one);
        for (TransactionTask each : locked) assertEquals(0, each.locksMissing);
    }

    private static void check(List<TransactionTask> present, long seed) {
        for (int i = 0; i < present.size(); i++) {
            boolean free = true;
            for (int k = 0; k < i; k++) free &= !conflict(present.get(k), present.get(i));
            assertEquals(free, present.get(i).locksMissing == 0, "seed " + seed);
        }
    }
}
