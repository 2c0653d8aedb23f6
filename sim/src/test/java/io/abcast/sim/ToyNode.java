package io.abcast.sim;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Effects;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Membership;
import io.abcast.kernel.MembershipChange;
import io.abcast.kernel.Message;
import io.abcast.kernel.Node;
import io.abcast.kernel.Probe;
import io.abcast.kernel.QueueVisitor;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.Refusal;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.kernel.Zxid;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The smallest protocol that keeps every invariant, for tests of the simulator. The member with the lowest id always
 * leads, in a new epoch after each start, and followers pull its durable entries.
 */
final class ToyNode implements Node {
    private static final long TICK_NANOS = 10_000_000;
    private static final int TICK = 0;
    private static final int BYTES_MAX = 2_000;
    private static final int RESEND_MAX = 16;

    enum Defect {
        NONE,
        QUORUM_MINUS_ONE,
        READS_LOCALLY,
        ANSWERS_TWICE,
        ORDERS_REPEATS,
        TAKES_GAPS,
        HALTS,
        TWO_LEADERS,
        FORGETS_REQUESTS,
        FOLLOWER_PROPOSES,
        REUSES_EPOCHS,
        BROADCASTS_EARLY,
        FOUNDS_ALONE,
        FORGETS,
        HOARDS
    }

    enum Phase {
        STARTING,
        LEADING,
        FOLLOWING
    }

    /**
     * The toy protocol does not tolerate second starts and removed logs, because its leader accepts late messages of an
     * earlier process of a follower.
     */
    static FuzzSettings settings(Subject toy) {
        return FuzzSettings.of(toy, 3)
                .with(EnumSet.complementOf(EnumSet.of(Fault.ROT, Fault.MISDIRECT, Fault.TWIN)));
    }

    private record Pending(long request, byte[] payload) {}

    private final int id;
    private final Membership members;
    private final int leader;
    private final Effects effects;
    private final Defect defect;

    private long last;
    private long durable;
    private long committed;
    private long delivered;
    private long recoveredLast;
    private final ArrayDeque<Entry> undelivered = new ArrayDeque<>();
    private final ArrayDeque<Long> logOperations = new ArrayDeque<>();
    private long operations;
    private long syncedOperations;
    private boolean loaded;

    private int epoch;

    private boolean epochIsDurable;

    private boolean ready;

    private long first = -1;

    private final ArrayDeque<Pending> pending = new ArrayDeque<>();
    private final Map<Long, Long> reads = new TreeMap<>();

    /** At the leader, for each member by rank: the zxid of the last entry that is durable at the member. */
    private final long[] acked;

    /** A set of request numbers is needed because a later incarnation need not have higher request numbers. */
    private final List<Set<Long>> ordered = new ArrayList<>();

    private final List<Integer> pulling = new ArrayList<>();

    ToyNode(int id, Membership members, Effects effects, Defect defect) {
        this.id = id;
        this.members = members;
        this.effects = effects;
        this.defect = defect;
        leader = members.id(0);
        acked = new long[members.size()];
        for (int rank = 0; rank < members.size(); rank++) ordered.add(new HashSet<>());
    }

    static Subject subject(Defect defect) {
        return subject(defect, null);
    }

    static Subject subject(Defect defect, Timeouts timeouts) {
        return new Subject() {
            @Override
            public String protocol() {
                return "TOY";
            }

            @Override
            public int repairMin(int size) {
                return defect == Defect.FOUNDS_ALONE ? 1 : 0;
            }

            @Override
            public Prepared prepare(Rng random, io.abcast.log.Durability durability) {
                NodeFactory factory =
                        (id, members, seed, effects) -> {
                            ToyNode node = new ToyNode(id, members, effects, defect);
                            Probe look =
                                    defect == Defect.FOUNDS_ALONE
                                            ? node.new EraLook()
                                            : node.new Look();
                            return new NodeFactory.Instance(node, look);
                        };
                return new Prepared(factory, new ToyMessage.Codec(), 0, "toy " + defect, timeouts);
            }
        };
    }

