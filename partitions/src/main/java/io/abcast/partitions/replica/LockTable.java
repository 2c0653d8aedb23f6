package io.abcast.partitions.replica;

import io.abcast.partitions.RowKey;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * The locks of the rows at one replica of a store. At its delivery, a transaction requests all its locks at once, and
 * each lock is granted in the order of delivery. Deadlocks cannot occur, because no transaction waits for a transaction
 * that is delivered later. Not thread-safe.
 */
final class LockTable {
    static final class Queue {
        private DeclaredKey head;
        private DeclaredKey tail;
    }

    /** No code iterates over this map, so its unspecified order has no effect. */
    private final Map<RowKey, Queue> queues = new HashMap<>();

    int size() {
        return queues.size();
    }

    void request(TransactionTask task) {
        for (DeclaredKey each : task.keys) {
            if (each.home != task.partition) continue;
            each.owner = task;
            each.queue = queues.computeIfAbsent(each.key, key -> new Queue());
            each.before = each.queue.tail;
            if (each.before == null) each.queue.head = each;
            else each.before.after = each;
            each.queue.tail = each;
            each.granted =
                    each.before == null
                            || (isShared(each) && each.before.granted && isShared(each.before));
            if (!each.granted) task.locksMissing++;
        }
    }

    private static boolean isShared(DeclaredKey key) {
        return !key.has(DeclaredKey.EXCLUSIVE);
    }

    /** @param locked receives each transaction that now has all its locks */
    void release(TransactionTask task, Collection<TransactionTask> locked) {
        for (DeclaredKey each : task.keys) {
            if (each.home != task.partition) continue;
            assert each.granted : "released without a grant: " + each.key;
            unlink(each);
            DeclaredKey next = each.queue.head;
            if (next == null) queues.remove(each.key);
            else if (!next.granted) grant(next, locked);
            // Cut the links of released requests, so that an old request does not keep all later
            // requests in memory.
            each.before = null;
            each.after = null;
            each.queue = null;
        }
    }

    private static void unlink(DeclaredKey key) {
        if (key.before == null) key.queue.head = key.after;
        else key.before.after = key.after;
        if (key.after == null) key.queue.tail = key.before;
        else key.after.before = key.before;
    }

    /**
     * Grants the lock of a key to the first request in its queue; if it is shared, also to the shared requests directly
     * behind it.
     */
    private static void grant(DeclaredKey first, Collection<TransactionTask> locked) {
        DeclaredKey each = first;
        do {
            each.granted = true;
            if (--each.owner.locksMissing == 0) locked.add(each.owner);
            each = each.after;
        } while (each != null && isShared(first) && isShared(each));
    }
}
