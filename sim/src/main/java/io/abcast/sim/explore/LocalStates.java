package io.abcast.sim.explore;

import io.abcast.kernel.Membership;
import io.abcast.log.Durability;
import io.abcast.sim.explore.Host.Effect;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All reached states of single members, and the outcomes of events in these states. The state of a node is a
 * deterministic function of its events. Therefore, the class stores one sequence of events for each state, and rebuilds
 * a node by running this sequence again.
 */
final class LocalStates {
    private static final int[] NO_SENDS = {};

    private static final int KEPT_MAX = 2_000;

    private record Kept(Host host, Memento memento) {}

    private record RootKey(int rank, int life, long low, long high) {}

    private final Host.World world;
    private final Events events;
    private final int crashesMax;
    private final List<LocalState> all = new ArrayList<>();
    private final LongIntMap numbers = new LongIntMap();
    private final LongIntMap known = new LongIntMap();
    private final List<EventOutcome> outcomes = new ArrayList<>();
    private final Map<RootKey, EventOutcome> roots = new HashMap<>();
    private final Hash128 hash = new Hash128();

    private final FieldRules rules;

    /** For each member, by rank: the node that handled this member's last event. */
    private final Host[] live;

    private final int[] liveAt;

    private final Map<Integer, Kept> keeps =
            new LinkedHashMap<>(16, 0.75f, true) {
                private static final long serialVersionUID = 1;

                @Override
                protected boolean removeEldestEntry(Map.Entry<Integer, Kept> eldest) {
                    return size() > KEPT_MAX;
                }
            };

    private int firstLife;

    private boolean outlined;
    private int auditEvery;
    private long merges;
    private long rebuilt;
    private long replayed;

    LocalStates(
            ExploredProtocol protocol,
            Bounds bounds,
            Membership members,
            Messages messages,
            Sequences sequences,
            Events events) {
        this.events = events;
        crashesMax = bounds.crashes();
        live = new Host[members.size()];
        liveAt = new int[members.size()];
        rules = protocol.rules();
        world =
                new Host.World(
                        protocol,
                        members,
                        messages,
                        sequences,
                        new Fingerprinter(rules, protocol.longestNanos()),
                        new RandomState(rules.dice()),
                        bounds.durability());
    }

    LocalState get(int local) {
        return all.get(local);
    }

    int size() {
        return all.size();
    }

    int outcomes() {
        return outcomes.size();
    }

    /** Returns two numbers: rebuilt nodes, and events that ran again to rebuild them. */
    long[] work() {
        return new long[] {rebuilt, replayed};
    }

    EventOutcome root(int rank, int life, DiskImage disk, int[] submitted) {
        hash.reset();
        disk.hash(hash);
        for (int each : submitted) hash.add(each);
        RootKey key = new RootKey(rank, life, hash.low, hash.high);
        EventOutcome outcome = roots.get(key);
        if (outcome != null) return outcome;
        Host host = new Host(world, rank, life, disk, submitted);
        host.start(disk);
        int[] sends = sends(host.effects());
        int next = intern(host, -1, Events.NONE, disk);
        outcome =
                new EventOutcome(
                        Events.NONE, next, sends, Cost.FREE, host.delivered(), EventOutcome.NONE);
        roots.put(key, outcome);
        return outcome;
    }

    /** The event {@code event} must not be a crash. */
    EventOutcome outcome(int local, int event) {
        long key = (long) local << 32 | event;
        int number = known.get(key);
        if (number != LongIntMap.NONE) return outcomes.get(number);
        EventOutcome outcome = run(local, event);
        known.put(key, outcomes.size());
        outcomes.add(outcome);
        return outcome;
    }

    private EventOutcome run(int local, int event) {
        Host host = hostAt(local);
        long before = host.campaign();
        int delivered = host.delivered();
        apply(host, event);
        int next = intern(host, local, event, null);
        live[host.rank()] = host;
        liveAt[host.rank()] = next;
        long after = host.campaign();
        int cost = after != 0 && after != before ? Cost.CAMPAIGN : Cost.FREE;
        if (Events.kind(event) == Events.PASS && cost == Cost.FREE) cost = Cost.RETRY;
        EventOutcome[] crashes =
                host.life() - firstLife >= crashesMax || host.broken() != null
                        ? EventOutcome.NONE
                        : crashesDuring(host, event, cost, delivered);
        return new EventOutcome(
                event, next, sends(host.effects()), cost, host.delivered(), crashes);
    }

