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
 * age, oldest transaction first. Therefore a transaction waits only for older transactions, and for younger
 * transactions that already hold all their locks. To avoid deadlocks, users of this class must wound (abort) a younger
 * transaction for whose locks an older transaction waits. The class is single-threaded, and its state depends only on
 * the calls.
 */
final class LockQueues {
    /** The request of one transaction for its locks. */
    static final class Request {
        final CommitId id;

        /** The requested keys in the order of their addition, each with the kind of its lock: exclusive or shared. */
        private final Map<Object, Boolean> keys = new LinkedHashMap<>();

        /**
         * Whether the transaction ends as soon as it has its locks. A short request overtakes waiting requests: it
         * holds no lock afterwards, so it delays no other request.
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

        /**
         * Adds the lock of a key to the request. If the key was added before, the request keeps the stronger of the two
         * locks.
         */
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

    /** Queue of requests for each key: first requests that hold their locks, then waiting requests. */
    private final Map<Object, List<Request>> queues = new HashMap<>();

    /** Adds a request for locks; {@link Request#granted} says whether the request has its locks. */
    void add(Request request) {
        enqueue(request);
        if (hasAll(request)) grant(request);
    }

    /**
     * Adds a request from a snapshot. The requests of a snapshot must be restored in the order of their arrival, so
     * that the queues equal those at the time of the snapshot.
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
     * Gives a request its locks, and moves it before the waiting requests in each queue. The move is safe, because the
     * request is short or is compatible with the waiting requests (all locks shared).
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

    /**
     * Removes a request, and thereby releases its locks or ends its wait for locks. The requests that have all their
     * locks as a result are added to {@code granted}.
     */
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

    /**
     * Adds the younger requests that have their locks, and for which the request {@code waiting} waits, to
     * {@code found}.
     */
    void youngerBlockers(Request waiting, List<Request> found) {
        for (Object key : waiting.keys.keySet())
            for (Request before : queues.get(key)) {
                if (before == waiting) break;
                if (before.granted && waiting.id.isOlderThan(before.id) && !found.contains(before))
                    found.add(before);
            }
    }

    /** Number of keys that some request has locked or waits for. */
    int keys() {
        return queues.size();
    }
}
