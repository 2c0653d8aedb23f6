package io.abcast.ordering.log;

import io.abcast.kernel.QueueVisitor;
import io.abcast.kernel.Refusal;

/**
 * The bounds of a member's unanswered requests: {@link LogConfig#payloadBytesMax}, {@link LogConfig#pendingMax} and
 * {@link LogConfig#pendingBytesMax}.
 */
public record RequestBounds(LogConfig config) {
    /**
     * The reason to refuse a further request; {@code null} if it is within the bounds.
     *
     * @param count number of unanswered requests
     * @param bytes bytes of these requests
     */
    public Refusal refusal(byte[] payload, int count, long bytes) {
        if (payload.length > config.payloadBytesMax()) return Refusal.TOO_LARGE;
        return hasRoom(payload, count, bytes) ? null : Refusal.BUSY;
    }

    /** Whether a request with this payload may be added to {@code count} requests with {@code bytes} bytes. */
    public boolean hasRoom(byte[] payload, int count, long bytes) {
        return count < config.pendingMax() && bytes <= config.pendingBytesMax() - payload.length;
    }

    /** See {@link io.abcast.kernel.Probe#visitQueues}. */
    public void visitQueues(QueueVisitor to, int count, long bytes) {
        to.queue("requests", count, config.pendingMax());
        to.queue("bytes of requests", bytes, config.pendingBytesMax());
    }
}
