package io.abcast.jgroups.group;

import io.abcast.driver.Driver;
import io.abcast.driver.LoopEvent;
import java.util.Arrays;
import org.jgroups.Address;

/** The decoded messages of one sender in one JGroups batch, which the event loop handles as one event. */
final class Inbound implements LoopEvent {
    private final GroupLink cluster;
    private final Address from;
    private Object[] contents;
    private int count;
    private long bytes;

    Inbound(GroupLink cluster, Address from, int capacity) {
        this.cluster = cluster;
        this.from = from;
        contents = new Object[Math.max(1, capacity)];
    }

    void add(Object content, int contentBytes) {
        if (count == contents.length) contents = Arrays.copyOf(contents, 2 * count);
        contents[count++] = content;
        bytes += contentBytes;
    }

    int count() {
        return count;
    }

    long bytes() {
        return bytes;
    }

    @Override
    public void on(Driver driver) {
        cluster.onInbound(from, contents, count);
    }
}
