package io.abcast.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Entry;
import io.abcast.kernel.GroupAnswers;
import io.abcast.kernel.GroupDelivery;
import io.abcast.kernel.GroupEffects;
import io.abcast.kernel.GroupNode;
import io.abcast.kernel.GroupTimestamp;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.Membership;
import io.abcast.kernel.MembershipChange;
import io.abcast.kernel.Message;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.Refusal;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import io.abcast.log.Storage;
import io.abcast.log.StorageSteps;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

/** Tests a driver of a group node in virtual time, without a thread; a trace records all calls of the driver. */
final class GroupDriverTest {
    private static final long MS = 1_000_000;
    private static final long TIMEOUT_NANOS = 100 * MS;
    private static final byte[] NOTHING = {};

    private final List<String> trace = new ArrayList<>();
    private final List<LoopEvent> waiting = new ArrayList<>();
    private final List<StorageSteps.Side> offered = new ArrayList<>();
    private final List<GroupDelivery> delivered = new ArrayList<>();
    private StorageSteps steps = new StorageSteps(note -> {}, offered::add);
    private Lone node;
    private GroupDriver groups;
    private Driver driver;
    private boolean resultsLater;
    private boolean deliversAtTheEnd;
    private RuntimeException applicationThrows;
    private RuntimeException restoredThrows;
    private SnapshotId taken;

    private final class Lone implements GroupNode {
        private final GroupEffects effects;
        private final ArrayDeque<Entry> open = new ArrayDeque<>();
        private final ArrayDeque<int[]> destinations = new ArrayDeque<>();
        private final TreeMap<Long, Long> unanswered = new TreeMap<>();
        private int syncedEntries;
        private long zxid = Zxid.of(1, 0);
        private long seq;

        Lone(GroupEffects effects) {
            this.effects = effects;
        }

        @Override
        public void onStart(Recovered recovered) {
            trace.add("start");
        }

        @Override
        public void onBatchStart(long now) {
            trace.add("[" + now / MS);
        }

        @Override
        public void onClock(long epochMicros) {
            trace.add("clock " + epochMicros);
        }

        @Override
        public void onBatchEnd() {
            if (deliversAtTheEnd) deliverSynced();
            trace.add("]");
        }

        @Override
        public void onSubmit(long request, int[] to, byte[] payload) {
            trace.add("submit" + payload[0] + " to " + Arrays.toString(to));
            if (payload[0] == 97) {
                effects.refuse(request, Refusal.BUSY);
                return;
            }
            Entry entry = new Entry(++zxid, 1, request, payload);
            open.add(entry);
            destinations.add(to);
            effects.append(entry);
            for (int group : to) effects.sendTo(group, 7, () -> 0);
        }

        @Override
        public void onSynced(long position) {
            trace.add("synced");
            syncedEntries = open.size();
            if (!deliversAtTheEnd) deliverSynced();
        }

        private void deliverSynced() {
            for (; syncedEntries > 0; syncedEntries--) {
                Entry entry = open.remove();
                unanswered.put(seq + 1, entry.request());
                GroupTimestamp timestamp = new GroupTimestamp(10 * (seq + 1), 5, seq + 1);
                effects.deliver(
                        new GroupDelivery(
                                ++seq, timestamp, destinations.remove(), entry.payload()));
            }
        }

        @Override
        public void onResult(long number, byte[] result) {
            trace.add("result of " + number + ": " + result[0]);
            if (result[0] == 96) effects.halt("bad result");
            Long request = unanswered.remove(number);
            if (request == null) return;
            GroupTimestamp timestamp = new GroupTimestamp(10 * number, 5, number);
            effects.answer(
                    request, new GroupAnswers(timestamp, new int[] {0}, new byte[][] {result}));
        }

        @Override
        public void onGroupMessage(int group, int from, Message message) {
            trace.add("message of " + group + " from " + from);
        }

        @Override
        public void onDigest(long number, byte[] digest) {
            trace.add("digest of " + number + ": " + digest[0]);
            effects.digestAgreed(number, digest);
        }

        @Override
        public void onRestored(byte[] state) {
            if (restoredThrows != null) throw restoredThrows;
            trace.add("restored " + Arrays.toString(state));
        }

