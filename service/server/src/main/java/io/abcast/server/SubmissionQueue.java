package io.abcast.server;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Passes commands from one event loop to the member in batches: commands of one run of the loop go together. Answers
 * come back through a {@link CompletionQueue}. Used on the event loop that submits the commands only.
 */
final class SubmissionQueue {
    private final Executor loop;
    private final Replica.Batch batch;
    private boolean scheduled;

    SubmissionQueue(Executor loop, Replica replica) {
        this.loop = loop;
        batch = replica.newBatch();
    }

    /** Adds a valid command, which is submitted at the end of the loop's run. */
    void add(byte[] command, ClientRequest request) {
        batch.add(command, request);
        if (scheduled) return;
        scheduled = true;
        try {
            loop.execute(this::run);
        } catch (RejectedExecutionException e) {
            // The loop is stopping, and this is its last run.
            run();
        }
    }

    private void run() {
        scheduled = false;
        submit();
    }

    /** Submits the waiting commands now, so that they precede a request that the caller submits next. */
    void submit() {
        batch.submit();
    }
}
