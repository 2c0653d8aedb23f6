package io.abcast.zab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Entry;
import io.abcast.kernel.Zxid;
import io.abcast.zab.LinkMessage.Request;
import java.util.List;
import org.junit.jupiter.api.Test;

class RequestsTest {
    private final RecordingEffects effects = new RecordingEffects();
    private final Requests requests = new Requests(effects, 100, 1000);

    private static Entry entry(int epoch, int counter, long request) {
        return new Entry(Zxid.of(epoch, counter), 1, request, new byte[1]);
    }

    private List<Long> sendAll() {
        return requests.takeUnsent(1 << 20, Integer.MAX_VALUE).stream()
                .map(Request::request)
                .toList();
    }

    private void submit(long from, long to) {
        for (long r = from; r <= to; r++) requests.submit(r, new byte[1]);
    }

    @Test
    void answersInOrderAsEntriesAreDelivered() {
        submit(7, 9);
        assertEquals(List.of(7L, 8L, 9L), sendAll());
        for (int i = 1; i <= 3; i++) requests.onLogged(entry(1, i, 6 + i));
        assertTrue(requests.onDelivered(entry(1, 1, 7)));
        assertFalse(requests.onDelivered(entry(1, 1, 7)), "a request is answered only once");
        assertTrue(requests.onDelivered(entry(1, 2, 8)));
        assertEquals(1, requests.count());
    }

    @Test
    void requestsThatTheNewLeadersHistoryLacksAreSentAgain() {
        submit(1, 4);
        sendAll();
        requests.onLogged(entry(1, 1, 1));
        requests.onLogged(entry(1, 2, 2));
        requests.onTruncated(Zxid.of(1, 1));
        requests.onSynchronised();
        assertEquals(List.of(2L, 3L, 4L), sendAll());
    }

    @Test
    void loggedRequestsAreNeverSentAgain() {
        submit(1, 3);
        sendAll();
        requests.onLogged(entry(1, 1, 1));
        requests.onSynchronised();
        assertEquals(List.of(2L, 3L), sendAll());
        assertTrue(requests.onDelivered(entry(1, 1, 1)));
    }

    @Test
    void entriesOfAnEarlierIncarnationAnswerNoRequest() {
        submit(1000, 1000);
        sendAll();
        requests.onLogged(entry(1, 1, 17));
        assertFalse(requests.onDelivered(entry(1, 1, 17)));
        requests.onLogged(entry(1, 2, 1000));
        assertTrue(requests.onDelivered(entry(1, 2, 1000)));
    }

    @Test
    void afterASnapshotSentRequestsAreUnknownAndTheRestStillWait() {
        submit(1, 2);
        sendAll();
        requests.onLogged(entry(1, 1, 1));
        submit(3, 3);
        requests.onSnapshotInstalled();
        assertEquals(List.of("refuse 1 UNKNOWN", "refuse 2 UNKNOWN"), effects.take());
        assertEquals(List.of(3L), sendAll());
        requests.onLogged(entry(2, 1, 3));
        assertTrue(requests.onDelivered(entry(2, 1, 3)));
        assertEquals(0, requests.count());
    }

    @Test
    void requestsWithdrawnBeforeTheyWereSentAreNeverSentAndFreeTheirPlace() {
        submit(1, 3);
        assertEquals(3, sendAll().size());
        submit(4, 100);
        requests.withdraw(90);
        List<String> refused = effects.take();
        assertEquals(87, refused.size(), "requests that the leader has received remain");
        assertEquals("refuse 4 WITHDRAWN", refused.get(0));
        assertEquals("refuse 90 WITHDRAWN", refused.get(86));
        assertEquals(13, requests.count());
        submit(101, 187);
        assertEquals(List.of(), effects.take(), "there is room again");
        assertEquals(91L, sendAll().get(0));
        requests.onLogged(entry(1, 1, 1));
        requests.onLogged(entry(1, 2, 2));
        requests.onLogged(entry(1, 3, 3));
        requests.onLogged(entry(1, 4, 91));
        for (int i = 1; i <= 3; i++) assertTrue(requests.onDelivered(entry(1, i, i)));
        assertTrue(requests.onDelivered(entry(1, 4, 91)));
    }

    @Test
    void requestsSentFromTheRefusedOneOnAreRefused() {
        submit(1, 6);
        sendAll();
        submit(7, 8);
        requests.onLogged(entry(1, 1, 1));
        requests.onRefused(4);
        assertEquals(List.of("refuse 4 BUSY", "refuse 5 BUSY", "refuse 6 BUSY"), effects.take());
        assertEquals(5, requests.count());
        for (int next = 2; next <= 3; next++) requests.onLogged(entry(1, next, next));
        assertEquals(List.of(7L, 8L), sendAll());
        for (int done = 1; done <= 3; done++)
            assertTrue(requests.onDelivered(entry(1, done, done)));
        assertEquals(2, requests.count());
    }

    @Test
    void loggedAndUnsentRequestsAreNotRefusedByALeader() {
        submit(1, 2);
        sendAll();
        requests.onLogged(entry(1, 1, 1));
        submit(3, 3);
        requests.onRefused(3);
        assertEquals(List.of(), effects.take());
        requests.onRefused(1);
        assertEquals(List.of("refuse 2 BUSY"), effects.take());
        assertEquals(2, requests.count());
        assertEquals(List.of(3L), sendAll());
    }

    @Test
    void requestsRefusedInAnEndedSessionAreSentAgain() {
        submit(1, 3);
        sendAll();
        requests.onSynchronised();
        assertEquals(List.of(1L, 2L, 3L), sendAll());
    }

    @Test
    void bytesOfWithdrawnRequestsAreFreed() {
        requests.submit(1, new byte[1000]);
        requests.submit(2, new byte[1]);
        assertEquals(List.of("refuse 2 BUSY"), effects.take());
        requests.withdraw(1);
        effects.take();
        requests.submit(3, new byte[1000]);
        assertEquals(List.of(), effects.take());
    }

    @Test
    void requestsWithdrawnWhileALeaderHasThemAreNotSentToTheNextOne() {
        submit(1, 4);
        sendAll();
        requests.onLogged(entry(1, 1, 1));
        requests.withdraw(3);
        assertEquals(List.of(), effects.take(), "the leader may still order it");
        submit(5, 5);
        requests.onSynchronised();
        assertEquals(List.of("refuse 2 WITHDRAWN", "refuse 3 WITHDRAWN"), effects.take());
        assertEquals(List.of(4L, 5L), sendAll());
        assertTrue(requests.onDelivered(entry(1, 1, 1)), "the first request was in the log");
    }

    @Test
    void refusesBeyondItsBounds() {
        submit(1, 101);
        assertEquals(List.of("refuse 101 BUSY"), effects.take());
        requests.submit(102, new byte[2000]);
        assertEquals(List.of("refuse 102 BUSY"), effects.take());
    }

    @Test
    void takesAtLeastOneRequestOfAnySize() {
        requests.submit(1, new byte[500]);
        requests.submit(2, new byte[10]);
        assertEquals(1, requests.takeUnsent(100, Integer.MAX_VALUE).size());
        assertTrue(requests.hasUnsent());
    }
}
