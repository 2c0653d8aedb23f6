package io.abcast.driver;

import io.abcast.kernel.QueueVisitor;
import java.util.ArrayList;
import java.util.List;

/**
 * Collects the answers to local callers during a batch. At the end of the batch, after every message of the batch was
 * sent, the sink receives the answers. Then the places of the answered requests in the inbox become free.
 *
 * <p><b>Bound:</b> the collection is empty between two batches.
 *
 * <p><b>Thread rule:</b> used by the thread that runs the driver.
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

    /** Adds a request whose outcome is known. */
    void add(PendingRequest request) {
        answered.add(request);
        release(request.bytes());
    }

    /** Adds reads that may be served. */
    void addReady(List<PendingRead> reads) {
        ready.addAll(reads);
        for (int i = 0; i < reads.size(); i++) release(reads.get(i).bytes());
    }

    /** Records that one place in the inbox, with {@code bytes} bytes, must be freed. */
    void release(int bytes) {
        released++;
        releasedBytes += bytes;
    }

    /** See {@link Driver#visitQueues}. */
    void visitQueues(QueueVisitor to) {
        to.queue("answers of a batch", answered.size() + ready.size(), 0);
        to.queue("places not given back", released, 0);
    }

    /** Hands the collected answers to the sink, and then frees the places of their requests in the inbox. */
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
