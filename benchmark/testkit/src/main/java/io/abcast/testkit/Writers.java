package io.abcast.testkit;

import io.abcast.client.ClientLoops;
import io.abcast.client.Reply;
import io.abcast.client.StoreClient;
import io.abcast.client.wire.ReplyCode;
import io.netty.channel.EventLoop;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Clients (writers), each of which writes the numbers 1, 2, 3, and so on under a key of its own. After any fault, the
 * writer's key must hold its last acknowledged number or the number in flight.
 */
final class Writers implements AutoCloseable {
    private static final Duration REQUEST = Duration.ofSeconds(30);
    private static final int VALUE_BYTES = 256;

    private final List<Writer> writers = new ArrayList<>();
    private final AtomicLong lastAckNanos = new AtomicLong(System.nanoTime());
    private final AtomicLong longestStallNanos = new AtomicLong();
    private final AtomicLong acknowledged = new AtomicLong();
    private volatile boolean running = true;

    Writers(ClientLoops loops, List<InetSocketAddress> servers, int count) {
        EventLoop loop = loops.next(); // one event loop, so that one thread updates all counters
        for (int i = 0; i < count; i++) {
            List<InetSocketAddress> order = new ArrayList<>();
            for (int k = 0; k < servers.size(); k++)
                order.add(servers.get((i + k) % servers.size()));
            writers.add(new Writer(i, new StoreClient(loop, order, REQUEST)));
        }
        writers.forEach(Writer::next);
    }

    long acknowledged() {
        return acknowledged.get();
    }

    void watch() {
        longestStallNanos.set(0);
        lastAckNanos.set(System.nanoTime());
    }

    long longestStallMillis() {
        long open = System.nanoTime() - lastAckNanos.get();
        return TimeUnit.NANOSECONDS.toMillis(Math.max(open, longestStallNanos.get()));
    }

    void stop() throws Exception {
        running = false;
        for (Writer writer : writers) writer.ended.get(60, TimeUnit.SECONDS);
    }

    void assertNothingLost(ClientLoops loops, List<InetSocketAddress> servers) throws Exception {
        try (StoreClient reader = new StoreClient(loops.next(), servers, REQUEST)) {
            for (Writer writer : writers) {
                Reply reply = reader.read(writer.key()).get(40, TimeUnit.SECONDS);
                String what = "writer " + writer.number + ": expected " + writer.acked.get();
                if (reply.code() != ReplyCode.OK)
                    throw new AssertionError(what + ", got " + reply.code() + " " + reply.text());
                long found = ByteBuffer.wrap(reply.value()).getLong();
                if (found != writer.acked.get()) throw new AssertionError(what + ", got " + found);
            }
        }
    }

    @Override
    public void close() {
        running = false;
        writers.forEach(writer -> writer.client.close());
    }

    private final class Writer {
        final int number;
        final StoreClient client;
        final CompletableFuture<Void> ended = new CompletableFuture<>();
        final AtomicLong acked = new AtomicLong();

        Writer(int number, StoreClient client) {
            this.number = number;
            this.client = client;
        }

        byte[] key() {
            return ByteBuffer.allocate(5).put((byte) 'w').putInt(number).array();
        }

        void next() {
            if (!running) {
                ended.complete(null);
                return;
            }
            byte[] value = ByteBuffer.allocate(VALUE_BYTES).putLong(acked.get() + 1).array();
            client.put(key(), value).whenComplete((reply, failure) -> done(reply, failure));
        }

        private void done(Reply reply, Throwable failure) {
            if (failure != null || reply.code() != ReplyCode.OK) {
                ended.completeExceptionally(
                        new AssertionError("writer " + number + ": " + reply, failure));
                return;
            }
            acked.incrementAndGet();
            acknowledged.incrementAndGet();
            long now = System.nanoTime();
            long silence = now - lastAckNanos.getAndSet(now);
            if (silence > longestStallNanos.get()) longestStallNanos.set(silence);
            next();
        }
    }

    /** @throws AssertionError if a writer failed, or if {@code more} additional writes take longer than one minute */
    void awaitMore(long more) throws InterruptedException {
        long goal = acknowledged() + more;
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (acknowledged() < goal) {
            for (Writer writer : writers)
                if (writer.ended.isCompletedExceptionally())
                    throw new AssertionError("a writer failed: " + writer.ended);
            if (System.nanoTime() > deadline)
                throw new AssertionError(
                        "expected " + more + " more acknowledged writes within 60 s");
            Thread.sleep(10);
        }
    }
}
