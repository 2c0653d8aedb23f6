package io.abcast.server;

import java.util.ArrayList;
import java.util.List;

/**
 * Collects the queues to which completed requests of the present batch were added, and wakes them after the batch. Used
 * by one thread.
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
