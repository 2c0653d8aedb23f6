package io.abcast.ordering.epaxos;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Effects;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Interference;
import io.abcast.kernel.Keys;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.Refusal;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.VoteRecord;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.kernel.Zxid;
import io.abcast.ordering.OrderingCodec;
import io.abcast.ordering.log.LogMessage.Framed;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Runs complete {@link EpaxosNode}s for a test that controls each message, each disk and each clock. As its replicated
 * state, each member has the list of payloads that it has delivered.
 */
final class NodeScript {
    record Letter(int from, int to, Message message) {
        Message body() {
            return message instanceof Framed framed ? framed.body() : message;
        }

        boolean is(Class<? extends Message> type) {
            return type.isInstance(body());
        }
    }

    private static final int LIFE_BITS = 41;

    final Membership members;
    private final Interference interference;
    private final OrderingCodec codec;
    private final EpaxosConfig config;
    private final Map<Integer, Place> places = new TreeMap<>();
    private final List<Letter> letters = new ArrayList<>();

    private final Map<Integer, List<String>> sent = new TreeMap<>();

    private long seeds = 1;

    NodeScript(int size, EpaxosConfig config, Interference interference) {
        int[] ids = new int[size];
        for (int i = 0; i < size; i++) ids[i] = i + 1;
        members = Membership.of(ids, new int[0]);
        this.config = config;
        this.interference = interference;
        codec = OrderingCodec.of(members);
        for (int id : ids) places.put(id, new Place(id));
        for (Place place : places.values()) place.start();
        for (int i = 0; i < 100 && !allActive(); i++) run(100_000_000);
        if (!allActive()) throw new AssertionError("not founded: " + places);
    }

    private boolean allActive() {
        for (Place place : places.values()) if (!place.node.status().active()) return false;
        return true;
    }

    void crash(int id) {
        places.get(id).crash();
        letters.removeIf(letter -> letter.from() == id || letter.to() == id);
    }

    void start(int id) {
        places.get(id).start();
    }

    void loseStorage(int id) {
        crash(id);
        places.get(id).disk = new Disk();
    }

    void loseSnapshot(int id) {
        Disk disk = places.get(id).disk;
        if (disk.logAfter != Zxid.NONE) throw new AssertionError("the log is cut");
        disk.snapshot = SnapshotId.EMPTY;
        disk.note = new byte[0];
        disk.content = new byte[0];
    }

    void loseLastVote(int id) {
        places.get(id).disk.votes.pollLastEntry();
    }

    /** Removes the last entry from the log of a stopped member. */
    void loseLastEntry(int id) {
        List<Entry> log = places.get(id).disk.log;
        log.remove(log.size() - 1);
    }

    EpaxosNode node(int id) {
        return places.get(id).node;
    }

    List<String> machine(int id) {
        return places.get(id).machine;
    }

    String halted(int id) {
        return places.get(id).halted;
    }

    List<Refusal> refused(int id) {
        return places.get(id).refused;
    }

    long ready(int id) {
        return places.get(id).ready;
    }

    List<String> sent(int id) {
        return sent.get(id);
    }

    List<Integer> receiversOf(Class<? extends Message> type, int from) {
        List<Integer> to = new ArrayList<>();
        for (Letter letter : letters)
            if (letter.from() == from && letter.is(type)) to.add(letter.to());
        return to;
    }

    long queue(int id, String name) {
        long[] size = {0};
        node(id).visitQueues(
                        (queue, now, bound) -> {
                            if (queue.equals(name)) size[0] = Math.max(size[0], now);
                        });
        return size[0];
    }

    int entriesInVotes(int id) {
        Disk disk = places.get(id).disk;
        int found = 0;
        for (Entry entry : disk.log) {
            byte[] vote = disk.votes.get(entry.slot());
            for (int i = 0; vote != null && i <= vote.length - entry.payload().length; i++) {
                int end = i + entry.payload().length;
                if (!Arrays.equals(vote, i, end, entry.payload(), 0, entry.payload().length))
                    continue;
                found++;
                break;
            }
        }
        return found;
    }

    void holdLog(int id, boolean hold) {
        places.get(id).holdLog = hold;
        places.get(id).complete();
    }

    long submit(int id, String payload) {
        Place place = places.get(id);
        long number = place.requests++;
        place.event(n -> n.onSubmit(number, payload.getBytes(StandardCharsets.UTF_8)));
        return number;
    }

    long read(int id) {
        Place place = places.get(id);
        long number = place.requests++;
        place.event(n -> n.onRead(number));
        return number;
    }

