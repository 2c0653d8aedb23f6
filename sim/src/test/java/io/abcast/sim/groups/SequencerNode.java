package io.abcast.sim.groups;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Entry;
import io.abcast.kernel.GroupAnswers;
import io.abcast.kernel.GroupDelivery;
import io.abcast.kernel.GroupEffects;
import io.abcast.kernel.GroupNode;
import io.abcast.kernel.GroupTimestamp;
import io.abcast.kernel.Membership;
import io.abcast.kernel.MembershipChange;
import io.abcast.kernel.Message;
import io.abcast.kernel.Probe;
import io.abcast.kernel.QueueVisitor;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.Refusal;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.kernel.Zxid;
import io.abcast.sim.groups.SequencerMessage.Has;
import io.abcast.sim.groups.SequencerMessage.Item;
import io.abcast.sim.groups.SequencerMessage.Ordered;
import io.abcast.sim.groups.SequencerMessage.Request;
import io.abcast.sim.groups.SequencerMessage.Result;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A fixture for tests of the simulator, not a protocol of this project: the replica of group 0 orders the transactions
 * of all groups. The fixture is neither genuine (all transactions pass through group 0) nor fault-tolerant (all
 * replicas wait for a replica that is down).
 */
final class SequencerNode implements GroupNode {
    private static final int SEQUENCER = 0;
    private static final int RESEND = 0;
    private static final long RESEND_NANOS = 20_000_000;
    private static final int ITEMS_MAX = 10;
    private static final int LOG_BYTES_MAX = 100_000;
    private static final byte[] NOTHING = {};

    enum Defect {
        NONE,
        SWAPS,
        ORDERS_REPEATS,
        NEVER_REPEATS,
        ANSWERS_EARLY,
        DELIVERS_EARLY,
        WRITES_THE_CLOCK,
        FORGETS_STATE
    }

    enum Phase {
        STARTING,
        RUNNING
    }

    private static final class Open {
        final Ordered txn;
        final long request;
        final Map<Integer, byte[]> results = new TreeMap<>();
        long number;

        Open(Ordered txn, long request) {
            this.txn = txn;
            this.request = request;
        }
    }

    private final int group;
    private final Placement placement;
    private final long session;
    private final Defect defect;
    private final int snapshotEvery;
    private final GroupEffects effects;
    private final Map<Long, Open> open = new TreeMap<>();

    private final List<Ordered> logged = new ArrayList<>();

    /** At the sequencer, for each group: the number of transactions that the group's replica durably has. */
    private final long[] has;

    private final TreeMap<Integer, byte[]> results = new TreeMap<>();

    private long micros;
    private long synced;

    private int applied;

    private long seq;
    private long requests;
    private long operationsBefore;
    private long recoveredZxid;
    private long lastRead;
    private boolean running;
    private boolean snapshotDue;

    /** The lowest bits of {@code session} are the number of the group. */
    SequencerNode(
            int group,
            Placement placement,
            long session,
            Defect defect,
            int snapshotEvery,
            GroupEffects effects) {
        this.group = group;
        this.placement = placement;
        this.session = session << 8 | group;
        this.defect = defect;
        this.snapshotEvery = snapshotEvery;
        this.effects = effects;
        has = new long[placement.size()];
    }

    Probe probe() {
        return new Probe() {
            @Override
            public boolean leads() {
                return running;
            }

            @Override
            public boolean active() {
                return running;
            }

            @Override
            public int epoch() {
                return 1;
            }

            @Override
            public boolean voter() {
                return true;
            }

            @Override
            public void visitQueues(QueueVisitor to) {}

            @Override
            public Enum<?> phase() {
                return running ? Phase.RUNNING : Phase.STARTING;
            }

            @Override
            public String line() {
                return "logged " + logged.size() + ", delivered " + seq + ", open " + open.size();
            }
        };
    }

    private int server() {
        return serverOf(group);
    }

    private int serverOf(int other) {
        return placement.groups().get(other).id(0);
    }

    @Override
    public void onStart(Recovered recovered) {
        effects.reconfigured(0, false, Membership.of(server()));
        recoveredZxid = recovered.lastZxid();
        effects.readLog(lastLogged(), LOG_BYTES_MAX);
        if (lastLogged() == recoveredZxid) run();
    }

