package io.abcast.ordering.epaxos;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Dissemination;
import io.abcast.kernel.Effects;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Interference;
import io.abcast.kernel.Keys;
import io.abcast.kernel.Membership;
import io.abcast.kernel.QueueVisitor;
import io.abcast.kernel.Refusal;
import io.abcast.kernel.VoteRecord;
import io.abcast.kernel.Zxid;
import io.abcast.ordering.epaxos.EpaxosMessage.Bytes;
import io.abcast.ordering.epaxos.EpaxosMessage.Want;
import io.abcast.ordering.log.Incarnation;
import io.abcast.ordering.log.Journal;
import io.abcast.ordering.log.LogConfig;
import io.abcast.ordering.log.RequestBounds;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/**
 * The state of one EPaxos member: journal, payloads, consensus on instances, execution, and requests.
 *
 * <p><b>Restart.</b> The restarted member executes again the decisions in its journal whose effects its snapshot does
 * not contain. The same requests take effect again, because only the order of interfering instances decides which
 * requests take effect. The member does not deliver a request again whose entry is in the replayed log.
 */
final class EpaxosState implements Execution.Host, ReadRounds.Asking {
    private record Named(int origin, long number) {}

    /**
     * Once {@code operations} log operations are durable, the execution of all instances in {@code executed} is
     * durable.
     */
    private record Mark(long operations, Prefixes executed, long zxid) {}

    private final EpaxosHost host;
    private final Membership members;
    private final int id;
    private final int own;
    private final EpaxosConfig config;
    private final RequestBounds bounds;
    private final Interference interference;
    private final Incarnation run;
    private final Journal journal;
    private final Effects effects;
    private final EpaxosQuorums quorums;
    private final Dissemination dissemination;

    /** Fetches missing payloads; {@code null} if another service fetches payloads. */
    private final DirectPayloads direct;

    private final InstancePayloads payloads;
    private final WantedPayloads wanted;
    private final InstanceJournal records;
    private final ReadRounds reads;
    private final PassedRequests passed;

    private Epaxos core;
    private Execution execution;
    private RequestFlow flow;

    private final TreeMap<InstanceId, RequestBatch> decided = new TreeMap<>();

    private final LinkedHashMap<Named, Proposal> taken = new LinkedHashMap<>();

    private final Set<Named> logged = new HashSet<>();

    private final ArrayDeque<Mark> marks = new ArrayDeque<>();

    private SnapshotCare snapshots;

    /** While {@code starting} is true, the member takes no snapshot. */
    private boolean starting;

    private EpaxosNote start;

    private Prefixes closed;

    private long zxid;
    private long durableZxid;

    private long bytes;

    private long delivered;
    private long nops;
    private long executed;
    private boolean progress;

    EpaxosState(
            EpaxosHost host,
            EpaxosConfig config,
            Interference interference,
            EpaxosQuorums quorums,
            Incarnation run,
            Journal journal,
            Effects effects,
            Dissemination dissemination) {
        this.host = host;
        this.config = config;
        bounds = new RequestBounds(config.log());
        this.interference = interference;
        this.quorums = quorums;
        this.run = run;
        this.journal = journal;
        this.effects = effects;
        members = host.members();
        id = host.id();
        own = members.rank(id);
        boolean fetches = dissemination != null && dissemination.fetches();
        direct = fetches ? null : new DirectPayloads(host, dissemination);
        this.dissemination = direct == null ? dissemination : direct;
        payloads = new InstancePayloads(members, config, this.dissemination);
        wanted = new WantedPayloads(host, payloads, this.dissemination);
        records = new InstanceJournal(members, journal, payloads);
        long first = host.random(Long.MAX_VALUE >> 1);
        reads = new ReadRounds(this, first, effects::readReady, effects::readServed);
        passed = new PassedRequests(host, config.log().window());
    }

    // ------------------------------------------------------------------ start

    void begin() {
        begin(EpaxosNote.empty(members), Prefixes.none(members));
    }

    /** The caller replays the log after the call of {@code begin}. */
    void begin(EpaxosNote note, Prefixes closedBefore) {
        start = note;
        closed = closedBefore;
        logged.clear();
        zxid = note.zxid();
        bytes = note.bytes();
        // Callers may have submitted requests while the member read its log.
        if (flow == null) flow = newFlow(note.requests());
        else flow.install(note.requests(), note.executed());
    }

    private RequestFlow newFlow(RequestTable table) {
        LogConfig log = config.log();
        return new RequestFlow(members, id, run, 1, table, log.window(), config);
    }

    void replay(Entry entry) {
        zxid = entry.zxid();
        bytes += entry.bytes();
        logged.add(new Named(entry.origin(), entry.request()));
        effects.deliver(entry, false);
    }

