package io.abcast.partitions.replica;

import io.abcast.partitions.RowKey;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * The locks of a replica. A transaction requests all its locks at once. Transactions request in the order of their
 * delivery, and each key serves them in this order. So no transaction waits for a later one: there is no deadlock, and
 * conflicting transactions execute in the order of their delivery, however many workers execute them. Not thread-safe.
 */
final class LockTable {
    /** The requests for one key, in the order of the requests. */
    static final class Queue {
        private DeclaredKey head;
        private DeclaredKey tail;
    }

    /** Queues of the keys that have a request; never iterated. */
    private final Map<RowKey, Queue> queues = new HashMap<>();

    /** Number of keys that have a request. */
    int size() {
        return queues.size();
    }

    /** Requests all locks of a transaction at this partition, and sets the number of locks that it waits for. */
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

    /**
     * Releases all locks of a transaction.
     *
     * @param locked receives the transactions that now have all their locks
     */
    void release(TransactionTask task, Collection<TransactionTask> locked) {
        for (DeclaredKey each : task.keys) {
            if (each.home != task.partition) continue;
            assert each.granted : "released without a grant: " + each.key;
            unlink(each);
            DeclaredKey next = each.queue.head;
            if (next == null) queues.remove(each.key);
            else if (!next.granted) grant(next, locked);
            // The requests are garbage now. Without links, an old one cannot keep later ones alive.
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

    /** Grants the lock to the first request, and to the shared requests behind a shared one. */
    private static void grant(DeclaredKey first, Collection<TransactionTask> locked) {
        DeclaredKey each = first;
        do {
            each.granted = true;
            if (--each.owner.locksMissing == 0) locked.add(each.owner);
            each = each.after;
        } while (each != null && isShared(first) && isShared(each));
    }
}
