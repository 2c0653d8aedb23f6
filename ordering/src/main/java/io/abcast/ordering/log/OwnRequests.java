package io.abcast.ordering.log;

import io.abcast.kernel.Effects;
import io.abcast.kernel.QueueVisitor;
import io.abcast.kernel.Refusal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The unanswered requests that were submitted at this member, in the order of submission. When the member first sends a
 * request to another member, it fixes the request's predecessor ({@link OriginRequest#previous}). The member keeps each
 * sent request until the request is applied, because another member may propose the request at any time.
 *
 * <p><b>Bound:</b> {@link RequestBounds} limits the number and bytes of unanswered requests; further requests are
 * refused as {@link Refusal#BUSY}.
 */
public final class OwnRequests {
    private static final int COUNT_MAX = Proof.COUNT_MAX;

    private record Unsent(long request, byte[] payload) {}

    private final int id;
    private final Effects effects;
    private final RequestBounds bounds;
    private final ArrayDeque<OriginRequest> sent = new ArrayDeque<>();
    private final ArrayDeque<Unsent> unsent = new ArrayDeque<>();
    private long lastSent = OriginRequest.FIRST;
    private long bytes;

    OwnRequests(int id, Effects effects, LogConfig config) {
        this.id = id;
        this.effects = effects;
        bounds = new RequestBounds(config);
    }

    void submit(long request, byte[] payload) {
        Refusal refusal = bounds.refusal(payload, count(), bytes);
        if (refusal != null) effects.refuse(request, refusal);
        else {
            unsent.addLast(new Unsent(request, payload));
            bytes += payload.length;
        }
    }

    void withdraw(long through) {
        while (!unsent.isEmpty() && unsent.peekFirst().request() <= through) {
            Unsent gone = unsent.removeFirst();
            bytes -= gone.payload().length;
            effects.refuse(gone.request(), Refusal.WITHDRAWN);
        }
    }

    int count() {
        return sent.size() + unsent.size();
    }

    void visitQueues(QueueVisitor to) {
        bounds.visitQueues(to, count(), bytes);
    }

    public boolean isEmpty() {
        return sent.isEmpty() && unsent.isEmpty();
    }

    public boolean hasUnsent() {
        return !unsent.isEmpty();
    }

    public boolean hasSent() {
        return !sent.isEmpty();
    }

    /**
     * Returns the oldest requests that this member has never sent, up to about {@code bytesMax} bytes, and marks them
     * as sent.
     */
    public List<OriginRequest> takeUnsent(int bytesMax) {
        return takeUnsent(bytesMax, UnaryOperator.identity());
    }

    /**
     * Takes unsent requests as {@link #takeUnsent(int)} does, and returns them as one signed batch.
     *
     * @param signing returns the requests that it receives with their proofs of a signature, in the same order
     */
    public List<OriginRequest> takeUnsent(
            int bytesMax, UnaryOperator<List<OriginRequest>> signing) {
        List<OriginRequest> taken = new ArrayList<>();
        int size = 0;
        while (!unsent.isEmpty() && taken.size() < COUNT_MAX) {
            size += unsent.peekFirst().payload().length;
            if (size > bytesMax && !taken.isEmpty()) break;
            Unsent next = unsent.removeFirst();
            taken.add(new OriginRequest(id, lastSent, next.request(), next.payload()));
            lastSent = next.request();
        }
        List<OriginRequest> signed = signing.apply(taken);
        sent.addAll(signed);
        return signed;
    }

    /**
     * Replaces the signatures of all requests that this member has sent and that are unanswered, without a change of
     * the requests or of their order.
     */
    public void signAgain(UnaryOperator<List<OriginRequest>> signing) {
        List<OriginRequest> all = List.copyOf(sent);
        sent.clear();
        for (int i = 0; i < all.size(); i += COUNT_MAX)
            sent.addAll(signing.apply(all.subList(i, Math.min(all.size(), i + COUNT_MAX))));
    }

    /** Returns the oldest unanswered requests that this member has already sent, up to about {@code bytesMax} bytes. */
    public List<OriginRequest> sent(int bytesMax) {
        List<OriginRequest> oldest = new ArrayList<>();
        int size = 0;
        for (OriginRequest value : sent) {
            size += value.payload().length;
            if ((size > bytesMax && !oldest.isEmpty()) || oldest.size() == COUNT_MAX) break;
            oldest.add(value);
        }
        return oldest;
    }

    /**
     * Returns the oldest unanswered requests as a batch of consecutive requests, marked as sent; empty if all requests
     * are answered. If two batches contain a request, the request has the same successor in both, unless it is the last
     * request of a batch.
     *
     * @param bytesMax approximate maximum size of the batch in bytes; a single request may exceed the maximum
     */
    public List<OriginRequest> oldest(int bytesMax) {
        List<OriginRequest> oldest = sent(bytesMax);
        if (oldest.size() < sent.size()) return oldest;
        int bytes = 0;
        for (OriginRequest request : oldest) bytes += request.payload().length;
        while (!unsent.isEmpty() && oldest.size() < COUNT_MAX) {
            bytes += unsent.peekFirst().payload().length;
            if (bytes > bytesMax && !oldest.isEmpty()) break;
            oldest.add(takeUnsent());
        }
        return oldest;
    }

    private OriginRequest takeUnsent() {
        Unsent next = unsent.removeFirst();
        OriginRequest taken = new OriginRequest(id, lastSent, next.request(), next.payload());
        lastSent = next.request();
        sent.addLast(taken);
        return taken;
    }

    boolean onApplied(long request) {
        if (sent.isEmpty() || sent.peekFirst().number() != request) return false;
        bytes -= sent.removeFirst().payload().length;
        return true;
    }

    /**
     * Removes the sent requests up to number {@code request}, whose results are unknown because another member's
     * snapshot with their effects was installed.
     */
    void onSkippedTo(long request) {
        boolean contained = false;
        for (OriginRequest value : sent) contained |= value.number() == request;
        while (contained && !sent.isEmpty()) {
            OriginRequest value = sent.removeFirst();
            bytes -= value.payload().length;
            contained = value.number() != request;
            effects.refuse(value.number(), Refusal.UNKNOWN);
        }
    }
}
