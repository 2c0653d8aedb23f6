package io.abcast.ordering;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Effects;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.Refusal;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.VoteRecord;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.kernel.Zxid;
import io.abcast.ordering.log.LogConfig;
import io.abcast.ordering.log.LogMessage.Framed;
import io.abcast.ordering.log.LogNode;
import io.abcast.ordering.log.LogPhase;
import io.abcast.ordering.log.LogStatus;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Runs whole members in one thread, while a test controls each message, each disk and each clock separately. A message
 * stays in flight until the test delivers or drops it, and a disk completes writes at once unless the test holds them.
 */
public final class Script {
    public record Letter(int from, int to, Message message) {
        public Message body() {
            return message instanceof Framed framed ? framed.body() : message;
        }

        public boolean is(Class<? extends Message> type) {
            return type.isInstance(body());
        }
    }

    private static final int DELIVERIES_MAX = 1_000_000;

    /** Binary logarithm of the minimum distance between request numbers of two runs (starts) of a member. */
    private static final int LIFE_BITS = 41;

    private final String protocol;
    private final Membership members;
    private final Map<Integer, LogConfig> configs = new TreeMap<>();
    private final Map<Integer, Place> places = new TreeMap<>();
    private final List<Letter> letters = new ArrayList<>();
    private long seeds = 1;

    public Script(String protocol, int size, LogConfig config) {
        this.protocol = protocol;
        int[] ids = new int[size];
        for (int i = 0; i < size; i++) ids[i] = i + 1;
        members = Membership.of(ids, new int[0]);
        for (int id : ids) {
            configs.put(id, config);
            places.put(id, new Place(id));
        }
        for (Place place : places.values()) place.start();
    }

    public Script(String protocol, int size) {
        this(protocol, size, LogConfig.defaults());
    }

    public void crash(int id) {
        places.get(id).crash();
    }

    public void start(int id) {
        places.get(id).start();
    }

    public void replaceDisk(int id) {
        places.get(id).disk = new Disk();
    }

    public void loseStorage(int id) {
        crash(id);
        lose(of(id));
        replaceDisk(id);
    }

    public static Script serving(String protocol, int size, int seconds) {
        Script script = new Script(protocol, size);
        script.awaitAllServe(seconds);
        return script;
    }

    public void awaitAllServe(int seconds) {
        for (int i = 0; i < seconds; i++) {
            if (allServe()) return;
            run(1_000_000_000L);
        }
        StringBuilder text = new StringBuilder("not all members serve:\n");
        for (int id : members.ids()) text.append(status(id)).append(reports(id)).append('\n');
        throw new AssertionError(text.toString());
    }

    private boolean allServe() {
        for (int id : members.ids()) if (!status(id).voter() || !status(id).active()) return false;
        return true;
    }

    public void loseLastEntry(int id) {
        List<Entry> log = places.get(id).disk.log;
        log.remove(log.size() - 1);
    }

    public void cutLog(int id, int entriesLeft) {
        Place place = places.get(id);
        place.disk.log.subList(entriesLeft, place.disk.log.size()).clear();
        place.disk.votes.clear();
        place.repaired = true;
    }

    public byte[] persisted(int id) {
        return places.get(id).disk.state;
    }

    public Set<Long> votes(int id) {
        return places.get(id).disk.votes.keySet();
    }

    public void configure(int id, LogConfig config) {
        configs.put(id, config);
    }

    public boolean up(int id) {
        return places.get(id).node != null;
    }

    public LogStatus status(int id) {
        return places.get(id).node.status();
    }

    public LogNode node(int id) {
        return places.get(id).node;
    }

    public String halted(int id) {
        return places.get(id).halted;
    }

    public List<String> reports(int id) {
        return places.get(id).reports;
    }

    public List<Integer> delivered(int id) {
        return places.get(id).machine;
    }

    public List<Entry> log(int id) {
        return List.copyOf(places.get(id).disk.log);
    }

    public void replaceLog(int id, List<Entry> entries) {
        places.get(id).disk.log.clear();
        places.get(id).disk.log.addAll(entries);
    }

    public void holdState(int id, boolean hold) {
        places.get(id).holdState = hold;
        places.get(id).complete();
    }

    public void holdLog(int id, boolean hold) {
        places.get(id).holdLog = hold;
        places.get(id).complete();
    }

