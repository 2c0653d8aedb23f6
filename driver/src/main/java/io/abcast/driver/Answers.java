package io.abcast.driver;

import io.abcast.kernel.QueueVisitor;
import java.util.ArrayList;
import java.util.List;

/**
 * The answers of a batch for local callers. The sink gets them at the end of the batch, when everything that the batch had to send is on
 * its way. Then their places in the inbox become free.
 *
 * <p><b>Bound:</b> none is left between two batches.
 *
 * <p><b>Thread rule:</b> used by the thread that runs the driver.
 */
final class Answers {
    private final Sink sink;
    private final List<PendingRequest> answered = new ArrayList<>();
    private final List<PendingRead> ready = new ArrayList<>();
    private int released;
    private long releasedBytes;

    Answers(Sink sink) {
        this.sink = sink;
    }

    /** The request knows its outcome. */
    void add(PendingRequest request) {
        answered.add(request);
        release(request.bytes());
    }

    /** The reads may be served. */
    void addReady(List<PendingRead> reads) {
        ready.addAll(reads);
        released += reads.size();
        releasedBytes += (long) reads.size() * PendingRead.BYTES;
    }

    /** One place of {@code bytes} becomes free. */
    void release(int bytes) {
        released++;
        releasedBytes += bytes;
    }

    /** See {@link Driver#visitQueues}. */
    void visitQueues(QueueVisitor to) {
        to.queue("answers of a batch", answered.size() + ready.size(), 0);
        to.queue("places not given back", released, 0);
    }

    /** Hands the answers to the sink, and then the places in the inbox. */
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