    private void run() {
        running = true;
        synced = logged.size();
        operationsBefore = logged.size();
        apply();
        if (lastRead > 0) effects.readReady(lastRead);
        effects.setTimer(RESEND, RESEND_NANOS);
    }

    @Override
    public void onLogRead(long afterZxid, List<Entry> entries) {
        if (running) return;
        for (Entry entry : entries) logged.add(Ordered.read(new WireReader(entry.payload())));
        if (lastLogged() >= recoveredZxid) run();
        else effects.readLog(lastLogged(), LOG_BYTES_MAX);
    }

    private long lastLogged() {
        return logged.isEmpty() ? Zxid.NONE : Zxid.of(1, logged.size());
    }

    private void append(Ordered txn) {
        logged.add(txn);
        WireWriter out = new WireWriter(64);
        txn.write(out);
        effects.append(new Entry(lastLogged(), server(), logged.size(), out.toByteArray()));
        if (defect == Defect.DELIVERS_EARLY) {
            synced = logged.size();
            apply();
        }
    }

    @Override
    public void onSynced(long position) {
        synced = Math.max(synced, operationsBefore + position);
        apply();
        if (group != SEQUENCER) send(SEQUENCER, new Has(seq));
    }

    private void apply() {
        if (defect == Defect.SWAPS && seq == 0 && synced >= 2 && group != SEQUENCER) {
            Ordered first = logged.get(0);
            logged.set(0, logged.get(1));
            logged.set(1, first);
        }
        if (defect == Defect.SWAPS && seq == 0 && synced < 2 && group != SEQUENCER) return;
        for (; applied < synced; applied++) {
            Ordered txn = logged.get(applied);
            if (!txn.isFor(group)) continue;
            GroupTimestamp timestamp =
                    new GroupTimestamp(txn.number(), txn.session(), txn.request());
            effects.deliver(new GroupDelivery(++seq, timestamp, txn.groups(), txn.payload()));
            if (seq % snapshotEvery == 0) snapshotDue = true;
        }
        if (group == SEQUENCER) has[SEQUENCER] = seq;
    }

    @Override
    public void onResult(long number, byte[] result) {
        results.put((int) number, result);
        Ordered txn = delivered((int) number);
        report(txn, result);
        if (!snapshotDue || results.size() < seq) return;
        snapshotDue = false;
        effects.takeSnapshot(Zxid.of(1, applied), NOTHING, false, state());
    }

    private byte[] state() {
        WireWriter out = new WireWriter(1_000);
        out.i32(applied).i64(seq).i64(defect == Defect.WRITES_THE_CLOCK ? micros : 0);
        out.list(logged.subList(0, applied), Ordered::write);
        out.list(results.values(), (result, to) -> to.bytes(result));
        return out.toByteArray();
    }

    @Override
    public void onDigest(long place, byte[] digest) {}

    @Override
    public void onRestored(byte[] state) {
        if (state.length == 0) return;
        WireReader in = new WireReader(state);
        applied = in.i32();
        seq = in.i64();
        in.i64();
        logged.clear();
        logged.addAll(in.list(1 << 20, Ordered::read));
        results.clear();
        for (byte[] result : in.list(1 << 20, WireReader::bytes))
            results.put(results.size() + 1, result);
        if (defect == Defect.FORGETS_STATE) seq = 0;
    }

    @Override
    public void onSnapshotTaken(SnapshotId snapshot, Digest content) {
        if (snapshot != null) effects.purgeLog(snapshot.zxid());
    }

    @Override
    public void onSubmit(long request, int[] groups, byte[] payload) {
        if (payload.length > SequencerSubject.PAYLOAD_BYTES_MAX) {
            effects.refuse(request, Refusal.TOO_LARGE);
            return;
        }
        long own = ++requests;
        Ordered txn = new Ordered(0, session, own, groups, payload);
        open.put(own, new Open(txn, request));
        send(SEQUENCER, new Request(txn));
    }

    private void onRequest(Ordered txn) {
        for (Ordered known : logged) {
            if (defect == Defect.ORDERS_REPEATS
                    || known.session() != txn.session()
                    || known.request() != txn.request()) continue;
            if (known.number() <= synced) remind(known);
            return;
        }
        append(
                new Ordered(
                        logged.size() + 1L,
                        txn.session(),
                        txn.request(),
                        txn.groups(),
                        txn.payload()));
    }

