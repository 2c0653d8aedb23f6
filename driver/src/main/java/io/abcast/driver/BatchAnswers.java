package io.abcast.driver;

import io.abcast.kernel.QueueVisitor;
import java.util.ArrayList;
import java.util.List;

/**
 * Collects the answers to local callers during one batch of events of the driver. At the end of each batch, after the
 * driver has sent the node's messages, the driver passes the collected answers to the sink.
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

    void add(PendingRequest request) {
        answered.add(request);
        release(request.bytes());
    }

    void addReady(List<PendingRead> reads) {
        ready.addAll(reads);
        for (int i = 0; i < reads.size(); i++) release(reads.get(i).bytes());
    }

    void release(int bytes) {
        released++;
        releasedBytes += bytes;
    }

    void visitQueues(QueueVisitor to) {
        to.queue("answers of a batch", answered.size() + ready.size(), 0);
        to.queue("places not given back", released, 0);
    }

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