    void firstLife(int life) {
        firstLife = life;
    }

    void allowCrashes(int[] states) {
        for (int state : states) all.get(state).crashes = crashesBetween(rebuild(state));
    }

    /** {@code null} if the crash is not possible in the member state {@code local}. */
    EventOutcome crash(int local, int event) {
        int during = events.crash(event).during();
        EventOutcome[] crashes =
                during == Events.NONE ? all.get(local).crashes : outcome(local, during).crashes();
        for (EventOutcome crash : crashes) if (crash.event() == event) return crash;
        return null;
    }

    void apply(Host host, int event) {
        int about = Events.about(event);
        switch (Events.kind(event)) {
            case Events.DELIVER -> host.arrived(about);
            case Events.STATE_WRITTEN -> host.stateWritten();
            case Events.LOG_WRITTEN -> host.logWritten();
            case Events.SUBMIT -> host.submit();
            case Events.PASS -> host.pass(nanos(Events.time(event)), Events.dice(event));
            default -> throw new IllegalArgumentException("event " + event);
        }
    }

    private long nanos(int time) {
        return switch (time) {
            case Events.TICK -> world.protocol().tickNanos();
            case Events.RETRY -> world.protocol().retryNanos();
            default -> world.protocol().electionNanos();
        };
    }

    /** The returned node may handle one event only. */
    private Host hostAt(int local) {
        int rank = all.get(local).rank;
        if (live[rank] != null && liveAt[rank] == local) {
            Host host = live[rank];
            live[rank] = null;
            return host;
        }
        live[rank] = null;
        ArrayDeque<Integer> path = new ArrayDeque<>();
        Kept kept = null;
        int at = local;
        for (; ; at = all.get(at).parent) {
            kept = keeps.get(at);
            if (kept != null || all.get(at).parent < 0) break;
            path.addFirst(all.get(at).event);
        }
        Host host;
        if (kept == null) {
            host = begun(all.get(at));
            rebuilt++;
        } else {
            host = kept.host();
            kept.memento().restore();
        }
        for (int event : path) apply(host, event);
        replayed += path.size();
        // The explorer will probably need this state again, so the class keeps the node with the
        // content of the state.
        if (kept == null || !path.isEmpty())
            keeps.put(local, new Kept(host, new Memento(host, rules)));
        return host;
    }

    private Host begun(LocalState root) {
        int[] before = Arrays.copyOf(root.submitted, root.life);
        Host host = new Host(world, root.rank, root.life, root.disk, before);
        host.start(root.disk);
        return host;
    }

    Host rebuild(int local) {
        ArrayDeque<Integer> path = new ArrayDeque<>();
        LocalState at = all.get(local);
        for (; at.parent >= 0; at = all.get(at.parent)) path.addFirst(at.event);
        Host host = begun(at);
        for (int event : path) apply(host, event);
        return host;
    }

    private int intern(Host host, int parent, int event, DiskImage disk) {
        hash.reset();
        host.fingerprint(hash);
        int found = numbers.get(hash.low);
        if (found != LongIntMap.NONE) {
            if (all.get(found).high != hash.high)
                throw new IllegalStateException("two states with one hash");
            if (parent >= 0 && auditEvery > 0 && ++merges % auditEvery == 0)
                audit(found, parent, event);
            return found;
        }
        int number = all.size();
        numbers.put(hash.low, number);
        LocalState local = new LocalState(host, parent, event, disk, hash.high, outlined);
        all.add(local);
        local.crashes = EventOutcome.NONE;
        if (host.life() - firstLife < crashesMax && host.broken() == null)
            local.crashes = crashesBetween(host);
        return number;
    }

    void outlined() {
        outlined = true;
    }

    /** Makes the class audit one of every {@code every} merges of member states; 0 disables audits. */
    void auditEvery(int every) {
        auditEvery = every;
    }

    long audited() {
        return auditEvery == 0 ? 0 : merges / auditEvery;
    }