    /**
     * Holds the writes of a member's log entries, or releases them. Votes that the member wrote before its first held
     * entry become durable, but no later write.
     */
    public void holdEntries(int id, boolean hold) {
        places.get(id).holdEntries = hold;
        places.get(id).complete();
    }

    public List<Letter> inFlight(Predicate<Letter> which) {
        return letters.stream().filter(which).toList();
    }

    public void lose(Predicate<Letter> which) {
        letters.removeIf(which);
    }

    public void deliver(Predicate<Letter> which) {
        int count = 0;
        for (boolean some = true; some; ) {
            some = false;
            for (int i = 0; i < letters.size(); i++) {
                Letter letter = letters.get(i);
                if (!which.test(letter)) continue;
                letters.remove(i);
                arrive(letter);
                some = true;
                if (++count > DELIVERIES_MAX) throw new AssertionError("messages without end");
                break;
            }
        }
    }

    public void arrive(Letter letter) {
        Place to = places.get(letter.to());
        if (to.node != null) to.event(node -> node.onMessage(letter.from(), letter.message()));
    }

    public void deliverAll() {
        deliver(letter -> true);
    }

    public static Predicate<Letter> between(int a, int b) {
        return letter ->
                (letter.from() == a && letter.to() == b)
                        || (letter.from() == b && letter.to() == a);
    }

    public static Predicate<Letter> of(int member) {
        return letter -> letter.from() == member || letter.to() == member;
    }

    public void submit(int id, int payload) {
        Place place = places.get(id);
        long number = place.requests++;
        place.event(node -> node.onSubmit(number, new byte[] {(byte) payload}));
    }

    public void read(int id) {
        Place place = places.get(id);
        long number = place.requests++;
        place.event(node -> node.onRead(number));
    }

    public void pass(int id, long nanos) {
        Place place = places.get(id);
        long until = place.nowNanos + nanos;
        while (place.nowNanos < until && place.node != null) place.tick();
    }

    /**
     * Lets the member {@code id} receive no heartbeat for one election timeout, so that it promises the ballot of
     * another candidate, but does not campaign itself yet.
     */
    public void missLeader(int id) {
        pass(id, configs.get(id).electionTimeoutNanos());
        if (status(id).role() == LogPhase.CAMPAIGNING)
            throw new AssertionError("member " + id + " campaigns");
    }

    public void run(long nanos, Predicate<Letter> arriving) {
        long tick = configs.get(1).tickNanos();
        for (long passed = 0; passed < nanos; passed += tick) {
            for (Place place : places.values()) if (place.node != null) place.tick();
            deliver(arriving);
            letters.clear();
        }
    }

    public void run(long nanos) {
        run(nanos, letter -> true);
    }

    private record LogWrite(boolean entry, Consumer<Disk> effect) {}

    private static final class Disk {
        byte[] state;
        final List<Entry> log = new ArrayList<>();
        final TreeMap<Long, byte[]> votes = new TreeMap<>();
    }

    private final class Place implements Effects {
        final int id;
        Disk disk = new Disk();
        LogNode node;
        String halted;
        boolean holdState;
        boolean holdLog;
        boolean holdEntries;
        boolean repaired;
        long nowNanos = 1_000_000;
        long requests = 1;
        long lives;
        final List<Integer> machine = new ArrayList<>();
        final List<String> reports = new ArrayList<>();
        private final List<Entry> written = new ArrayList<>();
        private final Deque<byte[]> states = new ArrayDeque<>();

        private final Deque<LogWrite> appends = new ArrayDeque<>();

        private final Deque<Runnable> answers = new ArrayDeque<>();
        private long statesDurable;
        private long appendsDurable;

        Place(int id) {
            this.id = id;
        }

        void start() {
            written.clear();
            written.addAll(disk.log);
            machine.clear();
            reports.clear();
            statesDurable = 0;
            appendsDurable = 0;
            requests = ++lives << LIFE_BITS;
            halted = null;
            long last = written.isEmpty() ? Zxid.NONE : written.get(written.size() - 1).zxid();
            node = Ordering.node(protocol, id, members, configs.get(id), seeds++ * 7919 + id, this);
            Recovered recovered =
                    new Recovered(
                            disk.state,
                            SnapshotId.EMPTY,
                            new byte[0],
                            Zxid.NONE,
                            last,
                            new long[0],
                            List.of(),
                            null,
                            0,
                            List.of(),
                            repaired,
                            votes(disk));
            repaired = false;
            event(n -> n.onStart(recovered));
        }