    private void remind(Ordered txn) {
        for (int to : txn.groups()) {
            if (to == SEQUENCER) {
                reportAgain(txn);
                continue;
            }
            long place = 0;
            for (int i = 0; i < txn.number(); i++) if (logged.get(i).isFor(to)) place++;
            send(to, new Item(place, txn));
        }
    }

    private void pump() {
        for (int other = 0; other < has.length; other++) {
            if (other == SEQUENCER) continue;
            long place = 0;
            for (int i = 0, sent = 0; i < synced && sent < ITEMS_MAX; i++) {
                Ordered txn = logged.get(i);
                if (!txn.isFor(other) || ++place <= has[other]) continue;
                sent++;
                send(other, new Item(place, txn));
            }
        }
    }

    private Ordered delivered(int number) {
        int left = number;
        for (Ordered txn : logged) if (txn.isFor(group) && --left == 0) return txn;
        throw new IllegalStateException("delivery " + number + " of " + logged.size());
    }

    private void reportAgain(Ordered txn) {
        int place = 0;
        for (Ordered known : logged) {
            if (known.isFor(group)) place++;
            if (known.number() == txn.number() && results.containsKey(place)) {
                report(known, results.get(place));
                return;
            }
        }
    }

    private void report(Ordered txn, byte[] result) {
        send(
                (int) (txn.session() & 0xFF),
                new Result(txn.session(), txn.request(), txn.number(), result));
    }

    private void onResultOf(int from, Result m) {
        Open asked = m.session() == session ? open.get(m.request()) : null;
        if (asked == null) return;
        asked.number = m.number();
        asked.results.put(from, m.result());
        int[] groups = asked.txn.groups();
        boolean all = asked.results.size() == groups.length;
        if (!all && defect != Defect.ANSWERS_EARLY) return;
        open.remove(m.request());
        byte[][] inOrder =
                Arrays.stream(groups)
                        .mapToObj(each -> asked.results.getOrDefault(each, m.result()))
                        .toArray(byte[][]::new);
        effects.answer(
                asked.request,
                new GroupAnswers(
                        new GroupTimestamp(asked.number, session, m.request()), groups, inOrder));
    }

    private void send(int to, SequencerMessage message) {
        if (to == group) onGroupMessage(group, server(), message);
        else effects.sendTo(to, serverOf(to), message);
    }

    @Override
    public void onGroupMessage(int from, int fromServer, Message message) {
        if (!running) return;
        if (message instanceof Request m) onRequest(m.txn());
        else if (message instanceof Item m) onItem(m);
        else if (message instanceof Has m) onHas(from, m);
        else if (message instanceof Result m) onResultOf(from, m);
    }

    private void onHas(int from, Has m) {
        if (m.places() <= has[from]) return;
        has[from] = m.places();
        pump();
    }

    private void onItem(Item m) {
        if (m.place() == logged.size() + 1L) append(m.txn());
        else if (m.place() <= results.size()) reportAgain(m.txn());
    }

    @Override
    public void onTimer(int kind) {
        if (defect == Defect.NEVER_REPEATS) return;
        int sent = 0;
        for (Open asked : open.values())
            if (sent++ < ITEMS_MAX) send(SEQUENCER, new Request(asked.txn));
        if (group == SEQUENCER) pump();
        else send(SEQUENCER, new Has(seq));
        effects.setTimer(RESEND, RESEND_NANOS);
    }

    @Override
    public void onBatchStart(long nowNanos) {}

    @Override
    public void onBatchEnd() {}

    @Override
    public void onClock(long epochMicros) {
        micros = epochMicros;
    }

    @Override
    public void onSubmit(long request, byte[] payload) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void onReconfigure(long request, MembershipChange change) {
        effects.refuse(request, Refusal.BAD_CHANGE);
    }

    @Override
    public void onRead(long read) {
        lastRead = read;
        if (running) effects.readReady(read);
    }

    @Override
    public void onMessage(int from, Message message) {}

    @Override
    public void onPersisted(long version) {}

    @Override
    public void onSnapshotRead(SnapshotId snapshot, long offset, byte[] bytes) {}

    @Override
    public void onSnapshotWritten(SnapshotId snapshot, long nextOffset) {}

    @Override
    public void onSnapshotInstalled(SnapshotId snapshot, boolean installed) {}

    @Override
    public void onReachable(Set<Integer> members) {}
}