    @Override
    public void onStart(Recovered recovered) {
        byte[] persisted = recovered.persisted();
        epoch = persisted == null ? 1 : new WireReader(persisted).i32() + 1;
        if (defect == Defect.REUSES_EPOCHS) epoch = 1;
        if (leads()) effects.persist(new WireWriter(4).i32(epoch).toByteArray());
        last = recovered.lastZxid();
        durable = last;
        recoveredLast = last;
        if (last == Zxid.NONE) loaded = true;
        else effects.readLog(Zxid.NONE, BYTES_MAX);
        effects.setTimer(TICK, TICK_NANOS);
    }

    @Override
    public void onBatchStart(long nowNanos) {}

    @Override
    public void onBatchEnd() {}

    @Override
    public void onSubmit(long request, byte[] payload) {
        if (defect == Defect.FOLLOWER_PROPOSES && id != leader && loaded && last > 0) {
            Entry entry = new Entry(last + 1, id, request, payload);
            append(entry);
            return;
        }
        if (first < 0) first = request;
        pending.addLast(new Pending(request, payload));
        if (leads()) order(id, first, request, payload);
        else effects.send(leader, new ToyMessage.Forward(first, request, payload));
    }

    private boolean leads() {
        return id == leader;
    }

    private void order(int origin, long firstOfLife, long request, byte[] payload) {
        if (!ready) return;
        int rank = members.rank(origin);
        Set<Long> known = ordered.get(rank);
        boolean joins = request == firstOfLife || known.contains(request - 1);
        boolean fresh = !known.contains(request);
        if (!(joins || defect == Defect.TAKES_GAPS)) return;
        if (!(fresh || defect == Defect.ORDERS_REPEATS)) return;
        known.add(request);
        append(new Entry(nextZxid(), origin, request, payload));
    }

    private long nextZxid() {
        return Zxid.epoch(last) == epoch ? last + 1 : Zxid.of(epoch, 1);
    }

    private void append(Entry entry) {
        effects.append(entry);
        last = entry.zxid();
        undelivered.addLast(entry);
        logOperations.addLast(entry.zxid());
        operations++;
    }

    @Override
    public void onReconfigure(long request, MembershipChange change) {}

    @Override
    public void onRead(long read) {
        if (defect == Defect.READS_LOCALLY) effects.readReady(read);
        else reads.put(read, -1L);
        askAll();
    }

    private void askAll() {
        for (Map.Entry<Long, Long> read : reads.entrySet()) {
            if (read.getValue() >= 0) continue;
            if (!leads()) effects.send(leader, new ToyMessage.Ask(read.getKey()));
            else if (ready) read.setValue(committed);
        }
        answerReads();
    }

    private void answerReads() {
        while (!reads.isEmpty()) {
            Map.Entry<Long, Long> first = reads.entrySet().iterator().next();
            if (first.getValue() < 0 || first.getValue() > delivered) return;
            effects.readReady(first.getKey());
            reads.remove(first.getKey());
        }
    }

    @Override
    public void onMessage(int from, Message message) {
        if (message instanceof ToyMessage.Pull m) pull(from, m);
        else if (message instanceof ToyMessage.Entries m) entries(m);
        else if (message instanceof ToyMessage.Forward m)
            order(from, m.first(), m.request(), m.payload());
        else if (message instanceof ToyMessage.Ask m) {
            if (ready) effects.send(from, new ToyMessage.Answer(m.read(), committed));
        } else if (message instanceof ToyMessage.Answer m) {
            if (reads.containsKey(m.read())) reads.put(m.read(), m.committed());
            else if (defect == Defect.HALTS) effects.halt("answer to read " + m.read());
            answerReads();
        }
    }

    private void pull(int from, ToyMessage.Pull pull) {
        if (!loaded) return;
        int rank = members.rank(from);
        acked[rank] = Math.max(acked[rank], pull.durable());
        commit();
        if (pulling.contains(from) && defect != Defect.HOARDS) return;
        pulling.add(from);
        effects.readLog(pull.last(), BYTES_MAX);
    }

    private void commit() {
        acked[members.rank(id)] = durable;
        long[] sorted = acked.clone();
        Arrays.sort(sorted);
        int quorum = members.quorum() - (defect == Defect.QUORUM_MINUS_ONE ? 1 : 0);
        committed = Math.max(committed, sorted[sorted.length - quorum]);
        deliver();
        boolean delivers = committed >= recoveredLast || defect == Defect.BROADCASTS_EARLY;
        if (loaded && epochIsDurable && delivers) ready = true;
    }

