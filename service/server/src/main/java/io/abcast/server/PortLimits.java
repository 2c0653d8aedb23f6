package io.abcast.server;

import io.abcast.client.wire.ClientFrames;
import io.abcast.client.wire.Command;
import io.netty.util.internal.PlatformDependent;

/**
 * What the client port keeps for its clients at most.
 *
 * @param payloadBytesMax largest payload of the stack
 * @param requestBytesMax memory of one I/O event loop for requests that have arrived in part
 * @param replyBytesMax memory of one I/O event loop for replies that clients do not take
 * @param partialNanosMax how long a request may take to arrive
 * @param connections of one I/O event loop
 */
record PortLimits(
        int payloadBytesMax,
        long requestBytesMax,
        long replyBytesMax,
        long partialNanosMax,
        ConnectionLimits connections) {
    /**
     * What a request may have beside a payload of full length: key and head. One that is over {@code
     * payload_bytes_max} by less than this goes to the member, which refuses it.
     */
    static final int FRAME_SLACK_BYTES = ClientFrames.HEAD_BYTES + 64 + Command.KEY_BYTES_MAX;

    /** Requests and replies get this part of the direct memory each; the allocator needs more than it gives. */
    private static final int DIRECT_MEMORY_SHARE = 8;

    private static final long PARTIAL_NANOS_MAX = 30_000_000_000L;

    /**
     * @param payloadBytesMax of the stack
     * @param connections of all loops together
     */
    static PortLimits of(int payloadBytesMax, int ioThreads, ConnectionLimits connections) {
        long share = PlatformDependent.maxDirectMemory() / DIRECT_MEMORY_SHARE / ioThreads;
        // One that is welcome must find room even where memory is short.
        long held = Math.max(share, 2L * frameBytesMax(payloadBytesMax));
        return new PortLimits(
                payloadBytesMax, held, held, PARTIAL_NANOS_MAX, connections.share(ioThreads));
    }

    /** Longest request; a longer one is answered TOO_LARGE and skipped. */
    int frameBytesMax() {
        return frameBytesMax(payloadBytesMax);
    }

    private static int frameBytesMax(int payloadBytesMax) {
        return (int)
                Math.min(ClientFrames.FRAME_BYTES_MAX, (long) payloadBytesMax + FRAME_SLACK_BYTES);
    }
}