    long read(int id, String... keys) {
        Place place = places.get(id);
        long number = place.requests++;
        place.event(n -> n.onRead(number, Keys.reading(keys)));
        return number;
    }

    List<Long> served(int id) {
        return places.get(id).served;
    }

    void deliver(Predicate<Letter> which) {
        for (int i = 0; i < letters.size(); ) {
            Letter letter = letters.get(i);
            if (!which.test(letter)) {
                i++;
                continue;
            }
            letters.remove(i);
            Place to = places.get(letter.to());
            if (to.node != null) to.event(n -> n.onMessage(letter.from(), letter.message()));
            i = 0;
        }
    }

    List<Letter> flying() {
        return List.copyOf(letters);
    }

    void pass() {
        for (Place place : places.values())
            if (place.node != null) {
                place.nowNanos += config.log().tickNanos();
                place.event(n -> n.onTimer(0));
            }
    }

    List<Integer> snapshotSizes(int id) {
        return places.get(id).snapshotSizes;
    }

    void lose(Predicate<Letter> which) {
        letters.removeIf(which);
    }

    void run(long nanos, Predicate<Letter> arriving) {
        long tick = config.log().tickNanos();
        for (long passed = 0; passed < nanos; passed += tick) {
            for (Place place : places.values())
                if (place.node != null) {
                    place.nowNanos += tick;
                    place.event(n -> n.onTimer(0));
                }
            deliver(arriving);
            letters.clear();
        }
    }

    void run(long nanos) {
        run(nanos, letter -> true);
    }

    private static final class Disk {
        byte[] state;
        final List<Entry> log = new ArrayList<>();
        final TreeMap<Long, byte[]> votes = new TreeMap<>();
        SnapshotId snapshot = SnapshotId.EMPTY;
        byte[] note = new byte[0];
        byte[] content = new byte[0];
        long logAfter = Zxid.NONE;
    }

    private final class Place implements Effects {
        final int id;
        Disk disk = new Disk();
        EpaxosNode node;
        String halted;
        boolean holdLog;
        long nowNanos = 1_000_000;
        long requests;
        long lives;
        long ready = -1;
        final List<Long> served = new ArrayList<>();
        final List<String> machine = new ArrayList<>();
        final List<Refusal> refused = new ArrayList<>();
        final List<Integer> snapshotSizes = new ArrayList<>();
        private final ArrayDeque<Consumer<Disk>> log = new ArrayDeque<>();
        private final ArrayDeque<byte[]> states = new ArrayDeque<>();
        private final ArrayDeque<Consumer<EpaxosNode>> answers = new ArrayDeque<>();
        private long statesDurable;
        private long logDurable;
        private byte[] transfer = new byte[0];

        Place(int id) {
            this.id = id;
        }

        void start() {
            statesDurable = 0;
            logDurable = 0;
            ready = -1;
            halted = null;
            requests = ++lives << LIFE_BITS;
            sent.put(id, new ArrayList<>());
            restoreMachine();
            long seed = seeds++ * 7919 + id;
            node = new EpaxosNode(id, members, config, interference, seed, this, null);
            List<VoteRecord> votes = new ArrayList<>();
            disk.votes.forEach((slot, bytes) -> votes.add(new VoteRecord(slot, bytes)));
            long last =
                    disk.log.isEmpty()
                            ? disk.snapshot.zxid()
                            : disk.log.get(disk.log.size() - 1).zxid();
            Recovered recovered =
                    new Recovered(
                            disk.state,
                            disk.snapshot,
                            disk.note,
                            disk.logAfter,
                            last,
                            new long[0],
                            List.of(),
                            null,
                            0,
                            List.of(),
                            false,
                            votes);
            event(n -> n.onStart(recovered));
        }

        private void restoreMachine() {
            machine.clear();
            String text = new String(disk.content, StandardCharsets.UTF_8);
            if (!text.isEmpty()) machine.addAll(Arrays.asList(text.split("\n", -1)));
        }

        void crash() {
            node = null;
            log.clear();
            states.clear();
            answers.clear();
        }

        void event(Consumer<EpaxosNode> what) {
            if (node == null) return;
            node.onBatchStart(nowNanos);
            what.accept(node);
            if (node != null) node.onBatchEnd();
            complete();
        }