        @Override
        public void onSubmit(long request, byte[] payload) {
            trace.add("plain submit");
        }

        @Override
        public void onReconfigure(long request, MembershipChange change) {
            effects.deliver(new Entry(++zxid, 1, request, NOTHING, Entry.Kind.MEMBERSHIP), true);
            effects.reconfigured(request, true, Membership.of(1, 2));
        }

        @Override
        public void onRead(long read) {
            trace.add("read");
            effects.readReady(read);
        }

        @Override
        public void onMessage(int from, Message message) {
            trace.add("message from " + from);
        }

        @Override
        public void onTimer(int kind) {}

        @Override
        public void onReachable(Set<Integer> members) {}

        @Override
        public void onPersisted(long version) {}

        @Override
        public void onLogRead(long afterZxid, List<Entry> entries) {}

        @Override
        public void onSnapshotTaken(SnapshotId snapshot, Digest content) {
            trace.add("taken");
            taken = snapshot;
        }

        @Override
        public void onSnapshotRead(SnapshotId snapshot, long offset, byte[] bytes) {}

        @Override
        public void onSnapshotWritten(SnapshotId snapshot, long nextOffset) {
            trace.add("written to " + nextOffset);
        }

        @Override
        public void onSnapshotInstalled(SnapshotId snapshot, boolean installed) {
            trace.add(installed ? "installed" : "not installed");
        }
    }

    private final class App implements GroupApplication {
        @Override
        public byte[] deliver(GroupDelivery delivery) {
            if (applicationThrows != null) throw applicationThrows;
            trace.add("deliver" + delivery.payload()[0] + " at " + delivery.seq());
            delivered.add(delivery);
            return resultsLater ? null : delivery.payload();
        }

        @Override
        public void onDigest(long seq, byte[] digest) {
            trace.add("agreed " + seq + ": " + digest[0]);
        }

        @Override
        public Storage.SnapshotWriter freeze() {
            byte count = (byte) delivered.size();
            return out -> out.write(new byte[] {count, count});
        }

        @Override
        public void restore(InputStream content) throws IOException {
            trace.add(
                    "restore "
                            + (content == null
                                    ? "empty"
                                    : Arrays.toString(content.readAllBytes())));
        }
    }

    private final class Recorder implements Sink {
        @Override
        public void tell(PendingRequest request) {
            request.tell();
        }

        @Override
        public void ready(PendingRead read) {
            read.ready();
        }

        @Override
        public void run(Runnable code) {
            code.run();
        }

        @Override
        public void onAnswered() {}

        @Override
        public void release(int count, long bytes) {}

        @Override
        public void delivered(long tookNanos, long now) {
            trace.add("took " + tookNanos / MS);
        }

        @Override
        public void report(String line) {}

        @Override
        public void onTick() {}
    }

    private final class Others implements OtherMembers {
        @Override
        public void send(int to, Message message) {}

        @Override
        public void onMembership(Membership now) {
            trace.add("members " + now);
        }

        @Override
        public void onEnd() {}

        @Override
        public void onTick(long now) {}
    }

    private final class Ask extends PendingTransaction {
        private final int number;

        Ask(int number, int... groups) {
            super(groups, new byte[] {(byte) number});
            this.number = number;
        }

        @Override
        protected void onAnswered(GroupAnswers answers) {
            trace.add(number + ": " + answers.timestamp().clock() + " " + answers.results()[0][0]);
        }

        @Override
        protected void onFailed(Failure why) {
            trace.add(number + ": " + why.kind() + " " + why.refusal());
        }
    }

    private void open() throws IOException {
        groups =
                new GroupDriver(
                        "A-1",
                        effects -> node = new Lone(effects),
                        steps.storage(),
                        new App(),
                        new Recorder(),
                        0,
                        TIMEOUT_NANOS,
                        () -> 1_000 + driver.nowNanos() / MS,
                        () -> "");
        driver = groups.driver();
        groups.connect(
                new Others(),
                SnapshotWay.NONE,
                (group, server, message) -> trace.add("send to " + group + "-" + server));
        driver.recover(waiting::add);
    }

    private void serve() throws IOException {
        open();
        at(0, Driver::serve);
        trace.clear();
    }

