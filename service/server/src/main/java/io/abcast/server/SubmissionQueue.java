package io.abcast.server;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Passes commands in batches from one I/O event loop to the member. Commands that sessions add during one run of the
 * event loop form a batch. The answers to the commands come back through a {@link CompletionQueue}. Only the event loop
 * that submits the commands uses its submission queue.
 */
final class SubmissionQueue {
    private final Executor loop;
    private final Replica.Batch batch;
    private boolean scheduled;

    SubmissionQueue(Executor loop, Replica replica) {
        this.loop = loop;
        batch = replica.newBatch();
    }

    /** Adds a valid command, which the queue submits to the member at the end of the present run of the event loop. */
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

    /**
     * Submits the waiting commands to the member now, so that the member receives them before the session's next
     * request, such as a read.
     */
    void submit() {
        batch.submit();
    }
}