        void complete() {
            while (node != null) {
                if (!answers.isEmpty()) batch(answers.removeFirst());
                else if (!states.isEmpty()) {
                    disk.state = states.removeFirst();
                    long version = ++statesDurable;
                    batch(n -> n.onPersisted(version));
                } else if (!log.isEmpty() && !holdLog) {
                    log.removeFirst().accept(disk);
                    long position = ++logDurable;
                    batch(n -> n.onSynced(position));
                } else return;
            }
        }

        private void batch(Consumer<EpaxosNode> what) {
            node.onBatchStart(nowNanos);
            what.accept(node);
            if (node != null) node.onBatchEnd();
        }

        @Override
        public void send(int to, Message message) {
            WireWriter out = new WireWriter(64);
            codec.encode(message, codec.versionMax(), out);
            Letter letter = new Letter(id, to, codec.decode(new WireReader(out.toByteArray())));
            letters.add(letter);
            sent.get(id).add(letter.body().getClass().getSimpleName());
        }

        @Override
        public void append(Entry entry) {
            log.addLast(on -> on.log.add(entry));
        }

        @Override
        public void vote(long slot, long openFrom, Supplier<byte[]> record) {
            byte[] bytes = record.get();
            log.addLast(
                    on -> {
                        on.votes.headMap(openFrom, false).clear();
                        on.votes.put(slot, bytes);
                    });
        }

        @Override
        public void readLog(long afterZxid, int bytesMax) {
            List<Entry> entries = new ArrayList<>();
            for (Entry entry : disk.log) if (entry.zxid() > afterZxid) entries.add(entry);
            answers.addLast(n -> n.onLogRead(afterZxid, entries));
        }

        @Override
        public void persist(byte[] state) {
            states.addLast(state);
        }

        @Override
        public void deliver(Entry entry, boolean mine) {
            machine.add(new String(entry.payload(), StandardCharsets.UTF_8));
        }

        @Override
        public void takeSnapshot(long zxid, byte[] note, boolean digested) {
            byte[] content = String.join("\n", machine).getBytes(StandardCharsets.UTF_8);
            SnapshotId taken = new SnapshotId(zxid, content.length, Arrays.hashCode(content));
            snapshotSizes.add(machine.size());
            answers.addLast(
                    n -> {
                        disk.snapshot = taken;
                        disk.note = note;
                        disk.content = content;
                        n.onSnapshotTaken(taken, null);
                    });
        }

        @Override
        public void purgeLog(long throughZxid) {
            disk.log.removeIf(entry -> entry.zxid() <= throughZxid);
            disk.logAfter = throughZxid;
        }

        @Override
        public void readSnapshot(SnapshotId snapshot, long offset, int bytesMax) {
            boolean held = snapshot.equals(disk.snapshot);
            byte[] bytes =
                    !held
                            ? null
                            : Arrays.copyOfRange(
                                    disk.content,
                                    (int) offset,
                                    (int) Math.min(disk.content.length, offset + bytesMax));
            answers.addLast(n -> n.onSnapshotRead(snapshot, offset, bytes));
        }

        @Override
        public void writeSnapshot(SnapshotId snapshot, long offset, byte[] bytes) {
            transfer = Arrays.copyOf(transfer, (int) offset + bytes.length);
            System.arraycopy(bytes, 0, transfer, (int) offset, bytes.length);
            answers.addLast(n -> n.onSnapshotWritten(snapshot, offset + bytes.length));
        }

        @Override
        public void installSnapshot(SnapshotId snapshot, byte[] note, Digest content) {
            byte[] bytes = Arrays.copyOf(transfer, (int) snapshot.bytes());
            log.addLast(
                    on -> {
                        on.snapshot = snapshot;
                        on.note = note;
                        on.content = bytes;
                        on.log.clear();
                        on.logAfter = snapshot.zxid();
                        restoreMachine();
                        answers.addLast(n -> n.onSnapshotInstalled(snapshot, true));
                    });
        }

        @Override
        public void refuse(long request, Refusal why) {
            refused.add(why);
        }

        @Override
        public void readReady(long read) {
            ready = read;
        }

        @Override
        public void readServed(long read) {
            served.add(read);
        }

        @Override
        public void halt(String reason) {
            halted = reason;
            crash();
        }

        @Override
        public void truncate(long lastZxid) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void reconfigured(long request, boolean mine, Membership now) {}

        @Override
        public void keepSnapshot(SnapshotId snapshot) {}

        @Override
        public void setTimer(int kind, long delayNanos) {}

        @Override
        public void cancelTimer(int kind) {}

        @Override
        public void report(String line) {}

        @Override
        public String toString() {
            return node == null ? id + " is down: " + halted : node.status().toString();
        }
    }
}
