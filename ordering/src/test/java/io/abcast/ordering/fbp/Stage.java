package io.abcast.ordering.fbp;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Effects;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;
import io.abcast.kernel.QueueVisitor;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.Refusal;
import io.abcast.kernel.SnapshotId;
import io.abcast.ordering.log.Consensus;
import io.abcast.ordering.log.Founded;
import io.abcast.ordering.log.LogConfig;
import io.abcast.ordering.log.LogMessage.Framed;
import io.abcast.ordering.log.LogMessage.Offer;
import io.abcast.ordering.log.LogNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Runs the honest members of an FBP ensemble in one thread and without a network; the test sends messages in the names
 * of the liars. Messages of honest members wait until the test delivers them.
 */
final class Stage {
    record Letter(int from, int to, Message body) {}

    static final long ERA = 1;
    private static final long TICK_NANOS = 20_000_000;

    private final Membership members;
    private final Map<Integer, Honest> honest = new TreeMap<>();
    private final ArrayDeque<Letter> mail = new ArrayDeque<>();
    private long nowNanos = TICK_NANOS;

    Stage(int size, Set<Integer> liars, LogConfig config, IntFunction<Consensus.Factory> engines) {
        this(size, liars, Set.of(), config, engines);
    }

    Stage(
            int size,
            Set<Integer> liars,
            Set<Integer> recovering,
            LogConfig config,
            IntFunction<Consensus.Factory> engines) {
        int[] ids = new int[size];
        for (int i = 0; i < size; i++) ids[i] = i + 1;
        members = Membership.of(ids, new int[0]);
        for (int id : ids)
            if (!liars.contains(id)) honest.put(id, new Honest(id, config, engines.apply(id)));
        for (Honest one : honest.values()) {
            Recovered recovered =
                    recovering.contains(one.id)
                            ? Founded.recovering("FBP", one.id, ERA, one.node.consensus()::write)
                            : Founded.of("FBP", one.id, ERA, one.node.consensus()::write);
            one.event(() -> one.node.onStart(recovered));
        }
    }

    static LogConfig config(int window) {
        return config(window, LogConfig.defaults().snapshotEveryBytes());
    }

    static LogConfig config(int window, long snapshotEveryBytes) {
        return LogConfig.defaults().window(window).snapshotEveryBytes(snapshotEveryBytes);
    }

    Set<Integer> honest() {
        return honest.keySet();
    }

    void submit(int id, long request, byte... payload) {
        Honest one = honest.get(id);
        one.event(() -> one.node.onSubmit(request, payload));
    }

    void startRead(int id, long read) {
        Honest one = honest.get(id);
        one.event(() -> one.node.onRead(read));
    }

    long lastRead(int id) {
        return honest.get(id).lastRead;
    }

    long refused(int id, int sender) {
        return honest.get(id).node.status().messagesRefused().getOrDefault(sender, 0L);
    }

    void tellOfEra(long era, int from, int to, Message body) {
        Honest one = honest.get(to);
        one.event(() -> one.node.onMessage(from, new Framed(era, body)));
    }

    void tell(int from, int to, Message body) {
        Honest one = honest.get(to);
        if (one != null) one.event(() -> one.node.onMessage(from, new Framed(ERA, body)));
    }

    void tell(int from, Iterable<Integer> to, Message body) {
        for (int id : to) tell(from, id, body);
    }

    void deliver(Predicate<Letter> which) {
        for (boolean some = true; some; ) {
            some = false;
            for (Letter letter : List.copyOf(mail)) {
                if (!which.test(letter)) continue;
                mail.removeFirstOccurrence(letter);
                tell(letter.from(), letter.to(), letter.body());
                some = true;
            }
        }
    }

    void deliverAll() {
        for (Letter letter; (letter = mail.pollFirst()) != null; )
            tell(letter.from(), letter.to(), letter.body());
    }

    List<Letter> read(int to) {
        List<Letter> read = new ArrayList<>();
        for (Letter letter : mail) if (letter.to() == to) read.add(letter);
        mail.removeAll(read);
        return read;
    }

    void lose(Predicate<Letter> which) {
        mail.removeIf(which);
    }

    void tick() {
        nowNanos += TICK_NANOS;
        for (Honest one : honest.values()) one.event(() -> one.node.onTimer(0));
    }

    String delivered(int id) {
        return String.join(" ", honest.get(id).delivered);
    }

