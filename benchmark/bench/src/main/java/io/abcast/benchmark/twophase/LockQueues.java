package io.abcast.benchmark.twophase;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The locks of one partition. A transaction requests all its locks at once, and has them when each of its requests is
 * compatible with all requests before it. Among the requests that wait, older transactions come first. So a transaction
 * waits only for older transactions, and for younger ones that already have all their locks: the caller wounds those.
 * Single-threaded; the state depends on the calls only.
 */
final class LockQueues {
    /** The locks of one transaction. */
    static final class Request {
        final CommitId id;
        private final List<Object> keys = new ArrayList<>();

        /** Whether the lock of the key with the same index is exclusive. */
        private final List<Boolean> exclusive = new ArrayList<>();

        private boolean granted;

        Request(CommitId id) {
            this.id = id;
        }

        /** Adds a key. A key that was added before keeps the stronger lock. */
        void lock(Object key, boolean isExclusive) {
            int at = keys.indexOf(key);
            if (at < 0) {
                keys.add(key);
                exclusive.add(isExclusive);
            } else if (isExclusive) {
                exclusive.set(at, true);
            }
        }

        boolean granted() {
            return granted;
        }

        private boolean isExclusive(Object key) {
            return exclusive.get(keys.indexOf(key));
        }
    }

    /** By key: first the requests that have their locks, then those that wait. */
    private final Map<Object, List<Request>> queues = new HashMap<>();

    /** Requests locks; see {@link Request#granted} for the result. */
    void add(Request request) {
        enqueue(request);
        if (hasAll(request)) grant(request);
    }

    /**
     * Adds a request of a snapshot. The queues are the same again after the restoration of all their requests in the
     * order of their arrival.
     */
    void restore(Request request, boolean isGranted) {
        enqueue(request);
        if (isGranted) grant(request);
    }

    private void enqueue(Request request) {
        for (Object key : request.keys) {
            List<Request> queue = queues.computeIfAbsent(key, k -> new ArrayList<>(2));
            int at = queue.size();
            while (at > 0
                    && !queue.get(at - 1).granted
                    && request.id.isOlderThan(queue.get(at - 1).id)) at--;
            queue.add(at, request);
        }
    }

    /** A granted request may pass the waiting ones before it: their locks are shared, as its own. */
    private void grant(Request request) {
        for (Object key : request.keys) {
            List<Request> queue = queues.get(key);
            queue.remove(request);
            int at = 0;
            while (at < queue.size() && queue.get(at).granted) at++;
            queue.add(at, request);
        }
        request.granted = true;
    }

    /** Releases the locks of a request, or ends its wait. Adds the requests that now have all their locks to a queue. */
    void remove(Request request, ArrayDeque<Request> granted) {
        for (Object key : request.keys) {
            List<Request> queue = queues.get(key);
            boolean removed = queue != null && queue.remove(request);
            assert removed : request.id + " does not request " + key;
            if (queue.isEmpty()) queues.remove(key);
        }
        for (Object key : request.keys) {
            List<Request> queue = queues.get(key);
            if (queue == null) continue;
            for (Request each : List.copyOf(queue)) {
                if (!each.granted && hasAll(each)) {
                    grant(each);
                    granted.add(each);
                }
                if (each.isExclusive(key)) break;
            }
        }
    }

    private boolean hasAll(Request request) {
        for (int i = 0; i < request.keys.size(); i++)
            if (!isFree(request, request.keys.get(i), request.exclusive.get(i))) return false;
        return true;
    }

    private boolean isFree(Request request, Object key, boolean isExclusive) {
        for (Request before : queues.get(key)) {
            if (before == request) return true;
            if (isExclusive || before.isExclusive(key)) return false;
        }
        throw new AssertionError(request.id + " does not request " + key);
    }

    /** Adds the younger requests that have their locks and for which a request waits. */
    void youngerBlockers(Request waiting, List<Request> found) {
        for (Object key : waiting.keys)
            for (Request before : queues.get(key)) {
                if (before == waiting) break;
                if (before.granted && waiting.id.isOlderThan(before.id) && !found.contains(before))
                    found.add(before);
            }
    }

    /** Number of keys that are locked or waited for. */
    int keys() {
        return queues.size();
    }
}