    private void entries(ToyMessage.Entries m) {
        if (!loaded || m.after() != last) {
            committed = Math.max(committed, m.committed());
            deliver();
            return;
        }
        for (Entry entry : m.entries()) append(entry);
        committed = Math.max(committed, m.committed());
        deliver();
        if (!m.entries().isEmpty()) pull();
    }

    private void pull() {
        effects.send(leader, new ToyMessage.Pull(last, durable));
    }

    private void deliver() {
        while (!undelivered.isEmpty() && undelivered.peekFirst().zxid() <= committed) {
            Entry entry = undelivered.removeFirst();
            boolean mine =
                    entry.origin() == id
                            && !pending.isEmpty()
                            && pending.peekFirst().request() == entry.request();
            delivered = entry.zxid();
            effects.deliver(entry, mine);
            if (mine) pending.removeFirst();
            if (mine && defect == Defect.ANSWERS_TWICE)
                effects.refuse(entry.request(), Refusal.BUSY);
        }
        answerReads();
    }

    @Override
    public void onSynced(long position) {
        while (syncedOperations < position) {
            durable = logOperations.removeFirst();
            syncedOperations++;
        }
        assert position <= operations : position + " of " + operations;
        if (leads()) commit();
        else pull();
    }

    @Override
    public void onPersisted(long version) {
        epochIsDurable = true;
        commit();
    }

    @Override
    public void onLogRead(long afterZxid, List<Entry> entries) {
        if (!loaded) {
            load(entries);
            return;
        }
        int to = pulling.remove(0);
        List<Entry> sent = new ArrayList<>();
        for (Entry entry : entries) if (entry.zxid() <= durable) sent.add(entry);
        effects.send(to, new ToyMessage.Entries(afterZxid, committed, sent));
    }

    private void load(List<Entry> entries) {
        long loadedTo = undelivered.isEmpty() ? Zxid.NONE : undelivered.peekLast().zxid();
        for (Entry entry : entries) {
            undelivered.addLast(entry);
            ordered.get(members.rank(entry.origin())).add(entry.request());
            loadedTo = entry.zxid();
        }
        loaded = loadedTo == last;
        if (!loaded) effects.readLog(loadedTo, BYTES_MAX);
    }

    @Override
    public void onSnapshotTaken(SnapshotId snapshot, Digest content) {}

    @Override
    public void onSnapshotRead(SnapshotId snapshot, long offset, byte[] bytes) {}

    @Override
    public void onSnapshotWritten(SnapshotId snapshot, long nextOffset) {}

    @Override
    public void onSnapshotInstalled(SnapshotId snapshot, boolean installed) {}

    @Override
    public void onTimer(int kind) {
        effects.setTimer(TICK, TICK_NANOS);
        askAll();
        if (!leads()) pull();
        if (defect == Defect.FORGETS_REQUESTS) return;
        int resent = 0;
        for (Pending p : pending) {
            if (resent++ == RESEND_MAX) break;
            if (leads()) order(id, first, p.request(), p.payload());
            else effects.send(leader, new ToyMessage.Forward(first, p.request(), p.payload()));
        }
    }

    @Override
    public void onReachable(Set<Integer> reachable) {}

    class Look implements Probe {
        @Override
        public boolean active() {
            return true;
        }

        @Override
        public boolean leads() {
            return ready || defect == Defect.TWO_LEADERS;
        }

        @Override
        public int epoch() {
            return epoch;
        }

        @Override
        public boolean voter() {
            return defect != Defect.FORGETS || last > 0;
        }

        @Override
        public void visitQueues(QueueVisitor to) {
            to.queue("pulls", pulling.size(), members.size() - 1);
        }

        @Override
        public Phase phase() {
            return id != leader ? Phase.FOLLOWING : ready ? Phase.LEADING : Phase.STARTING;
        }

        @Override
        public String line() {
            return "committed " + Zxid.toString(committed) + " pending " + pending.size();
        }
    }

    final class EraLook extends Look implements EnsembleProbe {
        @Override
        public long era() {
            return id;
        }

        @Override
        public boolean recovering() {
            return false;
        }

        @Override
        public String reason() {
            return "";
        }
    }
}
