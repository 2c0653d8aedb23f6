package io.abcast.driver;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.SnapshotId;
import io.abcast.log.Storage;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Tests the decisions of a leader and of a follower about casts, which transfer a snapshot to several followers at
 * once.
 */
final class SnapshotCastingTest {
    private static final long HOLD_NANOS = 100;
    private static final SnapshotId SNAPSHOT = new SnapshotId(7, 1000, 1);
    private static final SnapshotId LATER = new SnapshotId(8, 1000, 1);
    private static final SnapshotId LARGE = new SnapshotId(9, 100L << 20, 1);

    private final List<String> trace = new ArrayList<>();
    private final Map<Integer, Long> lacked = new TreeMap<>(Map.of(2, 1000L, 3, 1000L));
    private final Carrier carrier = new Carrier();
    private final SnapshotCasting casting =
            new SnapshotCasting(carrier, storage(), 0, HOLD_NANOS, () -> new TreeMap<>(lacked));

    private final class Carrier implements SnapshotCarrier {
        boolean ready = true;
        Set<Integer> receivers = Set.of(2, 3);
        boolean openable = true;
        SnapshotId arrived;
        boolean damaged;

        @Override
        public boolean ready() {
            return ready;
        }

        @Override
        public Set<Integer> receivers() {
            return receivers;
        }

        @Override
        public boolean send(SnapshotId snapshot, Map<Integer, Long> to) {
            if (openable) trace.add("send " + snapshot.zxid() + " to " + to.keySet());
            return openable;
        }

        @Override
        public void want(SnapshotId snapshot) {
            trace.add("want " + (snapshot == null ? "none" : snapshot.zxid()));
        }

        @Override
        public boolean open(SnapshotId snapshot) {
            return snapshot.equals(arrived);
        }

        @Override
        public byte[] read(SnapshotId snapshot, long offset, int bytes) {
            return damaged ? null : new byte[bytes];
        }

        @Override
        public void forget(SnapshotId snapshot) {
            trace.add("forget " + snapshot.zxid());
        }

        @Override
        public void empty() {
            trace.add("empty");
        }

        @Override
        public void onTick() {}

        @Override
        public void close() {
            trace.add("close");
        }
    }

    private Storage storage() {
        return (Storage)
                Proxy.newProxyInstance(
                        getClass().getClassLoader(),
                        new Class<?>[] {Storage.class},
                        (proxy, method, args) -> {
                            trace.add(method.getName() + " at " + args[1]);
                            return null;
                        });
    }

    private List<String> seen() {
        List<String> seen = List.copyOf(trace);
        trace.clear();
        return seen;
    }

    @Test
    void castsIfTheBytesThatFollowersLackExceedOneCopyByEnough() {
        assertFalse(SnapshotCasting.saves(1000, Map.of(), 100), "no follower fetches");
        assertFalse(SnapshotCasting.saves(1000, Map.of(2, 1000L), 0), "only one follower fetches");
        assertTrue(SnapshotCasting.saves(1000, Map.of(2, 1000L, 3, 1000L), 1000));
        assertFalse(SnapshotCasting.saves(1000, Map.of(2, 1000L, 3, 1000L), 1001), "small");
        assertTrue(SnapshotCasting.saves(1000, Map.of(2, 100L, 3, 1000L), 100));
        assertFalse(
                SnapshotCasting.saves(1000, Map.of(2, 99L, 3, 1000L), 100),
                "one follower has almost all bytes");
        assertTrue(SnapshotCasting.saves(1000, Map.of(2, 400L, 3, 500L, 4, 200L), 100));
    }

    @Test
    void chunksWaitDuringACastAndAreReadAtItsEnd() {
        assertTrue(casting.readsNow(SNAPSHOT, 0, 10, 1), "the first chunk names the cast");
        assertFalse(casting.readsNow(SNAPSHOT, 10, 10, 1));
        assertFalse(casting.readsNow(SNAPSHOT, 20, 10, 2));
        assertEquals(List.of("send 7 to [2, 3]"), seen());
        casting.onSent();
        assertEquals(List.of("readSnapshot at 10", "readSnapshot at 20"), seen());
        assertTrue(casting.readsNow(SNAPSHOT, 30, 10, 3), "the cast has ended");
        assertEquals(List.of(), seen());
    }

