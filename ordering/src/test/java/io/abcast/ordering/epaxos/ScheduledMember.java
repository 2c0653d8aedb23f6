package io.abcast.ordering.epaxos;

import io.abcast.kernel.Keys;
import io.abcast.kernel.Membership;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * A simulated member in a {@link CoreWorld}: the real consensus code ({@link Epaxos}) with a simulated journal,
 * snapshot and execution. A crash of the member removes the unsynced end of its journal.
 */
final class ScheduledMember implements EpaxosHost {
    private record Held(int position, int to, EpaxosMessage message) {}

    private final CoreWorld world;
    private final int id;

    private final List<InstanceRecord> journal = new ArrayList<>();

    private int synced;

    private List<InstanceId> snapshot = List.of();

    private Epaxos core;

    private PlainExecution execution;
    private final ArrayDeque<Held> held = new ArrayDeque<>();

    private final ArrayDeque<EpaxosMessage> toSelf = new ArrayDeque<>();

    private final TreeMap<InstanceId, Integer> decidedAt = new TreeMap<>();

    private final TreeMap<Long, Dependencies> reads = new TreeMap<>();

    private final TreeMap<Long, List<InstanceId>> required = new TreeMap<>();

    private boolean up = true;
    private boolean halted;

    private int suspects;

    ScheduledMember(CoreWorld world, int id) {
        this.world = world;
        this.id = id;
        start();
    }

    private void start() {
        core = new Epaxos(this, world.quorums());
        execution = new PlainExecution(snapshot);
        long lastOwn = 0;
        for (InstanceId each : snapshot)
            if (each.origin() == id) lastOwn = Math.max(lastOwn, each.number());
        for (int i = 0; i < journal.size(); i++)
            if (journal.get(i).phase() == InstancePhase.COMMITTED)
                decidedAt.putIfAbsent(journal.get(i).id(), i + 1);
        core.restore(prefixes(snapshot), prefixes(snapshot), lastOwn, List.copyOf(journal));
        core.start();
        afterEvent();
    }

    private Prefixes prefixes(List<InstanceId> executed) {
        long[] numbers = new long[members().size()];
        for (int r = 0; r < numbers.length; r++)
            while (executed.contains(new InstanceId(members().id(r), numbers[r] + 1))) numbers[r]++;
        return new Prefixes(numbers);
    }

    void crash() {
        up = false;
        while (journal.size() > synced) journal.remove(journal.size() - 1);
        held.clear();
        toSelf.clear();
        decidedAt.clear();
        reads.clear();
    }

    void restart() {
        up = true;
        start();
    }

    boolean isUp() {
        return up;
    }

    boolean isHalted() {
        return halted;
    }

    Epaxos core() {
        return core;
    }

    PlainExecution execution() {
        return execution;
    }

    void suspect(int ranks) {
        suspects = ranks;
    }

    int suspects() {
        return suspects;
    }

    void open(RequestBatch value) {
        InstanceId opened = core.open(value);
        world.checker().opened(opened, value);
        afterEvent();
    }

    void read(long number, Keys keys) {
        required.put(number, world.checker().answeredWriters(keys));
        core.read(number, keys);
        afterEvent();
    }

    int reads() {
        return reads.size();
    }

    private void serveReads() {
        reads.entrySet()
                .removeIf(
                        read -> {
                            Dependencies writers = read.getValue();
                            boolean executed =
                                    writers.ids().stream().allMatch(execution::isExecuted);
                            for (int r = 0; r < members().size(); r++)
                                for (long n = 1; n <= writers.frontier(r); n++)
                                    executed &=
                                            execution.isExecuted(
                                                    new InstanceId(members().id(r), n));
                            if (executed
                                    && !execution.order().containsAll(required.get(read.getKey())))
                                world.checker()
                                        .violated(
                                                "Read: member %d lacks some of %s with %s"
                                                        .formatted(
                                                                id,
                                                                required.get(read.getKey()),
                                                                writers));
                            return executed;
                        });
    }

    void receive(int from, EpaxosMessage message) {
        core.onMessage(from, message);
        afterEvent();
    }

    void tick() {
        core.onTick();
        for (InstanceId blocker : execution.blockers()) core.urge(blocker);
        for (Dependencies writers : reads.values())
            for (InstanceId each : writers.ids()) if (!execution.isExecuted(each)) core.urge(each);
        afterEvent();
    }

