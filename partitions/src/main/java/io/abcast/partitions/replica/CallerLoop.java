package io.abcast.partitions.replica;

import java.util.ArrayDeque;
import java.util.function.Consumer;

/**
 * An event loop of replicas that has no thread of its own: {@link #post} returns when it has run the event and all
 * events that it causes. Several replicas may share one {@code CallerLoop}. Only one thread may use a {@code
 * CallerLoop}.
 */
public final class CallerLoop implements ReplicaLoop {
    private final ArrayDeque<Runnable> events = new ArrayDeque<>();
    private boolean runs;

    @Override
    public void start(Runnable tick, Consumer<Throwable> failed) {
        tick.run();
    }

    @Override
    public void post(Runnable event) {
        events.addLast(event);
        if (runs) return;
        runs = true;
        try {
            for (Runnable next; (next = events.pollFirst()) != null; ) next.run();
        } finally {
            runs = false;
        }
    }

    @Override
    public void offer(Runnable event) {
        post(event);
    }

    @Override
    public void stop() {
        events.clear();
    }
}
