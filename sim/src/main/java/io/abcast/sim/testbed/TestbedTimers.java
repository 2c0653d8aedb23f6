package io.abcast.sim.testbed;

import io.abcast.sim.EventQueue;
import java.util.function.IntConsumer;

/** The timers of one node of the testbed. */
final class TestbedTimers {
    private static final int KINDS_MAX = 64;
    private static final long OFF = Long.MAX_VALUE;

    private final class Timer implements Runnable {
        final int kind;
        long deadline = OFF;

        /** Virtual time in ns of the timer's event in the event queue; {@code OFF} without an event. */
        long event = OFF;

        Timer(int kind) {
            this.kind = kind;
        }

        void set(long when) {
            deadline = when;
            if (event <= when) return;
            event = when;
            queue.at(when, this);
        }

        @Override
        public void run() {
            if (event != queue.now()) return;
            event = OFF;
            if (deadline == OFF) return;
            if (deadline > queue.now()) {
                set(deadline);
                return;
            }
            expired.accept(kind);
        }
    }

    private final EventQueue queue;
    private final IntConsumer expired;
    private final Timer[] timers = new Timer[KINDS_MAX];

    /** {@code expired} is called at the time of a timer; {@link #takes} decides whether the timer still expires. */
    TestbedTimers(EventQueue queue, IntConsumer expired) {
        this.queue = queue;
        this.expired = expired;
        for (int kind = 0; kind < KINDS_MAX; kind++) timers[kind] = new Timer(kind);
    }

    void set(int kind, long delayNanos) {
        timers[kind].set(queue.now() + delayNanos);
    }

    void cancel(int kind) {
        timers[kind].deadline = OFF;
    }

    /** Returns whether the timer is due, and switches a due timer off. */
    boolean takes(int kind) {
        Timer timer = timers[kind];
        if (timer.deadline > queue.now()) return false;
        timer.deadline = OFF;
        return true;
    }
}