    long regency(int id) {
        return honest.get(id).node.status().round();
    }

    boolean recovering(int id) {
        return honest.get(id).node.status().recovering();
    }

    long applied(int id) {
        return honest.get(id).node.status().slot();
    }

    int installed(int id) {
        return honest.get(id).installed;
    }

    String disagreement() {
        for (Honest a : honest.values())
            for (Honest b : honest.values()) {
                long both = Math.min(applied(a.id), applied(b.id));
                if (!a.until(both).equals(b.until(both)))
                    return a.id + " has " + a.until(both) + ", " + b.id + " has " + b.until(both);
                if (!a.halted.isEmpty()) return a.id + " has halted: " + a.halted;
            }
        return "";
    }

    void slow(int id, boolean slow) {
        Honest one = honest.get(id);
        one.slow = slow;
        one.event(() -> {});
    }

    void visitQueues(int id, QueueVisitor to) {
        honest.get(id).node.visitQueues(to);
    }

    List<String> refusals(int id) {
        return honest.get(id).refusals;
    }

    void holdInstalls(int id, boolean hold) {
        Honest one = honest.get(id);
        one.holdInstalls = hold;
        one.event(() -> {});
    }

    void hold(int id, boolean state, boolean log) {
        Honest one = honest.get(id);
        one.holdState = state;
        one.holdLog = log;
        one.event(() -> {});
    }

    /**
     * Holds the entries that the member {@code id} writes, or releases them. Votes that the member wrote before its
     * first held entry become durable, but no later write.
     */
    void holdEntries(int id, boolean hold) {
        Honest one = honest.get(id);
        one.holdEntries = hold;
        one.event(() -> {});
    }

    int readsWaiting(int id) {
        Honest one = honest.get(id);
        return one.logReads.size() + one.answers.size();
    }

    long zxidOf(int id, long slot) {
        Honest one = honest.get(id);
        int fromEnd = one.slots.size() - one.slots.indexOf(slot);
        return one.log.get(one.log.size() - fromEnd).zxid();
    }

    List<String> reports(int id) {
        return honest.get(id).reports;
    }

    Offer newestSnapshot(int id) {
        Honest one = honest.get(id);
        if (one.snapshots.isEmpty()) return null;
        SnapshotId newest = one.snapshots.lastKey();
        byte[] content = one.snapshots.get(newest);
        return new Offer(newest, one.notes.get(newest), Digest.of(content), new byte[0]);
    }

    byte[] content(int id, SnapshotId snapshot) {
        return honest.get(id).snapshots.get(snapshot);
    }

    private final class Honest implements Effects {
        private final int id;
        private final LogNode node;
        private final List<String> delivered = new ArrayList<>();
        private final List<Long> slots = new ArrayList<>();
        private String halted = "";
        private long lastRead;
        private final List<Entry> log = new ArrayList<>();
        private final ArrayDeque<Long> logReads = new ArrayDeque<>();
        private final ArrayDeque<Runnable> answers = new ArrayDeque<>();
        private int installed;
        private final ArrayDeque<Runnable> installs = new ArrayDeque<>();
        private final List<String> refusals = new ArrayList<>();
        private boolean slow;
        private boolean holdInstalls;
        private boolean holdState;
        private boolean holdLog;
        private boolean holdEntries;

        private final TreeSet<Long> entryPositions = new TreeSet<>();

        private final List<String> reports = new ArrayList<>();
        private final TreeMap<SnapshotId, byte[]> snapshots =
                new TreeMap<>(Comparator.comparing(SnapshotId::zxid));
        private final Map<SnapshotId, byte[]> notes = new HashMap<>();
        private byte[] partial = new byte[0];
        private long lastSlot;
        private long operations;
        private long synced;
        private long versions;
        private long persisted;

        Honest(int id, LogConfig config, Consensus.Factory engine) {
            this.id = id;
            node = new LogNode("FBP", id, members, config, engine, id, this);
        }

        private void event(Runnable event) {
            if (!halted.isEmpty()) return;
            node.onBatchStart(nowNanos);
            event.run();
            node.onBatchEnd();
            while ((!holdState && persisted < versions)
                    || synced < mayBeSynced()
                    || (!holdInstalls && !installs.isEmpty())
                    || (!slow && !(logReads.isEmpty() && answers.isEmpty()))) {
                node.onBatchStart(nowNanos);
                if (!holdState) persisted = versions;
                synced = mayBeSynced();
                node.onPersisted(persisted);
                node.onSynced(synced);
                if (!holdInstalls && !installs.isEmpty()) installs.pollFirst().run();
                if (!slow && !logReads.isEmpty()) answer(logReads.pollFirst());
                if (!slow && !answers.isEmpty()) answers.pollFirst().run();
                node.onBatchEnd();
            }
        }

