package io.abcast.search;

import io.abcast.command.JsonText;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Interference;
import io.abcast.kernel.Keys;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Zxid;
import io.abcast.ordering.Ordering;
import io.abcast.ordering.epaxos.Dependencies;
import io.abcast.ordering.epaxos.EpaxosStep;
import io.abcast.ordering.epaxos.EpaxosWatch;
import io.abcast.ordering.epaxos.InstanceId;
import io.abcast.ordering.epaxos.RequestBatch;
import io.abcast.sim.Subject;
import io.abcast.sim.check.Checker;
import io.abcast.sim.check.ObservedRequest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Records which instances members execute in one run of EPaxos, as JSON lines for checkers outside this project;
 * docs/reliability.md defines the format. All times are in ns of virtual time. If two processes run as one server, the
 * log records only the newer process.
 */
public final class ExecutionLog extends Checker {
    private record Line(long nanos, String text) {}

    private record Named(int origin, long number) {}

    private final Interference interference;
    private Membership members;
    private final List<Line> lines = new ArrayList<>();

    private final Map<Integer, Replica> replicas = new HashMap<>();

    private final Map<InstanceId, EpaxosStep> ways = new HashMap<>();

    /** Instances that some member has executed, so that their entry in {@link #ways} no longer changes. */
    private final Set<InstanceId> executed = new HashSet<>();

    private final Map<Named, ObservedRequest> requests = new LinkedHashMap<>();
    private final Map<Named, Long> answered = new HashMap<>();
    private boolean renewed;

    private ExecutionLog(Interference interference) {
        this.interference = interference;
    }

    /**
     * Creates an execution log that records the next run of the protocol {@code subject}.
     *
     * @throws IllegalArgumentException if the protocol {@code subject} is not EPaxos
     */
    public static ExecutionLog of(Subject subject) {
        if (!(subject instanceof EpaxosFamily epaxos))
            throw new IllegalArgumentException(
                    "expected " + Ordering.EPAXOS + ", got " + subject.protocol());
        ExecutionLog log = new ExecutionLog(epaxos.interference());
        epaxos.ensemble().record(log);
        return log;
    }

    Replica replica(int id, Membership of) {
        members = of;
        Replica before = replicas.get(id);
        // If an operator starts a server twice, its older process still runs, but the log shows
        // this process as crashed.
        if (before != null && !before.over) crash(before);
        Replica replica = new Replica(id, before == null ? new HashSet<>() : before.nops);
        replicas.put(id, replica);
        return replica;
    }

    final class Replica implements EpaxosWatch {
        private final int id;

        private final Set<InstanceId> nops;

        private InstanceId instance;

        private Dependencies deps;
        private boolean over;

        private Replica(int id, Set<InstanceId> nops) {
            this.id = id;
            this.nops = nops;
        }

        @Override
        public void onStep(EpaxosStep step, InstanceId of) {
            if (over) return;
            boolean fast = step == EpaxosStep.COMMITTED_FAST;
            boolean chosen =
                    step == EpaxosStep.COMMITTED_SLOW
                            || step == EpaxosStep.COMMITTED_RECOVERED
                            || step == EpaxosStep.COMMITTED_NOP;
            // A crash may undo a fast commit that no member has executed, so a later decision
            // replaces it.
            if (fast) ways.putIfAbsent(of, step);
            else if (chosen && !executed.contains(of)) {
                if (ways.get(of) == EpaxosStep.COMMITTED_FAST) ways.remove(of);
                ways.putIfAbsent(of, step);
            }
        }

        @Override
        public void onExecuted(InstanceId of, RequestBatch value, Dependencies its) {
            if (over) return;
            instance = of;
            deps = its;
            executed.add(of);
            if (!value.isNop() || !nops.add(of)) return;
            JsonText text = new JsonText().open('{').key("replica").value(id);
            decision(text, "nop").key("keys").open('{').close('}');
            add(text);
        }