    private long at(long millis, LoopEvent... events) {
        List<LoopEvent> all = new ArrayList<>(waiting);
        waiting.clear();
        all.addAll(List.of(events));
        long next = driver.turn(millis * MS, all.toArray(new LoopEvent[0]), all.size());
        for (StorageSteps.Side side : List.copyOf(offered)) steps.run(side);
        offered.clear();
        return next;
    }

    private List<String> seen() {
        List<String> seen = List.copyOf(trace);
        trace.clear();
        return seen;
    }

    @Test
    void aTransactionGoesToItsGroupsAndItsCallerGetsTheAnswer() throws IOException {
        serve();
        at(1, new Ask(4, 0, 2));
        assertEquals(
                List.of("[1", "clock 1001", "submit4 to [0, 2]", "send to 0-7", "send to 2-7", "]"),
                seen());
        at(3);
        assertEquals(
                List.of(
                        "[3",
                        "clock 1003",
                        "synced",
                        "deliver4 at 1",
                        "result of 1: 4",
                        "took 2",
                        "]",
                        "4: 10 4"),
                seen());
        assertEquals(1, driver.figures().delivered());
        assertEquals(1, driver.figures().answered());
    }

    @Test
    void everyBatchBeginsWithTheWallClock() throws IOException {
        open();
        trace.clear();
        at(2, Driver::serve, new Ask(97, 1));
        assertEquals(
                List.of("[2", "clock 1002", "start", "submit97 to [1]", "]", "97: REFUSED BUSY"),
                seen());
        resultsLater = true;
        at(3, new Ask(1, 0));
        seen();
        at(150);
        List<String> batches =
                seen().stream().filter(s -> s.startsWith("[") || s.startsWith("clock")).toList();
        assertEquals(
                List.of("[150", "clock 1150", "[150", "clock 1150"),
                batches,
                "the batch, and the one in which expired requests are withdrawn");
    }

    @Test
    void resultsOfDeliveriesAtTheEndOfABatchComeInTheSameTurn() throws IOException {
        deliversAtTheEnd = true;
        serve();
        at(1, new Ask(1, 0), new Ask(2, 0));
        seen();
        at(2);
        assertEquals(
                List.of(
                        "[2",
                        "clock 1002",
                        "synced",
                        "deliver1 at 1",
                        "deliver2 at 2",
                        "]",
                        "[2",
                        "clock 1002",
                        "result of 1: 1",
                        "took 1",
                        "result of 2: 2",
                        "took 1",
                        "]",
                        "1: 10 1",
                        "2: 20 2"),
                seen());
    }

    @Test
    void laterResultsReachTheNodeInTheOrderOfTheirArrival() throws IOException {
        resultsLater = true;
        serve();
        at(1, new Ask(1, 0), new Ask(2, 0), new Ask(3, 0));
        at(2);
        seen();
        byte[] of3 = {33};
        at(3, d -> groups.onResult(delivered.get(2), of3));
        assertTrue(seen().containsAll(List.of("result of 3: 33", "3: 30 33")), trace::toString);
        at(
                4,
                d -> groups.onResult(delivered.get(0), new byte[] {31}),
                d -> groups.onResult(delivered.get(1), new byte[] {32}));
        assertEquals(
                List.of("result of 1: 31", "result of 2: 32"),
                seen().stream().filter(s -> s.startsWith("result")).toList());
        at(5, d -> groups.onResult(delivered.get(1), of3));
        assertFalse(trace.contains("result of 2: 33"), trace::toString);
        assertFalse(driver.ended(), "a result that the node has received already is ignored");
    }

    @Test
    void aDeliveryWithoutAResultHoldsUpNoOtherOne() throws IOException {
        resultsLater = true;
        serve();
        int count = 100;
        LoopEvent[] asked = new LoopEvent[count];
        for (int i = 0; i < count; i++) asked[i] = new Ask(i % 90, 0);
        at(1, asked);
        at(2);
        assertEquals(count, delivered.size());
        seen();
        for (int i = count - 1; i > 0; i--) {
            GroupDelivery delivery = delivered.get(i);
            at(3, d -> groups.onResult(delivery, new byte[] {(byte) (delivery.seq() % 90)}));
        }
        List<String> results = seen().stream().filter(line -> line.startsWith("result")).toList();
        assertEquals(count - 1, results.size());
        for (int i = 0; i < count - 1; i++)
            assertEquals("result of " + (count - i) + ": " + (count - i) % 90, results.get(i));
        at(4, d -> groups.onResult(delivered.get(0), new byte[] {1}));
        assertTrue(trace.contains("result of 1: 1"), trace::toString);
    }