        private long mayBeSynced() {
            if (holdLog) return synced;
            Long entry = holdEntries ? entryPositions.higher(synced) : null;
            return entry == null ? operations : entry - 1;
        }

        private void answer(long afterZxid) {
            node.onLogRead(afterZxid, log.stream().filter(e -> e.zxid() > afterZxid).toList());
        }

        private List<String> until(long slot) {
            int count = 0;
            while (count < slots.size() && slots.get(count) <= slot) count++;
            return delivered.subList(0, count);
        }

        @Override
        public void send(int to, Message message) {
            if (message instanceof Framed f) mail.addLast(new Letter(id, to, f.body()));
        }

        @Override
        public void append(Entry entry) {
            log.add(entry);
            operations++;
            entryPositions.add(operations);
        }

        @Override
        public void vote(long slot, long openFrom, Supplier<byte[]> record) {
            operations++;
        }

        @Override
        public void persist(byte[] state) {
            versions++;
        }

        @Override
        public void deliver(Entry entry, boolean mine) {
            lastSlot = entry.slot();
            slots.add(lastSlot);
            delivered.add((char) entry.payload()[0] + "@" + lastSlot);
        }

        @Override
        public void halt(String reason) {
            halted = reason;
        }

        @Override
        public void truncate(long zxid) {}

        @Override
        public void readLog(long afterZxid, int bytesMax) {
            logReads.addLast(afterZxid);
        }

        @Override
        public void purgeLog(long throughZxid) {
            log.removeIf(entry -> entry.zxid() <= throughZxid);
        }

        @Override
        public void reconfigured(long request, boolean mine, Membership now) {}

        @Override
        public void refuse(long request, Refusal why) {
            refusals.add(request + " " + why);
        }

        @Override
        public void readReady(long read) {
            lastRead = read;
        }

        @Override
        public void keepSnapshot(SnapshotId snapshot) {}

        @Override
        public void takeSnapshot(long zxid, byte[] note, boolean digested) {
            byte[] content = String.join(" ", delivered).getBytes(StandardCharsets.US_ASCII);
            SnapshotId taken = new SnapshotId(zxid, content.length, Arrays.hashCode(content));
            snapshots.put(taken, content);
            notes.put(taken, note);
            answers.addLast(() -> node.onSnapshotTaken(taken, Digest.of(content)));
        }

        @Override
        public void readSnapshot(SnapshotId snapshot, long offset, int bytesMax) {
            byte[] content = snapshots.get(snapshot);
            byte[] chunk =
                    content == null
                            ? null
                            : Arrays.copyOfRange(content, (int) offset, content.length);
            answers.addLast(() -> node.onSnapshotRead(snapshot, offset, chunk));
        }

        @Override
        public void writeSnapshot(SnapshotId snapshot, long offset, byte[] bytes) {
            partial = Arrays.copyOf(partial, (int) offset + bytes.length);
            System.arraycopy(bytes, 0, partial, (int) offset, bytes.length);
            answers.addLast(() -> node.onSnapshotWritten(snapshot, offset + bytes.length));
        }

        @Override
        public void installSnapshot(SnapshotId snapshot, byte[] note, Digest content) {
            operations++;
            boolean good = content == null || Digest.of(partial).equals(content);
            if (good) become(snapshot, note);
            installs.addLast(() -> node.onSnapshotInstalled(snapshot, good));
        }

        private void become(SnapshotId snapshot, byte[] note) {
            installed++;
            snapshots.put(snapshot, partial);
            notes.put(snapshot, note);
            log.clear();
            delivered.clear();
            slots.clear();
            delivered.addAll(List.of(new String(partial, StandardCharsets.US_ASCII).split(" ")));
            for (String one : delivered)
                slots.add(Long.parseLong(one.substring(one.indexOf('@') + 1)));
            lastSlot = slots.get(slots.size() - 1);
        }

        @Override
        public void setTimer(int kind, long delayNanos) {}

        @Override
        public void cancelTimer(int kind) {}

        @Override
        public void report(String line) {
            reports.add(line);
        }
    }
}
