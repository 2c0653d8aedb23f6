package io.abcast.jgroups.group;

import io.abcast.driver.Driver;
import io.abcast.driver.Hello;
import io.abcast.driver.LoopEvent;
import java.util.Arrays;
import org.jgroups.Address;

/**
 * The decoded messages of one sender in one JGroups batch. The event loop handles all messages of one {@code Inbound}
 * as one event.
 */
final class Inbound implements LoopEvent {
    private final GroupLink cluster;
    private final Address from;
    private Object[] contents;
    private int count;
    private long bytes;

    /** @param capacity expected number of messages; the batch may contain more messages */
    Inbound(GroupLink cluster, Address from, int capacity) {
        this.cluster = cluster;
        this.from = from;
        contents = new Object[Math.max(1, capacity)];
    }

    /** @param content the decoded content: a {@link Hello} or a message of the node */
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
