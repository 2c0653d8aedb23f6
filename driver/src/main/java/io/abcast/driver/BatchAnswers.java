package io.abcast.driver;

import io.abcast.kernel.QueueVisitor;
import java.util.ArrayList;
import java.util.List;

/**
 * Collects the answers to local callers during one batch of events of the driver. At the end of each batch, after the
 * driver has sent the node's messages, the driver passes the collected answers to the sink. After the sink has received
 * the answers, the driver frees the places that the answered requests had in the inbox.
 *
 * <p><b>Bound:</b> The collection of answers is empty between two batches.
 *
 * <p><b>Thread rule:</b> only the thread that runs the driver uses this {@code BatchAnswers}.
 */
final class BatchAnswers {
    private final Sink sink;
    private final List<PendingRequest> answered = new ArrayList<>();
    private final List<PendingRead> ready = new ArrayList<>();
    private int released;
    private long releasedBytes;

    BatchAnswers(Sink sink) {
        this.sink = sink;
    }

    /** Adds a request that the node has answered or that has failed. */
    void add(PendingRequest request) {
        answered.add(request);
        release(request.bytes());
    }

    /** Adds linearizable reads that the application may now answer. */
    void addReady(List<PendingRead> reads) {
        ready.addAll(reads);
        for (int i = 0; i < reads.size(); i++) release(reads.get(i).bytes());
    }

    /** Records that the driver must free one place of {@code bytes} bytes in the inbox at the end of the batch. */
    void release(int bytes) {
        released++;
        releasedBytes += bytes;
    }

    /** Passes the length of the queue of answers to {@code to}, see {@link Driver#visitQueues}. */
    void visitQueues(QueueVisitor to) {
        to.queue("answers of a batch", answered.size() + ready.size(), 0);
        to.queue("places not given back", released, 0);
    }

    /**
     * Passes the collected answers to the sink, and then frees the places that the answered requests had in the inbox.
     */
    void tell() {
        boolean any = !answered.isEmpty() || !ready.isEmpty();
        for (int i = 0; i < answered.size(); i++) sink.tell(answered.get(i));
        answered.clear();
        for (int i = 0; i < ready.size(); i++) sink.ready(ready.get(i));
        ready.clear();
        if (any) sink.onAnswered();
        if (released == 0) return;
        sink.release(released, releasedBytes);
        released = 0;
        releasedBytes = 0;
    }
}
