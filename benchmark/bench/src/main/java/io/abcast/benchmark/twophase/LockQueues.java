package io.abcast.benchmark.twophase;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The locks of one partition. A transaction requests all its locks at once. A transaction gets its locks when its
 * request is compatible with all earlier requests in the queue of each key. Requests that wait for a key are ordered by
 * age, oldest transaction first. A transaction waits only for older transactions, and for younger transactions that
 * already hold all their locks. The class is single-threaded, and its state depends only on the calls.
 */
final class LockQueues {
    static final class Request {
        final CommitId id;

        /**
         * Keys in the order of their addition; the value is true for an exclusive lock, and false for a shared lock.
         */
        private final Map<Object, Boolean> keys = new LinkedHashMap<>();

        /**
         * A short transaction ends as soon as it has its locks, so its request overtakes waiting requests and delays no
         * other request.
         */
        private final boolean isShort;

        private boolean granted;

        Request(CommitId id) {
            this(id, false);
        }

        Request(CommitId id, boolean isShort) {
            this.id = id;
            this.isShort = isShort;
        }

        /** If the key was added before, the request keeps the stronger of the two locks. */
        void lock(Object key, boolean isExclusive) {
            keys.merge(key, isExclusive, Boolean::logicalOr);
        }

        boolean granted() {
            return granted;
        }

        private boolean isExclusive(Object key) {
            return keys.get(key);
        }
    }

    private final Map<Object, List<Request>> queues = new HashMap<>();

    void add(Request request) {
        enqueue(request);
        if (hasAll(request)) grant(request);
    }

    /**
     * Requests from a snapshot must be restored in the order of their arrival, so that the queues equal those before
     * the snapshot.
     */
    void restore(Request request, boolean isGranted) {
        enqueue(request);
        if (isGranted) grant(request);
    }

    private void enqueue(Request request) {
        for (Object key : request.keys.keySet()) {
            List<Request> queue = queues.computeIfAbsent(key, k -> new ArrayList<>(2));
            int at = queue.size();
            while (at > 0
                    && !queue.get(at - 1).granted
                    && request.id.isOlderThan(queue.get(at - 1).id)) at--;
            queue.add(at, request);
        }
    }

    /**
     * The request may move before the waiting requests, because it is short or compatible with all of them (all locks
     * shared).
     */
    private void grant(Request request) {
        for (Object key : request.keys.keySet()) {
            List<Request> queue = queues.get(key);
            queue.remove(request);
            int at = 0;
            while (at < queue.size() && queue.get(at).granted) at++;
            queue.add(at, request);
        }
        request.granted = true;
    }

    void remove(Request request, ArrayDeque<Request> granted) {
        for (Object key : request.keys.keySet()) {
            List<Request> queue = queues.get(key);
            boolean removed = queue != null && queue.remove(request);
            assert removed : request.id + " does not request " + key;
            if (queue.isEmpty()) queues.remove(key);
        }
        for (Object key : request.keys.keySet()) {
            List<Request> queue = queues.get(key);
            if (queue == null) continue;
            for (Request each : List.copyOf(queue)) {
                if (!each.granted && hasAll(each)) {
                    grant(each);
                    granted.add(each);
                }
                // Look behind waiting requests too, because short requests may overtake them; stop
                // at an exclusive lock that is held.
                if (each.granted && each.isExclusive(key)) break;
            }
        }
    }

    private boolean hasAll(Request request) {
        for (Map.Entry<Object, Boolean> each : request.keys.entrySet())
            if (!isFree(request, each.getKey(), each.getValue())) return false;
        return true;
    }

    private boolean isFree(Request request, Object key, boolean isExclusive) {
        for (Request before : queues.get(key)) {
            if (before == request) return true;
            if (request.isShort && !before.granted) continue;
            if (isExclusive || before.isExclusive(key)) return false;
        }
        throw new AssertionError(request.id + " does not request " + key);
    }

    void youngerBlockers(Request waiting, List<Request> found) {
        for (Object key : waiting.keys.keySet())
            for (Request before : queues.get(key)) {
                if (before == waiting) break;
                if (before.granted && waiting.id.isOlderThan(before.id) && !found.contains(before))
                    found.add(before);
            }
    }

    int keys() {
        return queues.size();
    }
}
