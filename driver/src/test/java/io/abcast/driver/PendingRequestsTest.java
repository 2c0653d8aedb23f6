package io.abcast.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class PendingRequestsTest {
    private static final long FIRST = (1L << 60) - 10;

    private static PendingRequest request() {
        return new PendingRequest(new byte[0]) {
            @Override
            protected void onDelivered(long zxid, Object result) {}

            @Override
            protected void onFailed(Failure why) {}
        };
    }

    @Test
    void incarnationsThatStartTogetherNumberTheirRequestsFarApart() {
        SecureRandom random = new SecureRandom();
        long[] firsts =
                LongStream.generate(() -> PendingRequests.anywhere(random.nextLong()))
                        .limit(1000)
                        .toArray();
        Arrays.sort(firsts);
        assertTrue(firsts[0] >= 0 && firsts[999] < 1L << 62);
        for (int i = 1; i < firsts.length; i++)
            assertTrue(
                    firsts[i] - firsts[i - 1] > PendingRequests.SPAN_MAX, "numbers " + firsts[i]);
        assertTrue(firsts[999] - firsts[0] > 1L << 60, "all of the range is used");
    }

    @Test
    void numbersAreConsecutiveAndEachRequestIsFoundOnce() {
        PendingRequests requests = new PendingRequests(FIRST);
        PendingRequest a = request();
        PendingRequest b = request();
        assertEquals(FIRST, requests.add(a, 0));
        assertEquals(FIRST + 1, requests.add(b, 0));
        assertSame(b, requests.remove(FIRST + 1));
        assertNull(requests.remove(FIRST + 1));
        assertSame(a, requests.remove(FIRST));
        assertNull(requests.remove(FIRST - 1));
        assertNull(requests.remove(FIRST + 2));
        assertEquals(0, requests.unanswered());
    }

    @Test
    void anyOrderOfAnswersFindsTheRightRequest() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        PendingRequests requests = new PendingRequests(FIRST);
        Map<Long, PendingRequest> model = new HashMap<>();
        List<Long> open = new ArrayList<>();
        for (int step = 0; step < 100_000; step++) {
            if (open.isEmpty() || random.nextInt(100) < 51) {
                PendingRequest request = request();
                long number = requests.add(request, step);
                model.put(number, request);
                open.add(number);
            } else {
                long number = open.remove(random.nextInt(open.size()));
                assertSame(model.remove(number), requests.remove(number), "seed " + seed);
            }
            assertEquals(model.size(), requests.unanswered(), "seed " + seed);
        }
    }

    @Test
    void lateRequestsAreARangeAndExpireInTheirOrder() {
        PendingRequests requests = new PendingRequests(FIRST);
        PendingRequest a = request();
        PendingRequest b = request();
        PendingRequest c = request();
        requests.add(a, 10);
        requests.add(b, 20);
        requests.add(c, 30);
        assertEquals(-1, requests.expired(9));
        assertEquals(FIRST, requests.expired(10));
        assertEquals(FIRST + 1, requests.expired(20));
        assertEquals(3, requests.unanswered());
        assertSame(a, requests.pollThrough(FIRST + 1));
        assertSame(b, requests.pollThrough(FIRST + 1));
        assertNull(requests.pollThrough(FIRST + 1));
        assertEquals(-1, requests.expired(20));
        assertSame(c, requests.poll());
        assertNull(requests.poll());
        assertEquals(-1, requests.expired(1000));
    }

    @Test
    void isFullWhenOneOldRequestHoldsTooManyNumbers() {
        PendingRequests requests = new PendingRequests(FIRST);
        requests.add(request(), 0);
        for (int i = 1; i < PendingRequests.SPAN_MAX; i++)
            requests.remove(requests.add(request(), 0));
        assertTrue(requests.full());
        requests.remove(FIRST);
        assertFalse(requests.full());
        assertEquals(FIRST + PendingRequests.SPAN_MAX, requests.add(request(), 0));
    }
}
