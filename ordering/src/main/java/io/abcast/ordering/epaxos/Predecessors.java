package io.abcast.ordering.epaxos;

import io.abcast.kernel.Keys;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/**
 * The requests of this member that are proposed and have not taken effect (in flight). For a new request, {@code
 * Predecessors} finds the requests that the new request must name as predecessors: the last requests with which it
 * interferes. A request before one of the named predecessors also comes before the new request, so the new request need
 * not name it. All named predecessors interfere with the new request, so all members agree on their order.
 *
 * <p>A request takes effect only after its predecessors have taken effect. When a request is removed, its predecessors
 * have therefore already been removed.
 *
 * <p><b>Bound:</b> there are at most as many requests in flight as the open instances of this member contain. Not
 * thread-safe.
 */
final class Predecessors {
    /** The last requests in flight that read or write one key. */
    private static final class LastUsers {
        /** Number of the last request that writes the key; 0 if no request in flight writes the key. */
        long writer;

        /** Requests in flight that read the key and do not write the key. */
        final InstanceLists readers = new InstanceLists(1);
    }

    /** By request number: the keys of each request in flight. */
    private final LongTable<Keys> inFlight = new LongTable<>();

    /** By hash of the key: the last requests in flight that read or write the key. */
    private final LongTable<LastUsers> last = new LongTable<>();

    /** Number of the last request that writes all keys; 0 if no request in flight writes all keys. */
    private long allWriter;

    /** Requests in flight that read all keys and do not write all keys. */
    private final InstanceLists allReaders = new InstanceLists(1);

    /** Requests in flight that read or write a key and that no later request has named as a predecessor. */
    private final InstanceLists tips = new InstanceLists(1);

    /** Writing requests in flight that no later writing request has named as a predecessor. */
    private final InstanceLists writerTips = new InstanceLists(1);

    private long[] found = new long[16];
    private int count;

    /** Returns the number of this member's requests in flight. */
    int size() {
        return inFlight.size();
    }

    /**
     * Returns the request numbers that a new request with keys {@code keys} must name as predecessors, ascending. The
     * number of the new request must be higher than the numbers of all requests in flight.
     */
    List<Long> of(Keys keys) {
        count = 0;
        if (keys.isAll()) tips.forEachAbove(0, 0, this::find);
        else if (keys.readsAll()) writerTips.forEachAbove(0, 0, this::find);
        for (int i = 0; i < keys.size(); i++) {
            LastUsers users = last.get(keys.hash(i));
            long writer = Math.max(allWriter, users == null ? 0 : users.writer);
            int before = count;
            if (keys.isWritten(i)) {
                if (users != null) users.readers.forEachAbove(0, writer, this::find);
                allReaders.forEachAbove(0, writer, this::find);
            }
            // The requests that read the key since its last writer have named that writer as a
            // predecessor.
            if (count == before && writer != 0) find(writer);
        }
        if (count == 0) return List.of();
        Arrays.sort(found, 0, count);
        return LongStream.of(found).limit(count).distinct().boxed().toList();
    }

    private void find(long number) {
        if (count == found.length) found = Arrays.copyOf(found, 2 * count);
        found[count++] = number;
    }

    /**
     * Adds a request that this member proposes for the first time. The added request must be later than all interfering
     * requests in flight.
     *
     * @param predecessors request numbers that {@link #of} has returned for the keys of the request
     */
    void add(long number, Keys keys, List<Long> predecessors) {
        inFlight.put(number, keys);
        for (long each : predecessors) {
            if (tips.contains(0, each)) tips.remove(0, each);
            if (keys.isWriting() && writerTips.contains(0, each)) writerTips.remove(0, each);
        }
        if (!keys.isNone()) tips.add(0, number);
        if (keys.isWriting()) writerTips.add(0, number);
        if (keys.isAll()) allWriter = number;
        else if (keys.readsAll()) allReaders.add(0, number);
        for (int i = 0; i < keys.size(); i++) {
            LastUsers users = last.get(keys.hash(i));
            if (users == null) {
                users = new LastUsers();
                last.put(keys.hash(i), users);
            }
            if (keys.isWritten(i)) users.writer = number;
            else users.readers.add(0, number);
        }
    }

    /**
     * Removes a request that has taken effect from the requests in flight. {@code remove} ignores a request that is not
     * in flight.
     */
    void remove(long number) {
        Keys keys = inFlight.remove(number);
        if (keys == null) return;
        if (tips.contains(0, number)) tips.remove(0, number);
        if (writerTips.contains(0, number)) writerTips.remove(0, number);
        if (allWriter == number) allWriter = 0;
        if (allReaders.contains(0, number)) allReaders.remove(0, number);
        for (int i = 0; i < keys.size(); i++) {
            LastUsers users = last.get(keys.hash(i));
            if (users.writer == number) users.writer = 0;
            if (!keys.isWritten(i)) users.readers.remove(0, number);
            if (users.writer == 0 && users.readers.isEmpty()) last.remove(keys.hash(i));
        }
    }
}
