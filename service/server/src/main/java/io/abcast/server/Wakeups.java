package io.abcast.server;

import java.util.ArrayList;
import java.util.List;

/**
 * The queues that received completed requests of the present batch, and must be woken after the batch. Used by one
 * thread.
 */
final class Wakeups {
    private final List<CompletionQueue> queues = new ArrayList<>();

    void add(CompletionQueue queue) {
        queues.add(queue);
    }

    void wake() {
        for (int i = 0; i < queues.size(); i++) queues.get(i).wake();
        queues.clear();
    }
}
