package io.abcast.sim.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Entry;
import io.abcast.kernel.Interference;
import io.abcast.kernel.Keys;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Zxid;
import io.abcast.log.Durability;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests that the checker of interfering requests finds a violation of each of its rules in a handmade history. */
class InterferingOrderTest {
    /**
     * Interference function for which each character of a payload is a key: a capital letter writes the key, a small
     * letter reads it.
     */
    private static final Interference LETTERS =
            new Interference() {
                @Override
                public String name() {
                    return "letters";
                }

                @Override
                public int version() {
                    return 1;
                }

                @Override
                public Keys keys(byte[] payload) {
                    Keys.Builder keys = new Keys.Builder();
                    for (char each : new String(payload, StandardCharsets.US_ASCII).toCharArray())
                        if (Character.isUpperCase(each)) keys.write("" + each);
                        else keys.read("" + Character.toUpperCase(each));
                    return keys.build();
                }
            };

    private long now;
    private final int[] counters = new int[3];
    private final RunHistory history =
            new RunHistory(
                    Membership.of(1, 2, 3),
                    Durability.FSYNC,
                    () -> now,
                    new NoDisks(),
                    List.of(new InterferingOrder(LETTERS)));

    private static final class NoDisks implements RunHistory.Disks {
        @Override
        public boolean holdsDurably(int rank, Txn txn) {
            return true;
        }

        @Override
        public boolean holdsLogged(int rank, Txn txn) {
            return true;
        }

        @Override
        public boolean isVotedInPlace(Txn txn, RunHistory.Before before) {
            return true;
        }

        @Override
        public boolean hasLost(int rank) {
            return false;
        }

        @Override
        public boolean hadVotedFor(int rank, Txn txn) {
            return false;
        }

        @Override
        public List<Entry> log(int rank) {
            return List.of();
        }
    }

    @BeforeEach
    void start() {
        for (int rank = 0; rank < 3; rank++) history.restored(rank, new Sequence());
    }

    private ObservedRequest submit(int rank, int number, String payload) {
        now++;
        ObservedRequest request = history.submitted(rank, 1, bytes(payload));
        history.numbered(request, number);
        return request;
    }

    private static byte[] bytes(String payload) {
        return payload.getBytes(StandardCharsets.US_ASCII);
    }

    private void deliver(int rank, int origin, int number, String payload) {
        now++;
        long zxid = Zxid.of(0, ++counters[rank]);
        Entry entry = new Entry(zxid, origin + 1, number, bytes(payload));
        history.delivered(rank, entry, rank == origin, null);
    }

    private void deliverToAll(int origin, int number, String payload) {
        for (int rank = 0; rank < 3; rank++) deliver(rank, origin, number, payload);
    }

    private void told(ObservedRequest request) {
        now++;
        history.toldDelivered(request);
    }

    private ObservedRead read(int rank) {
        return read(rank, Keys.ALL_READ);
    }

    private ObservedRead read(int rank, Keys keys) {
        now++;
        return history.readStarted(rank, 1, keys);
    }

    private void ready(ObservedRead read) {
        now++;
        history.readReady(read);
    }

    private void assertFound(String what) {
        history.end();
        assertEquals(1, history.violations().size(), what);
        assertTrue(
                history.violations().get(0).toString().contains(what),
                () -> history.violations().toString());
    }

    @Test
    void membersWithEqualNumbersOfDifferentEntriesHaveNotDeliveredAll() {
        submit(0, 1, "A");
        submit(1, 2, "B");
        deliver(0, 0, 1, "A");
        deliver(1, 1, 2, "B");
        assertFalse(history.haveAll(List.of(0, 1)));
        deliver(0, 1, 2, "B");
        assertFalse(history.haveAll(List.of(0, 1)));
        deliver(1, 0, 1, "A");
        assertTrue(history.haveAll(List.of(0, 1)));
    }

    @Test
    void ordersThatDifferOnlyInOtherRequestsAreRight() {
        ObservedRequest a = submit(0, 1, "A");
        ObservedRequest b = submit(1, 1, "B");
        deliver(0, 0, 1, "A");
        deliver(0, 1, 1, "B");
        deliver(1, 1, 1, "B");
        deliver(1, 0, 1, "A");
        deliver(2, 1, 1, "B");
        deliver(2, 0, 1, "A");
        told(a);
        told(b);
        ready(read(2));
        history.end();
        assertEquals(List.of(), history.violations());
    }

    @Test
    void aReverseOrderIsFound() {
        submit(0, 1, "AB");
        submit(1, 1, "bC");
        deliver(0, 0, 1, "AB");
        deliver(0, 1, 1, "bC");
        deliver(1, 1, 1, "bC");
        deliver(1, 0, 1, "AB");
        assertFound("the reverse");
    }

