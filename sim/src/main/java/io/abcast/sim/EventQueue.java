package io.abcast.sim;

import java.util.Arrays;

/**
 * Queue of scheduled events, ordered by virtual time, and for equal times by order of scheduling. Implemented as a
 * binary heap. Not thread-safe.
 */
public final class EventQueue {
    private long[] times = new long[256];
    private long[] sequences = new long[256];
    private Runnable[] actions = new Runnable[256];
    private int size;
    private long sequence;
    private long now;

    public long now() {
        return now;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    /** Time in ns of the next event. The queue must not be empty. */
    public long nextTime() {
        return times[0];
    }

    /**
     * Schedules an event.
     *
     * @param time time in virtual nanoseconds; an event in the past happens now
     */
    public void at(long time, Runnable action) {
        if (size == times.length) grow();
        long when = Math.max(time, now);
        long order = sequence++;
        int child = size++;
        while (child > 0) {
            int parent = (child - 1) >>> 1;
            if (before(times[parent], sequences[parent], when, order)) break;
            move(parent, child);
            child = parent;
        }
        set(child, when, order, action);
    }

    /** Advances the time to the next event and runs it. */
    public void runNext() {
        Runnable action = actions[0];
        now = times[0];
        removeFirst();
        action.run();
    }

    /** Advances the time without running an event. */
    public void advanceTo(long time) {
        assert isEmpty() || nextTime() >= time : nextTime() + " before " + time;
        now = Math.max(now, time);
    }

    private void removeFirst() {
        size--;
        long when = times[size];
        long order = sequences[size];
        Runnable action = actions[size];
        actions[size] = null;
        if (size == 0) return;
        int parent = 0;
        while (true) {
            int child = 2 * parent + 1;
            if (child >= size) break;
            if (child + 1 < size
                    && before(
                            times[child + 1],
                            sequences[child + 1],
                            times[child],
                            sequences[child])) {
                child++;
            }
            if (before(when, order, times[child], sequences[child])) break;
            move(child, parent);
            parent = child;
        }
        set(parent, when, order, action);
    }

    private static boolean before(long time, long order, long otherTime, long otherOrder) {
        return time == otherTime ? order < otherOrder : time < otherTime;
    }

    private void move(int from, int to) {
        times[to] = times[from];
        sequences[to] = sequences[from];
        actions[to] = actions[from];
    }

    private void set(int at, long time, long order, Runnable action) {
        times[at] = time;
        sequences[at] = order;
        actions[at] = action;
    }

    private void grow() {
        times = Arrays.copyOf(times, size * 2);
        sequences = Arrays.copyOf(sequences, size * 2);
        actions = Arrays.copyOf(actions, size * 2);
    }
}
