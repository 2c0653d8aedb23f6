package io.abcast.ordering.epaxos;

import io.abcast.kernel.Keys;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/**
 * The requests of this member that are in flight. For a new request, this class finds the requests that it must name as
 * predecessors: the last ones with which it interferes. A request before one of these also comes before the new
 * request, so the new request need not name it. All named requests interfere with the new request, so all members agree
 * on their order.
 *
 * <p>A request takes effect after its predecessors. So when a request is removed, its predecessors have already been
 * removed.
 *
 * <p><b>Bound:</b> the window of the member. Not thread-safe.
 */
final class Predecessors {
    /** The last requests in flight that use one key. */
    private static final class LastUsers {
        /** Number of the last request that writes the key; 0 if no such request is in flight. */
        long writer;

        /** Requests that read the key and do not write it. */
        final InstanceLists readers = new InstanceLists(1);
    }

    /** By number: the keys of each request in flight. */
    private final LongTable<Keys> inFlight = new LongTable<>();

    /** By hash of the key: the last requests in flight that use it. */
    private final LongTable<LastUsers> last = new LongTable<>();

    /** Number of the last request that writes all keys; 0 if no such request is in flight. */
    private long allWriter;

    /** Requests that read all keys and do not write all keys. */
    private final InstanceLists allReaders = new InstanceLists(1);

    /** Requests that use a key and that no later request has named. */
    private final InstanceLists tips = new InstanceLists(1);

    /** Writing requests that no later writing request has named. */
    private final InstanceLists writerTips = new InstanceLists(1);

    private long[] found = new long[16];
    private int count;

    /** Number of requests in flight. */
    int size() {
        return inFlight.size();
    }

    /**
     * Returns the numbers of the requests that a new request with these keys must follow, ascending. The new request
     * must be later than all requests in flight.
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
            // The readers since the last writer have named that writer.
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
     * Adds a request that is proposed for the first time. The request must be later than all interfering requests in
     * flight.
     *
     * @param predecessors as {@link #of} has returned them
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

    /** Removes a request that has taken effect. A request that is not in flight is ignored. */
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