    EpaxosMessage.Heartbeat heartbeat() {
        return new EpaxosMessage.Heartbeat(
                io.abcast.ordering.log.Incarnation.NONE, core.done(), core.frontier());
    }

    void sync(int position) {
        synced = Math.max(synced, position);
        release();
        afterEvent();
    }

    int written() {
        return journal.size();
    }

    int synced() {
        return synced;
    }

    EpaxosMessage.Commit journaled(InstanceId instance) {
        for (InstanceRecord each : journal.subList(0, synced))
            if (each.id().equals(instance) && each.phase() == InstancePhase.COMMITTED)
                return new EpaxosMessage.Commit(instance, each.cmd(), each.dep());
        return null;
    }

    void takeSnapshot() {
        snapshot = List.copyOf(execution.order());
        afterEvent();
    }

    void install(List<InstanceId> theirs) {
        Prefixes prefixes = prefixes(theirs);
        if (!prefixes.contain(core.table().dropped())) return;
        snapshot = List.copyOf(theirs);
        execution = new PlainExecution(snapshot);
        core.onInstalled(prefixes);
        core.table()
                .forEach(
                        instance -> {
                            if (instance.announced) execution.committed(instance.id, instance.dep);
                        });
        afterEvent();
    }

    private void afterEvent() {
        while (!toSelf.isEmpty()) core.onMessage(id, toSelf.removeFirst());
        List<InstanceId> executed = execution.run();
        List<InstanceId> order = execution.order();
        for (int i = order.size() - executed.size(); i < order.size(); i++) {
            InstanceId each = order.get(i);
            world.checker().executed(id, each, order.subList(0, i));
            if (each.origin() == id) world.checker().answered(each);
        }
        long[] done = new long[members().size()];
        for (int r = 0; r < done.length; r++)
            while (isDone(new InstanceId(members().id(r), done[r] + 1))) done[r]++;
        core.onDone(new Prefixes(done));
        serveReads();
    }

    private boolean isDone(InstanceId each) {
        if (!execution.isExecuted(each)) return false;
        Integer position = decidedAt.get(each);
        return (position != null && position <= synced) || snapshot.contains(each);
    }

    private void release() {
        while (!held.isEmpty() && held.peekFirst().position <= synced) {
            Held next = held.removeFirst();
            send(next.to, next.message);
        }
    }

    @Override
    public int id() {
        return id;
    }

    @Override
    public Membership members() {
        return world.members();
    }

    @Override
    public long nowNanos() {
        return world.now();
    }

    @Override
    public long random(long bound) {
        return world.random(bound);
    }

    @Override
    public long retryNanos() {
        return world.retry();
    }

    @Override
    public long roundTripNanos() {
        return world.roundTrip();
    }

    @Override
    public void send(int to, EpaxosMessage message) {
        if (to == id) toSelf.addLast(message);
        else world.send(id, to, message);
    }

    @Override
    public void sendDurably(int to, EpaxosMessage message) {
        if (journal.size() <= synced && held.isEmpty()) send(to, message);
        else held.addLast(new Held(journal.size(), to, message));
    }

    @Override
    public void record(InstanceRecord record) {
        journal.add(record);
        if (record.phase() == InstancePhase.COMMITTED)
            decidedAt.putIfAbsent(record.id(), journal.size());
    }

    @Override
    public boolean isReachable(int member) {
        return (suspects >> members().rank(member) & 1) == 0;
    }

    @Override
    public boolean holds(RequestBatch value) {
        return true;
    }

    @Override
    public void want(InstanceId instance, RequestBatch value, int from) {
        throw new AssertionError("small payloads are part of their requests");
    }

    @Override
    public Keys keys(InstanceId instance, RequestBatch value) {
        return Schedule.keys(value);
    }

    @Override
    public void committed(EpaxosInstance instance) {
        world.checker().committed(id, instance.id, instance.cmd, instance.dep);
        execution.committed(instance.id, instance.dep);
    }

    @Override
    public void readAfter(long read, Dependencies writers) {
        reads.put(read, writers);
    }

    @Override
    public void behind(InstanceId instance, int member) {
        world.fetch(id, member, instance);
    }

    @Override
    public void halt(String reason) {
        halted = true;
        world.checker().violated("Halt: member " + id + ": " + reason);
    }
}
