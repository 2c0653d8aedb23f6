package io.abcast.ordering.log;

import io.abcast.kernel.QueueVisitor;
import io.abcast.kernel.Refusal;

/**
 * Bounds of a member's unanswered requests: {@link LogConfig#payloadBytesMax}, {@link LogConfig#pendingMax} and {@link
 * LogConfig#pendingBytesMax}.
 */
public record RequestBounds(LogConfig config) {
    /**
     * The reason to refuse a request with this payload; {@code null} if the request is within the bounds.
     *
     * @param count number of unanswered requests of this member
     * @param bytes bytes of the {@code count} unanswered requests of this member
     */
    public Refusal refusal(byte[] payload, int count, long bytes) {
        if (payload.length > config.payloadBytesMax()) return Refusal.TOO_LARGE;
        return hasRoom(payload, count, bytes) ? null : Refusal.BUSY;
    }

    /**
     * Whether the member may add a request with this payload to {@code count} unanswered requests of {@code bytes}
     * bytes.
     */
    public boolean hasRoom(byte[] payload, int count, long bytes) {
        return count < config.pendingMax() && bytes <= config.pendingBytesMax() - payload.length;
    }

    /**
     * Passes {@code count}, {@code bytes} and their bounds to the visitor {@code to}, see {@link
     * io.abcast.kernel.Probe#visitQueues}.
     */
    public void visitQueues(QueueVisitor to, int count, long bytes) {
        to.queue("requests", count, config.pendingMax());
        to.queue("bytes of requests", bytes, config.pendingBytesMax());
    }
}