    void start(long stamp, List<VoteRecord> votes) {
        records.stamp(stamp);
        core = new Epaxos(host, quorums);
        execution = new Execution(start.executed(), this);
        List<InstanceRecord> restored = records.restore(votes, closed);
        Prefixes line = records.dropped(start.prefixes(), restored);
        records.droppedThrough(line);
        core.restore(line, start.prefixes(), highestOwn(start.executed()), restored);
        core.table().forEach(this::restoreOwn);
        // core.start() may append entries, which are not durable yet.
        durableZxid = zxid;
        starting = true;
        core.start();
        starting = false;
        // After a damaged log was cut, the only member of an ensemble keeps the entries that have
        // no decided instance.
        if (members.size() == 1) logged.clear();
        if (!logged.isEmpty())
            effects.halt("the log holds " + logged.size() + " entries without a decided instance");
        start = null;
    }

    private long highestOwn(Dependencies of) {
        long[] highest = {of.frontier(own)};
        of.forEach(
                (rank, number) -> {
                    if (rank == own) highest[0] = Math.max(highest[0], number);
                });
        return highest[0];
    }

    private void restoreOwn(EpaxosInstance instance) {
        boolean value = instance.initCmd != null && !instance.initCmd.isNop();
        if (instance.id.origin() != id || !value || execution.isExecuted(instance.id)) return;
        flow.restored(instance.id, instance.initCmd, keys(instance.id, instance.initCmd));
    }

    /** The caller must call {@code connect} before {@link #begin}. */
    void connect(SnapshotCare care) {
        snapshots = care;
    }

    /** Only a member without a history changes its ensemble. */
    void stamp(long stamp) {
        if (stamp == records.stamp()) return;
        boolean empty = core.table().size() == 0;
        records.stamp(stamp);
        if (empty) return;
        core.end();
        records.renew();
        wanted.clear();
        decided.clear();
        marks.clear();
        start = EpaxosNote.empty(members);
        RequestTable table = new RequestTable(members);
        core = new Epaxos(host, quorums);
        execution = new Execution(start.executed(), this);
        for (long unknown : flow.install(table, start.executed()))
            effects.refuse(unknown, Refusal.UNKNOWN);
        reads.renew();
    }

    // ------------------------------------------------------------------ requests

    void submit(long request, byte[] payload) {
        RequestQueue queue = flow.queue();
        Refusal refusal = bounds.refusal(payload, queue.size(), queue.bytes());
        if (refusal != null) {
            effects.refuse(request, refusal);
            return;
        }
        Keys keys;
        try {
            keys = interference.keys(payload);
        } catch (IllegalArgumentException e) {
            effects.refuse(request, Refusal.INVALID_PAYLOAD);
            return;
        }
        queue.submit(request, payload, keys);
        progress = true;
    }

    /**
     * Refuses all requests of this member up to number {@code through} that were never proposed, because their callers
     * no longer wait.
     */
    void withdraw(long through) {
        for (long number : flow.queue().unfinished()) {
            if (number > through) return;
            Proposal its = flow.queue().unanswered(number);
            if (its != null && flow.queue().withdraw(number))
                effects.refuse(number, Refusal.WITHDRAWN);
        }
    }

    void onPass(int from, Request request) {
        boolean done =
                flow.table().isEffective(request.origin(), request.incarnation(), request.number());
        Named name = new Named(request.origin(), request.number());
        byte[] payload = payloads.of(request);
        if (done || !host.votes() || payload == null) return;
        RequestQueue queue = flow.queue();
        if (!bounds.hasRoom(payload, queue.size(), queue.bytes())) return;
        if (request.origin() != from || taken.containsKey(name)) return;
        Keys keys = RequestKeys.of(request, keysOf(payload), true);
        taken.put(name, flow.queue().pass(request, payload, keys));
        progress = true;
    }

    boolean mayPropose() {
        return progress;
    }

    /** A learner (a member without a vote) passes its waiting requests to a voter instead. */
    void propose() {
        progress = false;
        if (installing() || !host.mayOrder() || !dissemination.hasRoom()) return;
        if (host.votes()) {
            passed.takeBack(flow.queue());
            for (List<Proposal> batch = next(); !batch.isEmpty(); batch = next()) open(batch);
        } else if (host.learns() && !passed.isFull()) {
            List<Proposal> batch = next();
            if (!batch.isEmpty()) passed.pass(batch);
        }
    }

    private boolean installing() {
        return snapshots.installing();
    }

    private List<Proposal> next() {
        return flow.next(core.index(), host.nowNanos(), host.roundTripNanos());
    }

