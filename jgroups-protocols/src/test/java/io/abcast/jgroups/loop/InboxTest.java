package io.abcast.jgroups.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.driver.Driver;
import io.abcast.driver.LoopEvent;
import io.abcast.driver.PendingRequest;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class InboxTest {
    private static final LoopEvent EVENT = driver -> {};

    private static Inbox inbox() {
        Inbox inbox = new Inbox(3, 100, 50);
        inbox.own();
        return inbox;
    }

    @Test
    void admitsRequestsUpToTheirMaximumNumberUntilTheyAreReleased() {
        Inbox inbox = inbox();
        for (int i = 0; i < 3; i++) assertEquals(Inbox.Admission.ADMITTED, inbox.admit(EVENT, 1));
        assertEquals(Inbox.Admission.BUSY, inbox.admit(EVENT, 1));
        assertEquals(3, inbox.await(System.nanoTime()));
        assertEquals(
                Inbox.Admission.BUSY, inbox.admit(EVENT, 1), "taken requests are not answered yet");
        inbox.release(1, 1);
        assertEquals(Inbox.Admission.ADMITTED, inbox.admit(EVENT, 1));
    }

    @Test
    void anInterruptDoesNotKeepTheOwnerFromSleeping() {
        Inbox inbox = inbox();
        Thread.currentThread().interrupt();
        assertEquals(0, inbox.await(System.nanoTime() + 1_000_000));
        assertFalse(Thread.interrupted(), "parking returns at once while the flag is set");
    }

    @Test
    void admitsRequestsUpToTheirMaximumBytesAndAlwaysOne() {
        Inbox inbox = inbox();
        assertEquals(Inbox.Admission.ADMITTED, inbox.admit(EVENT, 1000));
        assertEquals(Inbox.Admission.BUSY, inbox.admit(EVENT, 1));
        inbox.release(1, 1000);
        assertEquals(Inbox.Admission.ADMITTED, inbox.admit(EVENT, 60));
        assertEquals(Inbox.Admission.BUSY, inbox.admit(EVENT, 60));
        assertEquals(Inbox.Admission.ADMITTED, inbox.admit(EVENT, 40));
    }

    @Test
    void admitsTheFirstRequestsOfAGroupForWhichThereIsRoom() {
        Inbox inbox = inbox();
        List<PendingRequest> four =
                List.of(
                        request(0),
                        request(1),
                        request(0),
                        request(0)); // Each request counts 64 bytes of overhead.
        assertEquals(1, inbox.admitAll(four), "bytes");
        Inbox roomy = new Inbox(3, 1000, 50);
        roomy.own();
        assertEquals(3, roomy.admitAll(four), "number");
        assertEquals(3, roomy.await(System.nanoTime()));
        for (int i = 0; i < 3; i++) assertSame(four.get(i), roomy.taken()[i]);
        assertEquals(0, roomy.admitAll(four));
        roomy.release(3, 193);
        assertEquals(3, roomy.admitAll(four));
        inbox.close();
        assertEquals(-1, inbox.admitAll(four));
    }

    private static PendingRequest request(int bytes) {
        return new CallerRequest(new byte[bytes], null);
    }

    @Test
    void aGroupOfRequestsWakesTheWaitingThread() throws Exception {
        Inbox inbox = new Inbox(3, 1000, 50);
        Thread taker = Thread.currentThread();
        Thread putter =
                new Thread(
                        () -> {
                            while (taker.getState() != Thread.State.TIMED_WAITING)
                                Thread.onSpinWait();
                            inbox.admitAll(List.of(request(1), request(2)));
                        });
        inbox.own();
        putter.start();
        assertEquals(2, inbox.await(System.nanoTime() + 30_000_000_000L));
        putter.join();
    }

    @Test
    void dropsFramesAboveTheirMaximumBytesUntilTheyAreTaken() {
        Inbox inbox = inbox();
        assertTrue(inbox.postFrames(EVENT, 49));
        assertTrue(inbox.postFrames(EVENT, 1000));
        assertFalse(inbox.postFrames(EVENT, 1));
        assertTrue(inbox.post(EVENT), "only frames are dropped");
        assertEquals(3, inbox.await(System.nanoTime()));
        assertTrue(inbox.postFrames(EVENT, 1));
    }

    @Test
    void refusesEventsAfterCloseAndStillReturnsWaitingOnes() {
        Inbox inbox = inbox();
        inbox.post(EVENT);
        inbox.close();
        assertFalse(inbox.post(EVENT));
        assertFalse(inbox.postFrames(EVENT, 1));
        assertEquals(Inbox.Admission.CLOSED, inbox.admit(EVENT, 1));
        assertEquals(1, inbox.await(System.nanoTime()));
        assertSame(EVENT, inbox.taken()[0]);
    }

    @Test
    void waitsAtMostUntilTheDeadline() {
        Inbox inbox = inbox();
        long began = System.nanoTime();
        assertEquals(0, inbox.await(began + 20_000_000));
        assertTrue(System.nanoTime() - began >= 20_000_000);
    }

    @Test
    void everyThreadsEventsArriveOnceAndInOrder() throws Exception {
        int threads = 4;
        int each = 50_000;
        Inbox inbox = new Inbox(1, 1, 1);
        inbox.own();
        record Numbered(int thread, int number) implements LoopEvent {
            @Override
            public void on(Driver driver) {}
        }
        List<Thread> producers = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            int thread = t;
            producers.add(
                    new Thread(
                            () -> {
                                for (int i = 0; i < each; i++) inbox.post(new Numbered(thread, i));
                            }));
        }
        producers.forEach(Thread::start);
        int[] next = new int[threads];
        long total = 0;
        long deadline = System.nanoTime() + 30_000_000_000L;
        while (total < (long) threads * each && System.nanoTime() < deadline) {
            int count = inbox.await(System.nanoTime() + 1_000_000_000L);
            for (int i = 0; i < count; i++) {
                Numbered event = (Numbered) inbox.taken()[i];
                assertEquals(next[event.thread]++, event.number);
            }
            total += count;
        }
        assertEquals((long) threads * each, total);
        for (Thread producer : producers) producer.join();
    }
}