    @Test
    void digestsPassBetweenApplicationAndNode() throws IOException {
        serve();
        seen();
        at(1, d -> groups.onDigest(7, new byte[] {9}));
        assertTrue(seen().containsAll(List.of("digest of 7: 9", "agreed 7: 9")), trace::toString);
    }

    @Test
    void aFrozenStateWaitsForTheResultsBeforeItOnly() throws IOException {
        resultsLater = true;
        serve();
        at(1, new Ask(1, 0), new Ask(2, 0));
        at(2);
        at(3, d -> node.effects.freeze());
        at(4, new Ask(3, 0));
        at(5);
        at(6, d -> groups.onResult(delivered.get(1), new byte[] {2}));
        at(7, d -> groups.onResult(delivered.get(0), new byte[] {1}));
        at(8, d -> node.effects.takeSnapshot(Zxid.of(1, 2), NOTHING, false, new byte[] {8}));
        at(9);
        assertFalse(driver.ended(), () -> String.valueOf(driver.failure()));
        byte[] content;
        try (InputStream in = steps.storage().openSnapshot(taken)) {
            content = in.readAllBytes();
        }
        assertEquals("[0, 0, 0, 1, 8, 2, 2]", Arrays.toString(content));
    }

    @Test
    void aSnapshotOfAFrozenStateBeforeItsResultsEndsTheDriver() throws IOException {
        resultsLater = true;
        serve();
        at(1, new Ask(1, 0), new Ask(2, 0));
        at(2);
        at(3, d -> node.effects.freeze());
        at(4, d -> groups.onResult(delivered.get(1), new byte[] {2}));
        at(5, d -> node.effects.takeSnapshot(node.zxid, NOTHING, false, NOTHING));
        assertEquals(
                "the node took snapshot 1:2 before it had 1 results",
                driver.failure().getMessage());
    }

    @Test
    void aHaltAtAResultEndsTheBatch() throws IOException {
        serve();
        at(1, new Ask(96, 0), new Ask(2, 0));
        at(2);
        assertTrue(driver.ended());
        assertFalse(trace.contains("result of 2: 2"), trace::toString);
        assertEquals("took 1", trace.get(trace.size() - 1), "no end of the batch");
    }

    @Test
    void messagesOfOtherReplicasReachTheNodeOnceItHasStarted() throws IOException {
        open();
        at(0, d -> groups.onGroupMessage(1, 3, () -> 0));
        at(1, Driver::serve);
        seen();
        at(2, d -> groups.onGroupMessage(1, 3, () -> 0));
        assertEquals(List.of("[2", "clock 1002", "message of 1 from 3", "]"), seen());
        assertEquals(1, driver.figures().early());
    }

    @Test
    void aChangeOfTheMembershipIsNoDelivery() throws IOException {
        serve();
        at(
                1,
                new PendingRequest(new MembershipChange(MembershipChange.Kind.ADD_OBSERVER, 2)) {
                    @Override
                    protected void onDelivered(long zxid, Object result) {
                        trace.add("changed to " + result);
                    }

                    @Override
                    protected void onFailed(Failure why) {}
                });
        assertTrue(trace.contains("changed to " + Membership.of(1, 2)), trace::toString);
        assertEquals(0, driver.figures().delivered());
    }

    @Test
    void aPlainDeliveryEndsTheDriver() throws IOException {
        serve();
        at(1, d -> node.effects.deliver(new Entry(Zxid.of(1, 1), 1, 1, NOTHING), false));
        assertTrue(driver.failure().getMessage().startsWith("a group node delivered the entry"));
        assertEquals(0, driver.figures().delivered());
    }

