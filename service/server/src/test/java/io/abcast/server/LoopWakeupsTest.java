package io.abcast.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.abcast.client.wire.Op;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Tests when a thread that completes a request wakes the completion queue of the request's connection. */
final class LoopWakeupsTest {
    private final Queue<Runnable> ioLoop = new ArrayDeque<>();
    private final CompletionQueue completions = new CompletionQueue(ioLoop::add, () -> {});
    private final LoopWakeups wakeups = new LoopWakeups();
    private int replies;

    private final class Read extends ClientRequest {
        Read() {
            super(Op.READ, 1, 0, 1);
        }

        @Override
        CompletionQueue queue() {
            return completions;
        }

        @Override
        void reply() {
            replies++;
        }
    }

    private void runIoLoop() {
        for (Runnable task; (task = ioLoop.poll()) != null; ) task.run();
    }

    @Test
    void aCallbackOfACompleteFutureWakesTheQueue() {
        CompletableFuture<Void> answered = CompletableFuture.completedFuture(null);
        answered.whenComplete((v, failure) -> wakeups.complete(new Read(), 0, null));
        runIoLoop();
        assertEquals(1, replies);
    }

    @Test
    void anEventLoopWakesTheQueueOnceAfterItsBatch() {
        wakeups.own();
        wakeups.complete(new Read(), 0, null);
        wakeups.complete(new Read(), 0, null);
        assertEquals(0, ioLoop.size());
        wakeups.wake();
        assertEquals(1, ioLoop.size());
        runIoLoop();
        assertEquals(2, replies);
    }

    @Test
    void aThreadThatIsNoEventLoopSharesTheWakeOfABatch() throws InterruptedException {
        wakeups.own();
        wakeups.complete(new Read(), 0, null);
        Thread other = new Thread(() -> wakeups.complete(new Read(), 0, null));
        other.start();
        other.join();
        wakeups.wake();
        runIoLoop();
        assertEquals(2, replies);
    }
}