    private void open(List<Proposal> batch) {
        List<Request> requests = new ArrayList<>(batch.size());
        for (Proposal each : batch) {
            requests.add(each.request);
            if (each.request.isInline()) continue;
            payloads.put(each.request.digest(), each.payload);
            dissemination.spread(each.request.digest(), each.payload);
        }
        InstanceId opened = core.open(new RequestBatch(requests));
        host.opened(opened);
        flow.opened(opened, batch, host.nowNanos());
    }

    // ------------------------------------------------------------------ payloads

    void want(InstanceId instance, RequestBatch value, int from) {
        wanted.want(instance, value, from);
    }

    void onWant(int from, Want m) {
        byte[] payload = payloads.get(m.digest());
        if (payload != null) host.send(from, new Bytes(payload));
    }

    void onBytes(int from, Bytes m) {
        if (m.bytes().length <= config.log().payloadBytesMax())
            onBytes(from, Digest.of(m.bytes()), m.bytes());
    }

    /** The caller has checked the digest of the arrived payload. */
    void onBytes(int from, Digest digest, byte[] payload) {
        List<InstanceId> complete = wanted.onArrived(digest, payload);
        if (complete == null) payloads.add(members.rank(from), digest, payload);
        else
            for (InstanceId id : complete) {
                core.onBytes(id);
                wanted.handled(id);
            }
    }

    void onVote(int from, InstanceId instance) {
        if (from == id || instance.origin() != id) return;
        EpaxosInstance its = core.table().get(instance);
        if (its == null || its.initCmd == null) return;
        for (Request request : its.initCmd.requests())
            if (!request.isInline()) dissemination.holds(from, request.digest());
    }

    /** This member must hold the payloads of the value. */
    Keys keys(InstanceId instance, RequestBatch value) {
        Keys.Builder all = new Keys.Builder();
        for (Request request : value.requests()) {
            Keys payload = keysOf(payloads.of(request));
            all.add(RequestKeys.of(request, payload, RequestKeys.isPassed(request, instance)));
        }
        return all.build();
    }

    /**
     * If this member's version of the application rejects a payload that another member has accepted, the payload
     * counts as writing all keys.
     */
    private Keys keysOf(byte[] payload) {
        try {
            return interference.keys(payload);
        } catch (IllegalArgumentException e) {
            return Keys.ALL;
        }
    }

    // ------------------------------------------------------------------ agreement

    void record(InstanceRecord record) {
        records.record(record);
    }

    void known(EpaxosInstance instance) {
        if (execution.isExecuted(instance.id)) core.index().executed(instance.id);
    }

    void dropped(EpaxosInstance instance) {
        wanted.forget(instance.id);
        records.dropped(instance.id);
    }

    void committed(EpaxosInstance instance) {
        if (execution.isExecuted(instance.id)) return;
        decided.put(instance.id, instance.cmd);
        flow.committed(instance.id, host.nowNanos());
        // If a snapshot is about to replace the state machine, the execution of decided instances
        // waits for a call of resume or install.
        if (!installing()) execute(instance);
    }

    private void execute(EpaxosInstance instance) {
        try {
            execution.committed(instance.id, instance.dep);
        } catch (IllegalStateException e) {
            host.halt("contradicting decisions: " + e.getMessage());
        }
    }

    // ------------------------------------------------------------------ execution

    @Override
    public void execute(List<InstanceId> component) {
        long bytesBefore = bytes;
        for (InstanceId each : component) {
            RequestBatch value = decided.remove(each);
            core.index().executed(each);
            EpaxosInstance instance = core.table().get(each);
            if (instance != null) host.observeExecuted(instance);
            if (each.origin() == id) host.executed(each);
            long place = records.placeOf(each);
            flow.executed(each, value, request -> takeEffect(request, place));
            if (value.isNop()) nops++;
            executed++;
        }
        flow.table().forget(execution::prefix);
        progress = true;
        if (!starting) snapshots.onExecuted(bytesBefore);
    }

    private void takeEffect(Request request, long place) {
        Named name = new Named(request.origin(), request.number());
        taken.remove(name);
        if (logged.remove(name)) return;
        zxid = Zxid.after(zxid);
        Entry entry =
                new Entry(
                        zxid,
                        request.origin(),
                        request.number(),
                        payloads.of(request),
                        Entry.Kind.REQUEST,
                        place);
        boolean mine =
                request.origin() == id
                        && request.incarnation().equals(run)
                        && flow.queue().unanswered(request.number()) != null;
        bytes += entry.bytes();
        journal.append(entry);
        effects.deliver(entry, mine);
        delivered++;
    }

    @Override
    public void reached(long ticket) {
        reads.reached(ticket);
    }

    @Override
    public void await(Dependencies set, long ticket) {
        execution.await(set, ticket);
    }

    @Override
    public void ask(long number, Keys keys) {
        core.read(number, keys);
    }

    @Override
    public void forgetRead(long number) {
        core.forgetRead(number);
    }

