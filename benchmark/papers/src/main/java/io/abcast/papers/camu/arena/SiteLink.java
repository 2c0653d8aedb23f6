package io.abcast.papers.camu.arena;

import io.abcast.sim.EventQueue;
import java.util.Arrays;

/**
 * The messages in flight from one partition to the partitions of one site. All messages of the link have the same
 * delay, so messages arrive in the order of sending. Therefore the event queue of the simulation needs an event only
 * for the oldest message in flight.
 */
final class SiteLink implements Runnable {
    private static final int CAPACITY = 16;

    private final EventQueue queue;
    private final PartitionArena.Host[] hosts;
    private final int from;
    private long[] times = new long[CAPACITY];

    private int[] destinations = new int[CAPACITY];
    private Object[] messages = new Object[CAPACITY];
    private int first;
    private int size;

    SiteLink(EventQueue queue, PartitionArena.Host[] hosts, int from) {
        this.queue = queue;
        this.hosts = hosts;
        this.from = from;
    }

    void send(long arrival, int to, Object message) {
        if (size == times.length) grow();
        int at = (first + size++) & (times.length - 1);
        times[at] = arrival;
        destinations[at] = to;
        messages[at] = message;
        if (size == 1) queue.at(arrival, this);
    }

    private void grow() {
        int length = times.length;
        long[] newTimes = Arrays.copyOf(times, 2 * length);
        int[] newDestinations = Arrays.copyOf(destinations, 2 * length);
        Object[] newMessages = Arrays.copyOf(messages, 2 * length);
        for (int i = 0; i < first; i++) {
            newTimes[length + i] = times[i];
            newDestinations[length + i] = destinations[i];
            newMessages[length + i] = messages[i];
            newMessages[i] = null;
        }
        times = newTimes;
        destinations = newDestinations;
        messages = newMessages;
    }

    @Override
    public void run() {
        int to = destinations[first];
        Object message = messages[first];
        messages[first] = null;
        first = (first + 1) & (times.length - 1);
        if (--size > 0) queue.at(times[first], this);
        hosts[to].receive(from, message);
    }
}