        private static List<VoteRecord> votes(Disk disk) {
            List<VoteRecord> records = new ArrayList<>();
            disk.votes.forEach((slot, bytes) -> records.add(new VoteRecord(slot, bytes)));
            return records;
        }

        void crash() {
            node = null;
            states.clear();
            appends.clear();
            answers.clear();
        }

        void tick() {
            nowNanos += configs.get(id).tickNanos();
            event(n -> n.onTimer(0));
        }

        void event(Consumer<LogNode> what) {
            if (node == null) return;
            node.onBatchStart(nowNanos);
            what.accept(node);
            if (node != null) node.onBatchEnd();
            complete();
        }

        void complete() {
            while (node != null) {
                if (!answers.isEmpty()) {
                    answers.removeFirst().run();
                } else if (!states.isEmpty() && !holdState) {
                    disk.state = states.removeFirst();
                    long version = ++statesDurable;
                    batch(n -> n.onPersisted(version));
                } else if (!appends.isEmpty() && !holdLog && !holdsEntry()) {
                    appends.removeFirst().effect().accept(disk);
                    long position = ++appendsDurable;
                    batch(n -> n.onSynced(position));
                } else {
                    return;
                }
            }
        }

        private boolean holdsEntry() {
            return holdEntries && appends.peekFirst().entry();
        }

        private void batch(Consumer<LogNode> what) {
            node.onBatchStart(nowNanos);
            what.accept(node);
            if (node != null) node.onBatchEnd();
        }

        @Override
        public void send(int to, Message message) {
            WireWriter out = new WireWriter(64);
            OrderingCodec.INSTANCE.encode(message, OrderingCodec.INSTANCE.versionMax(), out);
            Message read = OrderingCodec.INSTANCE.decode(new WireReader(out.toByteArray()));
            letters.add(new Letter(id, to, read));
        }

        @Override
        public void append(Entry entry) {
            written.add(entry);
            appends.addLast(new LogWrite(true, on -> on.log.add(entry)));
        }

        @Override
        public void vote(long slot, long openFrom, Supplier<byte[]> record) {
            byte[] bytes = record.get();
            Consumer<Disk> effect =
                    on -> {
                        on.votes.headMap(openFrom, false).clear();
                        on.votes.put(slot, bytes);
                    };
            appends.addLast(new LogWrite(false, effect));
        }

        @Override
        public void readLog(long afterZxid, int bytesMax) {
            List<Entry> entries = new ArrayList<>();
            int bytes = 0;
            for (Entry entry : written) {
                if (entry.zxid() <= afterZxid) continue;
                bytes += entry.bytes();
                if (bytes > bytesMax && !entries.isEmpty()) break;
                entries.add(entry);
            }
            answers.addLast(() -> batch(n -> n.onLogRead(afterZxid, entries)));
        }

        @Override
        public void persist(byte[] state) {
            states.addLast(state);
        }

        @Override
        public void deliver(Entry entry, boolean mine) {
            machine.add((int) entry.payload()[0]);
        }

        @Override
        public void report(String line) {
            reports.add(line);
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
        public void purgeLog(long throughZxid) {}

        @Override
        public void reconfigured(long request, boolean mine, Membership now) {}

        @Override
        public void refuse(long request, Refusal why) {}

        @Override
        public void readReady(long read) {}

        @Override
        public void keepSnapshot(SnapshotId snapshot) {}

        @Override
        public void takeSnapshot(long zxid, byte[] note, boolean digested) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void readSnapshot(SnapshotId snapshot, long offset, int bytesMax) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void writeSnapshot(SnapshotId snapshot, long offset, byte[] bytes) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void installSnapshot(SnapshotId snapshot, byte[] note, Digest content) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void setTimer(int kind, long delayNanos) {}

        @Override
        public void cancelTimer(int kind) {}

        @Override
        public String toString() {
            return node == null ? id + " is down" : node.status().toString();
        }
    }

    public Set<Integer> disagreeing() {
        Set<Integer> found = new TreeSet<>();
        for (Place a : places.values())
            for (Place b : places.values())
                for (int i = 0; i < Math.min(a.machine.size(), b.machine.size()); i++)
                    if (!a.machine.get(i).equals(b.machine.get(i))) found.add(a.id);
        return found;
    }
}