    @Test
    void aFailingApplicationEndsTheDriverWithTheTransactionNamed() throws IOException {
        serve();
        applicationThrows = new ArithmeticException("bug");
        at(1, new Ask(1, 0));
        at(2);
        assertEquals(
                "the receiver failed at transaction 10/5#1, delivery 1: java.lang.ArithmeticException: bug",
                driver.failure().getMessage());
    }

    @Test
    void anInitialStateIsRestoredBeforeTheStart() throws IOException {
        open();
        at(0, Driver::serve);
        assertEquals(
                List.of("restore empty", "restored []", "[0", "clock 1000", "start", "]"), seen());
    }

    @Test
    void aSnapshotHoldsTheStateOfTheNodeAndThatOfTheApplication() throws IOException {
        serve();
        at(1, new Ask(1, 0));
        at(2);
        at(3, d -> node.effects.takeSnapshot(node.zxid, NOTHING, false, new byte[] {8, 9, 10}));
        at(4);
        assertTrue(trace.contains("taken"), trace::toString);
        byte[] content;
        try (InputStream in = steps.storage().openSnapshot(taken)) {
            content = in.readAllBytes();
        }
        assertEquals("[0, 0, 0, 3, 8, 9, 10, 1, 1]", Arrays.toString(content));
    }

    private void fetchAndInstall(SnapshotId snapshot, byte[] content) throws IOException {
        steps = new StorageSteps(note -> {}, offered::add);
        serve();
        at(1, d -> node.effects.writeSnapshot(snapshot, 0, content));
        at(2, d -> node.effects.installSnapshot(snapshot, NOTHING, null));
        at(3);
    }

    private static SnapshotId idOf(byte[] content) {
        CRC32C crc = new CRC32C();
        crc.update(content);
        return new SnapshotId(Zxid.of(1, 5), content.length, (int) crc.getValue());
    }

    @Test
    void anInstalledSnapshotIsRestoredInBothBeforeTheNodeIsInformed() throws IOException {
        byte[] content = {0, 0, 0, 2, 8, 9, 1, 1, 1};
        fetchAndInstall(idOf(content), content);
        List<String> seen = seen();
        int at = seen.indexOf("restore [1, 1, 1]");
        assertEquals(
                List.of("restore [1, 1, 1]", "restored [8, 9]", "installed"),
                seen.subList(at, at + 3));
    }

    @Test
    void aSnapshotThatEndsInsideTheStateIsRefused() throws IOException {
        byte[] content = {0, 0, 1, 0, 8, 9};
        fetchAndInstall(idOf(content), content);
        assertTrue(
                driver.failure().getMessage().contains("expected 256 bytes, got 2"),
                driver.failure()::getMessage);
    }

    @Test
    void aStateThatTheNodeRefusesEndsTheDriver() throws IOException {
        restoredThrows = new MalformedFrameException("no state");
        IllegalStateException e = assertThrows(IllegalStateException.class, this::open);
        assertTrue(e.getMessage().contains("no state"), e::getMessage);
    }

    @Test
    void aResultOfAReplacedStateIsIgnored() throws IOException {
        resultsLater = true;
        serve();
        at(1, new Ask(1, 0), new Ask(2, 0));
        at(2);
        at(3, d -> node.effects.installSnapshot(SnapshotId.EMPTY, NOTHING, null));
        at(4);
        assertTrue(trace.contains("installed"), trace::toString);
        node.seq = 0;
        node.zxid = Zxid.of(1, 0);
        node.unanswered.clear();
        at(5, new Ask(3, 0));
        at(6);
        seen();
        at(7, d -> groups.onResult(delivered.get(0), new byte[] {1}));
        assertFalse(trace.contains("result of 1: 1"), trace::toString);
        at(8, d -> groups.onResult(delivered.get(2), new byte[] {3}));
        assertTrue(trace.contains("result of 1: 3"), trace::toString);
        assertFalse(driver.ended());
    }

    @Test
    void aSnapshotBeforeAllResultsEndsTheDriver() throws IOException {
        resultsLater = true;
        serve();
        at(1, new Ask(1, 0));
        at(2);
        at(3, d -> node.effects.takeSnapshot(node.zxid, NOTHING, false, NOTHING));
        assertEquals(
                "the node took snapshot 1:1 before it had 1 results",
                driver.failure().getMessage());
    }
}
