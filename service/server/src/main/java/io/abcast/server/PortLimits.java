package io.abcast.server;

import io.abcast.client.wire.ClientFrames;
import io.abcast.client.wire.Command;
import io.netty.util.internal.PlatformDependent;

/**
 * The memory bounds and time bounds of the client port.
 *
 * @param payloadBytesMax maximum size of a payload of the stack, in bytes.
 * @param requestBytesMax maximum memory in bytes of one I/O event loop for requests that have arrived in part.
 * @param replyBytesMax maximum memory in bytes of one I/O event loop for replies that clients do not take.
 * @param partialNanosMax maximum time in ns from the first byte of a request until the whole request has arrived.
 * @param connections limits on the connections of one I/O event loop.
 */
record PortLimits(
        int payloadBytesMax,
        long requestBytesMax,
        long replyBytesMax,
        long partialNanosMax,
        ConnectionLimits connections) {
    /**
     * Number of bytes that a request may have besides its payload. The member, and not the frame decoder, refuses a
     * request that exceeds {@code payload_bytes_max} by less.
     */
    static final int FRAME_SLACK_BYTES = ClientFrames.HEAD_BYTES + 64 + Command.KEY_BYTES_MAX;

    /**
     * Held requests may take one eighth of the JVM's direct memory, and held replies another eighth. Three quarters are
     * a reserve, because the allocator takes more memory than it hands out.
     */
    private static final int DIRECT_MEMORY_SHARE = 8;

    private static final long PARTIAL_NANOS_MAX = 30_000_000_000L;

    static PortLimits of(int payloadBytesMax, int ioThreads, ConnectionLimits connections) {
        long share = PlatformDependent.maxDirectMemory() / DIRECT_MEMORY_SHARE / ioThreads;
        // Even if the JVM has little direct memory, the bound on held bytes must leave room for a
        // valid request.
        long held = Math.max(share, 2L * frameBytesMax(payloadBytesMax));
        return new PortLimits(
                payloadBytesMax, held, held, PARTIAL_NANOS_MAX, connections.share(ioThreads));
    }

    int frameBytesMax() {
        return frameBytesMax(payloadBytesMax);
    }

    private static int frameBytesMax(int payloadBytesMax) {
        return (int)
                Math.min(ClientFrames.FRAME_BYTES_MAX, (long) payloadBytesMax + FRAME_SLACK_BYTES);
    }
}