        /** Entries that the member reads from its own log at its start are not recorded. */
        void delivered(Entry entry) {
            if (over || instance == null) return;
            JsonText text = new JsonText().open('{').key("replica").value(id);
            text.key("seq").value(Zxid.counter(entry.zxid()));
            text.key("submit");
            pair(text, entry.origin(), entry.request());
            decision(text, path(instance));
            keys(text.key("keys"), interference.keys(entry.payload()));
            add(text);
        }

        private JsonText decision(JsonText text, String path) {
            text.key("instance");
            pair(text, instance.origin(), instance.number());
            text.key("deps").open('[');
            deps.forEach((rank, number) -> pair(text, members.id(rank), number));
            text.close(']').key("frontier").open('[');
            for (int r = 0; r < members.size(); r++)
                if (deps.frontier(r) > 0) pair(text, members.id(r), deps.frontier(r));
            return text.close(']').key("path").value(path);
        }

        @Override
        public void onInstalled(long zxid) {
            if (over) return;
            JsonText text = new JsonText().open('{').key("replica").value(id);
            add(text.key("snapshot").value(Zxid.counter(zxid)));
        }
    }

    private String path(InstanceId of) {
        EpaxosStep way = ways.get(of);
        if (way == null) throw new IllegalStateException("no member has decided instance " + of);
        return switch (way) {
            case COMMITTED_FAST -> "fast";
            case COMMITTED_SLOW -> "slow";
            default -> "recovered";
        };
    }

    private static void keys(JsonText text, Keys keys) {
        text.open('{');
        if (keys.isAll() || keys.readsAll()) text.key("*").value(keys.isAll() ? "w" : "r");
        for (int i = 0; i < keys.size(); i++)
            text.key(keys.key(i)).value(keys.isWritten(i) ? "w" : "r");
        text.close('}');
    }

    private static JsonText pair(JsonText text, int id, long number) {
        return text.open('[').value(id).value(number).close(']');
    }

    private void add(JsonText text) {
        long now = history().nowNanos();
        add(now, text.key("t").value(now).close('}'));
    }

    private void add(long nanos, JsonText text) {
        lines.add(new Line(nanos, text.toString()));
    }

    private void crash(Replica replica) {
        replica.over = true;
        JsonText text = new JsonText().open('{').key("replica").value(replica.id);
        add(text.key("crash").value(true));
    }

    @Override
    protected void onCrashed(int rank) {
        if (rank >= members.size()) return;
        Replica replica = replicas.get(members.id(rank));
        if (replica != null && !replica.over) crash(replica);
    }

    @Override
    protected void onNumbered(ObservedRequest request) {
        requests.put(named(request), request);
    }

    @Override
    protected void onTold(ObservedRequest request) {
        answered.put(named(request), history().nowNanos());
    }

    private Named named(ObservedRequest request) {
        int rank = history().server(request.rank());
        return new Named(history().members().id(rank), request.number());
    }

    @Override
    protected void onNewBeginning() {
        renewed = true;
        ways.clear();
        executed.clear();
        for (Replica replica : replicas.values()) replica.nops.clear();
    }

    /**
     * Whether all members have forgotten the history during this run, so that the lines belong to several histories.
     */
    public boolean isRenewed() {
        return renewed;
    }

    /** The lines of the execution log in the order of their times. */
    public List<String> lines() {
        List<Line> all = new ArrayList<>(lines);
        requests.forEach(
                (name, request) -> {
                    Long at = answered.get(name);
                    JsonText text = new JsonText().open('{').key("submit");
                    pair(text, name.origin(), name.number());
                    text.key("t").value(request.submittedNanos()).key("answered").value(at);
                    all.add(new Line(request.submittedNanos(), text.close('}').toString()));
                });
        all.sort(Comparator.comparingLong(Line::nanos));
        return all.stream().map(Line::text).toList();
    }
}
