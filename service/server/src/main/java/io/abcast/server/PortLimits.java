package io.abcast.server;

import io.abcast.client.wire.ClientFrames;
import io.abcast.client.wire.Command;
import io.netty.util.internal.PlatformDependent;

/**
 * Memory and time bounds of the client port.
 *
 * @param payloadBytesMax maximum payload of the stack, in bytes.
 * @param requestBytesMax maximum memory, in bytes, of one I/O event loop for requests that have arrived in part.
 * @param replyBytesMax maximum memory, in bytes, of one I/O event loop for replies that clients do not take.
 * @param partialNanosMax maximum time for a request to arrive completely.
 * @param connections limits of one I/O event loop.
 */
record PortLimits(
        int payloadBytesMax,
        long requestBytesMax,
        long replyBytesMax,
        long partialNanosMax,
        ConnectionLimits connections) {
    /**
     * Allowance, in bytes, for the head and the key of a request, in addition to a payload of maximum length. A request
     * that exceeds {@code payload_bytes_max} by less than this allowance goes to the member, which refuses it.
     */
    static final int FRAME_SLACK_BYTES = ClientFrames.HEAD_BYTES + 64 + Command.KEY_BYTES_MAX;

    /**
     * Divisor for the shares of the direct memory: held requests may take one eighth of it, and held replies another
     * eighth. The remaining memory is needed because the allocator uses more memory than it hands out.
     */
    private static final int DIRECT_MEMORY_SHARE = 8;

    private static final long PARTIAL_NANOS_MAX = 30_000_000_000L;

    /**
     * Computes the limits of one I/O event loop.
     *
     * @param payloadBytesMax maximum payload of the stack, in bytes.
     * @param connections limits of all loops together.
     */
    static PortLimits of(int payloadBytesMax, int ioThreads, ConnectionLimits connections) {
        long share = PlatformDependent.maxDirectMemory() / DIRECT_MEMORY_SHARE / ioThreads;
        // Even if there is little direct memory, the bound must leave room for a valid request.
        long held = Math.max(share, 2L * frameBytesMax(payloadBytesMax));
        return new PortLimits(
                payloadBytesMax, held, held, PARTIAL_NANOS_MAX, connections.share(ioThreads));
    }

    /** Maximum length of a request, in bytes; a longer request is answered TOO_LARGE and skipped. */
    int frameBytesMax() {
        return frameBytesMax(payloadBytesMax);
    }

    private static int frameBytesMax(int payloadBytesMax) {
        return (int)
                Math.min(ClientFrames.FRAME_BYTES_MAX, (long) payloadBytesMax + FRAME_SLACK_BYTES);
    }
}
