package io.abcast.server;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Passes commands from one event loop to the member in batches. Commands that are added during one run of the loop form
 * a batch. Answers come back through a {@link CompletionQueue}. Used only on the event loop that submits the commands.
 */
final class SubmissionQueue {
    private final Executor loop;
    private final Replica.Batch batch;
    private boolean scheduled;

    SubmissionQueue(Executor loop, Replica replica) {
        this.loop = loop;
        batch = replica.newBatch();
    }

    /** Adds a valid command, which is submitted at the end of the present run of the loop. */
    void add(byte[] command, ClientRequest request) {
        batch.add(command, request);
        if (scheduled) return;
        scheduled = true;
        try {
            loop.execute(this::run);
        } catch (RejectedExecutionException e) {
            // The loop is stopping and accepts no task, so submit the commands now.
            run();
        }
    }

    private void run() {
        scheduled = false;
        submit();
    }

    /** Submits the waiting commands now, so that the member receives them before the next request of the caller. */
    void submit() {
        batch.submit();
    }
}
