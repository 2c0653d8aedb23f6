package io.abcast.server;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Carries commands from one event loop to the member, a batch at a time: those that come in one run of the loop go together. The way back
 * is {@link CompletionQueue}. Used on that loop only.
 */
final class SubmissionQueue {
    private final Executor loop;
    private final Replica.Batch batch;
    private boolean scheduled;

    SubmissionQueue(Executor loop, Replica replica) {
        this.loop = loop;
        batch = replica.newBatch();
    }

    /** Has a valid command ordered, at the end of the loop's run. */
    void add(byte[] command, ClientRequest request) {
        batch.add(command, request);
        if (scheduled) return;
        scheduled = true;
        try {
            loop.execute(this::run);
        } catch (RejectedExecutionException e) {
            // The loop is stopping: this is its last run.
            run();
        }
    }

    private void run() {
        scheduled = false;
        submit();
    }

    /** Submits at once what waits, before something that comes after it. */
    void submit() {
        batch.submit();
    }
}