    private void audit(int found, int parent, int event) {
        LocalState state = all.get(found);
        List<Integer> next = new ArrayList<>();
        if (state.stateWrites > 0) next.add(Events.of(Events.STATE_WRITTEN, 0));
        if (state.logWrites > 0) next.add(Events.of(Events.LOG_WRITTEN, 0));
        next.add(Events.of(Events.SUBMIT, 0));
        next.add(Events.pass(Events.RETRY, 0));
        next.add(Events.pass(Events.ELECTION, 0));
        for (int message = 0; message < world.messages().size(); message++)
            if (world.messages().get(message).to() == state.rank)
                next.add(Events.of(Events.DELIVER, message));
        for (int each : next) {
            Host one = rebuild(found);
            Host other = rebuild(parent);
            apply(other, event);
            apply(one, each);
            apply(other, each);
            Hash128 hashOne = new Hash128().reset();
            Hash128 hashOther = new Hash128().reset();
            one.fingerprint(hashOne);
            other.fingerprint(hashOther);
            boolean same =
                    hashOne.low == hashOther.low && one.effectsText().equals(other.effectsText());
            if (!same)
                throw new UnknownFieldException(
                        "the fingerprint merges states of member "
                                + world.members().id(state.rank)
                                + " that differ: after event "
                                + each
                                + " one has the effects "
                                + one.effectsText()
                                + ", the other one "
                                + other.effectsText());
        }
    }

    private EventOutcome[] crashesBetween(Host host) {
        List<EventOutcome> found = new ArrayList<>();
        crash(host, host.effects(), Events.NONE, -1, NO_SENDS, Cost.FREE, host.delivered(), found);
        return found.toArray(EventOutcome.NONE);
    }

    private EventOutcome[] crashesDuring(Host host, int event, int cost, int deliveredBefore) {
        List<EventOutcome> found = new ArrayList<>();
        List<Effect> effects = List.copyOf(host.effects());
        int delivered = deliveredBefore;
        for (int count = 1; count < effects.size(); count++) {
            List<Effect> happened = effects.subList(0, count);
            if (effects.get(count - 1) instanceof Host.Deliver d) delivered = d.sequence();
            crash(host, happened, event, count, sends(happened), cost, delivered, found);
        }
        return found.toArray(EventOutcome.NONE);
    }

    private void crash(
            Host host,
            List<Effect> happened,
            int event,
            int count,
            int[] sends,
            int cost,
            int delivered,
            List<EventOutcome> found) {
        int stateWrites = host.stateWrites();
        int logWrites = host.logWrites();
        for (int i = happened.size(); i < host.effects().size(); i++) {
            if (host.effects().get(i) instanceof Host.Persist) stateWrites--;
            if (host.effects().get(i) instanceof Host.Write) logWrites--;
        }
        if (world.durability() == Durability.MEMORY) {
            stateWrites = 0;
            logWrites = 0;
        }
        for (int s = 0; s <= stateWrites; s++) {
            for (int l = 0; l <= logWrites; l++) {
                DiskImage disk = host.after(s, l);
                EventOutcome root = root(host.rank(), host.life() + 1, disk, host.submitted());
                int[] all = union(sends, root.sends());
                boolean again = false;
                for (EventOutcome other : found)
                    again |=
                            other.next() == root.next()
                                    && other.peak() == delivered
                                    && Arrays.equals(other.sends(), all);
                if (again) continue;
                int number = events.number(new Events.Crash(event, count, s, l));
                found.add(
                        new EventOutcome(
                                number,
                                root.next(),
                                all,
                                cost + Cost.CRASH,
                                delivered,
                                EventOutcome.NONE));
            }
        }
    }

    private static int[] union(int[] a, int[] b) {
        if (b.length == 0) return a;
        if (a.length == 0) return b;
        int[] both = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, both, a.length, b.length);
        return Arrays.stream(both).distinct().toArray();
    }

    private static int[] sends(List<Effect> effects) {
        int count = 0;
        for (Effect effect : effects) if (effect instanceof Host.Send) count++;
        if (count == 0) return NO_SENDS;
        return effects.stream()
                .filter(effect -> effect instanceof Host.Send)
                .mapToInt(effect -> ((Host.Send) effect).message())
                .distinct()
                .toArray();
    }

    Host.World world() {
        return world;
    }
}
