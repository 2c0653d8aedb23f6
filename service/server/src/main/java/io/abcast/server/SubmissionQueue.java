package io.abcast.server;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Passes commands in batches from one I/O event loop to the member; commands of one run of the event loop form a batch.
 * Only this event loop uses the queue.
 */
final class SubmissionQueue {
    private final Executor loop;
    private final Replica.Batch batch;
    private boolean scheduled;

    SubmissionQueue(Executor loop, Replica replica) {
        this.loop = loop;
        batch = replica.newBatch();
    }

    void add(byte[] command, ClientRequest request) {
        batch.add(command, request);
        if (scheduled) return;
        scheduled = true;
        try {
            loop.execute(this::run);
        } catch (RejectedExecutionException e) {
            // The event loop is stopping and accepts no task, so this code submits the commands
            // now.
            run();
        }
    }

    private void run() {
        scheduled = false;
        submit();
    }

    /** Submits the waiting commands now, so that the member receives them before the session's next request. */
    void submit() {
        batch.submit();
    }
}
