package io.abcast.server;

import java.util.ArrayList;
import java.util.List;

/**
 * The completion queues to which a thread has added requests in its present batch, and which it wakes after the batch.
 * Only one thread uses a {@code Wakeups} object.
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