    /** A follower whose session breaks requests its chunk again, so more chunk requests than followers can wait. */
    @Test
    void aChunkBeyondTheBoundIsReadAtOnce() {
        casting.readsNow(SNAPSHOT, 0, 10, 1);
        for (int i = 1; i <= SnapshotCasting.HELD_MAX; i++) casting.readsNow(SNAPSHOT, i, 10, 1);
        assertEquals(List.of("send 7 to [2, 3]"), seen());
        assertFalse(casting.readsNow(SNAPSHOT, 1_000, 10, 1));
        assertEquals(List.of("readSnapshot at 1"), seen());
        casting.visitQueues((name, size, bound) -> assertEquals(bound, size, name));
    }

    @Test
    void aChunkWaitsNoLongerThanItsTime() {
        casting.readsNow(SNAPSHOT, 10, 10, 0);
        casting.readsNow(SNAPSHOT, 20, 10, 1);
        seen();
        casting.onTick(HOLD_NANOS - 1);
        assertEquals(List.of(), seen());
        casting.onTick(HOLD_NANOS);
        assertEquals(List.of("readSnapshot at 10"), seen());
    }

    @Test
    void anotherSnapshotGoesInChunksDuringACast() {
        casting.readsNow(SNAPSHOT, 10, 10, 0);
        assertTrue(casting.readsNow(LATER, 10, 10, 0));
        casting.onSent();
        assertFalse(casting.readsNow(LATER, 10, 10, 0));
    }

    @Test
    void noCastBeginsWhereItCannotReachEnoughOrCannotBeOpened() {
        carrier.ready = false;
        assertTrue(casting.readsNow(SNAPSHOT, 10, 10, 0));
        carrier.ready = true;
        carrier.receivers = Set.of(2);
        assertTrue(casting.readsNow(SNAPSHOT, 10, 10, 0), "one of the two cannot be reached");
        carrier.receivers = Set.of(2, 3);
        carrier.openable = false;
        assertTrue(casting.readsNow(SNAPSHOT, 10, 10, 0));
        carrier.openable = true;
        assertFalse(casting.readsNow(SNAPSHOT, 10, 10, 0), "a cast is tried at each chunk");
    }

    @Test
    void aFollowerWritesTheCastAfterItsChunksAndReportsProgressNowAndThen() {
        assertNull(casting.behind(LARGE, 10), "not arrived yet");
        assertEquals(List.of("want 9"), seen());
        carrier.arrived = LARGE;
        int pieces = 0;
        long offset = 10;
        for (byte[] piece; (piece = casting.behind(LARGE, offset)) != null; pieces++)
            offset += piece.length;
        assertEquals(32, pieces, "then the node is informed of its progress");
        assertArrayEquals(new byte[1 << 20], casting.behind(LARGE, offset));
        assertEquals(5, casting.behind(LARGE, LARGE.bytes() - 5).length);
        assertNull(casting.behind(LARGE, LARGE.bytes()), "no bytes follow the end");
    }

    @Test
    void aCastThatCannotBeReadIsDroppedAndChunksFollow() {
        carrier.arrived = SNAPSHOT;
        carrier.damaged = true;
        assertNull(casting.behind(SNAPSHOT, 10));
        assertEquals(List.of("want 7", "forget 7"), seen());
    }

    @Test
    void anInstalledSnapshotIsNoLongerWanted() {
        carrier.arrived = SNAPSHOT;
        casting.behind(SNAPSHOT, 10);
        seen();
        casting.onInstalled(SNAPSHOT);
        assertEquals(List.of("want none", "forget 7", "empty"), seen());
        casting.onReceived();
        assertEquals(List.of("empty"), seen(), "the cast arrived too late");
    }

    @Test
    void filesThatAreStillNeededAreKept() {
        casting.behind(SNAPSHOT, 10);
        seen();
        casting.onReceived();
        assertEquals(List.of(), seen(), "a follower waits for it");
        casting.readsNow(SNAPSHOT, 10, 10, 0);
        casting.onInstalled(LATER);
        assertFalse(trace.contains("empty"), "this member sends a snapshot");
        casting.close();
        assertEquals("close", trace.get(trace.size() - 1));
    }
}
