package io.abcast.ordering.log;

import io.abcast.kernel.Effects;
import io.abcast.kernel.QueueVisitor;
import io.abcast.kernel.Refusal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The unanswered requests that were submitted at this member, in order. When a request is first sent to another member,
 * its predecessor ({@link OriginRequest#previous}) is fixed. From then on the request is kept until it is applied,
 * because another member may propose it.
 *
 * <p><b>Bound:</b> {@link RequestBounds}; further requests are refused as {@link Refusal#BUSY}.
 */
public final class OwnRequests {
    /** Maximum number of requests in one batch. */
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

    /** Refuses the unsent requests up to number {@code through}, because their callers no longer wait. */
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

    /** See {@link LogNode#visitQueues}. */
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
     * Returns the next requests that were never sent, up to about {@code bytesMax} bytes. From then on these requests
     * count as sent.
     */
    public List<OriginRequest> takeUnsent(int bytesMax) {
        return takeUnsent(bytesMax, UnaryOperator.identity());
    }

    /**
     * Takes unsent requests as {@link #takeUnsent(int)} does, and returns them as one signed batch.
     *
     * @param signing returns the same requests with their proofs, in order
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

    /** Signs the sent requests again, in batches. The requests and their order do not change. */
    public void signAgain(UnaryOperator<List<OriginRequest>> signing) {
        List<OriginRequest> all = List.copyOf(sent);
        sent.clear();
        for (int i = 0; i < all.size(); i += COUNT_MAX)
            sent.addAll(signing.apply(all.subList(i, Math.min(all.size(), i + COUNT_MAX))));
    }

    /** The oldest unanswered requests that were sent before, up to about {@code bytesMax} bytes. */
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
     * Returns the oldest unanswered requests as a batch of consecutive requests. The returned requests count as sent.
     * In each batch, a given request is followed by the same request. The list is empty if all requests are answered.
     *
     * @param bytesMax approximate size of the batch; a single request is always allowed
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

    /**
     * Handles an applied request of this origin, and removes it.
     *
     * @return whether a request with this number was waiting
     */
    boolean onApplied(long request) {
        if (sent.isEmpty() || sent.peekFirst().number() != request) return false;
        bytes -= sent.removeFirst().payload().length;
        return true;
    }

    /**
     * Handles the replacement of the state by a snapshot. The snapshot contains the effects of the sent requests up to
     * {@code request}, but this member does not know their results.
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
