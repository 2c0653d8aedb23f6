package io.abcast.ordering.epaxos;

import io.abcast.kernel.Keys;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Finds the predecessors of a new request: earlier requests of this member that must take effect before it. A request
 * names only the last requests in flight with which it interferes, because these requests name the earlier ones as
 * their predecessors. Because a request and its predecessors interfere, all members execute them in one order.
 *
 * <p><b>Bound:</b> at most as many requests as all unexecuted instances of this member contain. Not thread-safe.
 */
final class Predecessors {
    private static final class LastUsers {
        /** Number of the last request in flight that writes the key; 0 without such a request. */
        long writer;

        final InstanceLists readers = new InstanceLists(1);
    }

    private final LongTable<Keys> inFlight = new LongTable<>();

    private final LongTable<LastUsers> last = new LongTable<>();

    private long allWriter;

    private final InstanceLists allReaders = new InstanceLists(1);

    private final InstanceLists tips = new InstanceLists(1);

    private final InstanceLists writerTips = new InstanceLists(1);

    private long[] found = new long[16];
    private int count;

    int size() {
        return inFlight.size();
    }

    /** Returns ascending request numbers; the new request must have a higher number than all requests in flight. */
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
            // If requests have read the key after its last writer, they name this writer as a
            // predecessor, so the new request need not name it.
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

    /** The number of the added request must be higher than the numbers of all interfering requests in flight. */
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