    @Test
    void aSecondDeliveryIsFound() {
        submit(0, 1, "A");
        deliver(0, 0, 1, "A");
        deliver(0, 0, 1, "A");
        assertFound("a second time");
    }

    @Test
    void anOvertakenRequestOfOneOriginIsFound() {
        submit(0, 1, "A");
        submit(0, 2, "A");
        deliverToAll(0, 2, "A");
        deliverToAll(0, 1, "A");
        assertFound("delivered");
    }

    @Test
    void aLostAcknowledgedRequestIsFound() {
        ObservedRequest a = submit(0, 1, "A");
        deliver(0, 0, 1, "A");
        told(a);
        assertFound("lacks the acknowledged");
    }

    @Test
    void aReadWithoutAnAnsweredWriteIsFound() {
        ObservedRequest a = submit(0, 1, "A");
        deliver(0, 0, 1, "A");
        told(a);
        ready(read(1));
        assertFound("does not see");
    }

    @Test
    void aReadOfAnOlderProcessSeesWhatTheProcessHasDelivered() {
        ObservedRequest a = submit(0, 1, "A");
        deliver(0, 0, 1, "A");
        deliver(1, 0, 1, "A");
        told(a);
        ObservedRead read = read(1);
        history.twin(1);
        ready(read);
        assertEquals(List.of(), history.violations());
        history.restored(1, new Sequence());
        ready(read(1));
        assertFound("does not see");
    }

    @Test
    void aReadOlderThanAnEarlierReadIsFound() {
        submit(0, 1, "A");
        deliver(1, 0, 1, "A");
        ready(read(1));
        ready(read(2));
        assertFound("does not see");
    }

    @Test
    void aReadOfOtherKeysNeedNotSeeAWrite() {
        ObservedRequest a = submit(0, 1, "A");
        submit(1, 1, "B");
        deliver(0, 0, 1, "A");
        told(a);
        deliver(1, 1, 1, "B");
        ready(read(1, Keys.reading("B")));
        ready(read(2, Keys.reading("C")));
        deliver(0, 1, 1, "B");
        deliver(1, 0, 1, "A");
        deliver(2, 0, 1, "A");
        deliver(2, 1, 1, "B");
        history.end();
        assertEquals(List.of(), history.violations());
    }

    @Test
    void aReadOfKeysWithoutAnAnsweredWriteIsFound() {
        ObservedRequest a = submit(0, 1, "AB");
        deliver(0, 0, 1, "AB");
        told(a);
        ready(read(1, Keys.reading("B", "C")));
        assertFound("does not see");
    }

    @Test
    void aReadOfKeysOlderThanAnEarlierReadIsFound() {
        submit(0, 1, "AB");
        deliver(1, 0, 1, "AB");
        ready(read(1, Keys.reading("A")));
        ready(read(2, Keys.reading("B")));
        assertFound("does not see");
    }

    @Test
    void aReadWithoutAWriteThatASeenOneFollowsIsFound() {
        submit(0, 1, "B");
        submit(1, 1, "bA");
        deliver(1, 0, 1, "B");
        deliver(1, 1, 1, "bA");
        ready(read(1, Keys.reading("A")));
        ready(read(2, Keys.reading("B")));
        assertFound("does not see");
    }

    @Test
    void aReadWithoutAWriteThatAnAnsweredOneFollowsIsFound() {
        submit(0, 1, "B");
        ObservedRequest second = submit(1, 1, "bA");
        deliver(1, 0, 1, "B");
        deliver(1, 1, 1, "bA");
        told(second);
        ready(read(2, Keys.reading("B")));
        assertFound("does not see");
    }

    private void deliverChain() {
        for (int rank = 0; rank < 3; rank++) {
            deliver(rank, 2, 1, "B");
            deliver(rank, 1, 1, "ab");
            deliver(rank, 0, 1, "A");
        }
    }

    @Test
    void aChainOfConcurrentRequestsIsRight() {
        ObservedRequest first = submit(0, 1, "A");
        submit(1, 1, "ab");
        submit(2, 1, "B");
        deliverChain();
        told(first);
        history.end();
        assertEquals(List.of(), history.violations());
    }

    @Test
    void aChainAgainstRealTimeIsFound() {
        ObservedRequest first = submit(0, 1, "A");
        submit(1, 1, "ab");
        deliver(0, 0, 1, "A");
        told(first);
        submit(2, 1, "B");
        history.restored(0, new Sequence());
        counters[0] = 0;
        deliverChain();
        assertFound("which was answered at");
    }
}
