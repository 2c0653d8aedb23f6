package io.abcast.bulk.port;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayDeque;

/**
 * A queue of bytes that wait to be written to a channel. One system call writes many small buffers of the queue
 * together. A {@code WriteQueue} is not thread-safe.
 */
public final class WriteQueue {
    private final ArrayDeque<ByteBuffer> waiting = new ArrayDeque<>();
    private int bytes;

    public void add(ByteBuffer buffer) {
        waiting.add(buffer);
        bytes += buffer.remaining();
    }

    public boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** Number of bytes that wait in this queue. */
    public int bytes() {
        return bytes;
    }

    public void clear() {
        waiting.clear();
        bytes = 0;
    }

    /**
     * Writes bytes of the queue to the channel until the queue is empty or the channel accepts no more bytes.
     *
     * @param through temporary buffer, which several queues can share; the buffer is empty between calls
     * @return number of bytes that were written to the channel
     */
    public int flush(WritableByteChannel channel, ByteBuffer through) throws IOException {
        int written = 0;
        while (!waiting.isEmpty()) {
            gather(through);
            int once = channel.write(through);
            written += once;
            skip(once);
            if (through.hasRemaining()) break;
        }
        return written;
    }

    private void gather(ByteBuffer to) {
        to.clear();
        for (ByteBuffer buffer : waiting) {
            int count = Math.min(buffer.remaining(), to.remaining());
            to.put(to.position(), buffer, buffer.position(), count);
            to.position(to.position() + count);
            if (!to.hasRemaining()) break;
        }
        to.flip();
    }

    private void skip(int count) {
        bytes -= count;
        for (int left = count; left > 0; ) {
            ByteBuffer buffer = waiting.peek();
            int taken = Math.min(left, buffer.remaining());
            buffer.position(buffer.position() + taken);
            left -= taken;
            if (!buffer.hasRemaining()) waiting.poll();
        }
    }
}