    void mark() {
        Prefixes now = prefixes();
        Mark last = marks.peekLast();
        boolean news = last == null ? !now.equals(core.done()) : !now.equals(last.executed());
        if (news || (last == null ? durableZxid : last.zxid()) != zxid) {
            // The previous mark (statement of durable execution) becomes durable with the same log
            // operation as the new mark, so the new mark replaces it.
            if (last != null && last.operations() == journal.operations()) marks.removeLast();
            marks.addLast(new Mark(journal.operations(), now, zxid));
        }
        onSynced();
    }

    private Prefixes prefixes() {
        long[] numbers = new long[members.size()];
        for (int r = 0; r < numbers.length; r++) numbers[r] = execution.prefix(r);
        return new Prefixes(numbers);
    }

    void onSynced() {
        Mark durable = null;
        while (!marks.isEmpty() && journal.isDurable(marks.peekFirst().operations()))
            durable = marks.removeFirst();
        if (durable == null) return;
        durableZxid = durable.zxid();
        core.onDone(durable.executed());
    }

    void onTick() {
        core.onTick();
        execution.forEachBlocker(core::urge);
        if (direct != null) direct.onTick();
        if (!host.votes()) passed.onTick();
        progress = true;
    }

    // ------------------------------------------------------------------ snapshots

    EpaxosNote note() {
        return new EpaxosNote(zxid, bytes, execution.executed(), flow.table());
    }

    Prefixes droppedHere() {
        return core.table().dropped();
    }

    Dependencies executedHere() {
        return execution.executed();
    }

    void closeThrough(Prefixes prefixes) {
        records.closeThrough(prefixes, droppedHere());
    }

    /** This member keeps its votes, promises and numbers of all instances that the snapshot does not contain. */
    void install(EpaxosNote note) {
        zxid = note.zxid();
        bytes = note.bytes();
        durableZxid = zxid;
        host.observeInstalled(zxid);
        marks.clear();
        decided.clear();
        execution = new Execution(note.executed(), this);
        for (long unknown : flow.install(note.requests(), note.executed()))
            effects.refuse(unknown, Refusal.UNKNOWN);
        taken.values().removeIf(each -> flow.isEffective(each.request));
        core.onInstalled(note.prefixes());
        List<EpaxosInstance> again = new ArrayList<>();
        core.table()
                .forEach(
                        instance -> {
                            if (instance.announced) again.add(instance);
                        });
        for (EpaxosInstance instance : again) committed(instance);
        reads.renewWaits();
        progress = true;
    }

    /**
     * Continues after the installation of a snapshot has failed: executes the instances that were decided during the
     * installation.
     */
    void resume() {
        for (InstanceId each : decided.keySet().toArray(new InstanceId[0])) {
            EpaxosInstance instance = core.table().get(each);
            if (instance != null) execute(instance);
        }
    }

    // ------------------------------------------------------------------ figures

    Epaxos core() {
        return core;
    }

    ReadRounds reads() {
        return reads;
    }

    InstancePayloads payloads() {
        return payloads;
    }

    long zxid() {
        return zxid;
    }

    long durableZxid() {
        return durableZxid;
    }

    long bytes() {
        return bytes;
    }

    int pending() {
        return flow == null ? 0 : flow.queue().size();
    }

    long delivered() {
        return delivered;
    }

    long nops() {
        return nops;
    }

    long executed() {
        return executed;
    }

    int unexecuted() {
        return execution == null ? 0 : execution.unexecuted();
    }

    long bytesRetained() {
        return records.bytesRetained();
    }

    long bytesFetched() {
        return wanted.fetched();
    }

    /** Returns an undecided instance for which an execution or a read waits; {@code null} without such an instance. */
    InstanceId blocker() {
        InstanceId[] first = new InstanceId[1];
        if (execution != null)
            execution.forEachBlocker(each -> first[0] = first[0] == null ? each : first[0]);
        return first[0];
    }

    void visitQueues(QueueVisitor to) {
        bounds.visitQueues(to, flow.queue().size(), flow.queue().bytes());
        to.queue("requests of learners", taken.size(), flow.queue().size());
        flow.instances().visitQueues(to);
        // An instance of this member that was committed fast and is not durable yet counts neither
        // as undecided nor in the map "decided".
        int unexecuted = core.undecided() + decided.size() + flow.instances().size();
        to.queue("indexed instances that are not executed", core.index().open(), unexecuted);
        to.queue("instances not durable", marks.size(), journal.notDurable() + 1);
        to.queue("decided values", decided.size(), core.table().size());
        core.visitQueues(to);
        payloads.visitQueues(to);
        wanted.visitQueues(to);
        passed.visitQueues(to);
        reads.visitQueues(to);
    }
}
