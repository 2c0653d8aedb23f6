package io.abcast.ordering.epaxos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Keys;
import io.abcast.kernel.Membership;
import io.abcast.ordering.log.Incarnation;
import io.abcast.ordering.log.LogConfig;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Tests requests from their submission to their effects at three members, with a table of decisions in place of the
 * consensus protocol. Each request must take effect once at each member, and interfering requests in the same order at
 * all members.
 */
@org.junit.jupiter.api.parallel.Execution(ExecutionMode.CONCURRENT)
class RequestFlowTest {
    private static final Membership MEMBERS = Membership.of(2, 5, 9);
    private static final int SEEDS = 400;
    private static final int REQUESTS = 60;
    private static final long ROUND_TRIP_NANOS = 40;

    private record Decision(InstanceId id, RequestBatch value, Dependencies dependencies) {}

    private final class Member implements Execution.Host {
        final int id;
        final KeyIndex known = new KeyIndex(MEMBERS);
        final KeyIndex unexecuted = new KeyIndex(MEMBERS);
        final RequestFlow requests;
        final Execution execution = new Execution(Dependencies.none(MEMBERS), this);
        final List<Decision> undelivered = new ArrayList<>();
        final TreeMap<InstanceId, RequestBatch> values = new TreeMap<>();
        final List<Request> effects = new ArrayList<>();
        int submitted;
        long opened;

        final long[] announcedDone = new long[3];

        long[] announcedFrontier = new long[3];
        final long[] dropped = new long[3];

        /**
         * The values of {@code reachable} are random, because wrong information about reachability must not affect
         * safety.
         */
        final boolean[] reachable = {true, true, true};

        Member(int id) {
            this.id = id;
            EpaxosConfig config = new EpaxosConfig(LogConfig.defaults(), 8, 1, 8, 1);
            RequestTable table = new RequestTable(MEMBERS);
            requests = new RequestFlow(MEMBERS, id, new Incarnation(0, id), 1, table, 4, config);
        }

        void submit() {
            if (submitted == REQUESTS) return;
            Keys keys = randomKeys();
            submitted++;
            long number = requests.queue().submit(new byte[1 + random.nextInt(4)], keys);
            keysOf.put(id + "#" + number, keys);
        }

        void learn(InstanceId instance, Keys keys) {
            if (instance.number() <= dropped[MEMBERS.rank(instance.origin())]) return;
            known.put(instance, keys, keys);
            if (!execution.isExecuted(instance)) unexecuted.put(instance, keys, keys);
        }

        void open() {
            List<Proposal> batch = requests.next(unexecuted, now, ROUND_TRIP_NANOS);
            if (batch.isEmpty()) return;
            InstanceId instance = new InstanceId(id, ++opened);
            requests.opened(instance, batch, 0);
            RequestBatch value =
                    new RequestBatch(batch.stream().map(each -> each.request).toList());
            Keys keys = Keys.NONE;
            for (Proposal each : batch) {
                boolean isPassed = RequestKeys.isPassed(each.request, instance);
                keys = keys.and(RequestKeys.of(each.request, each.keys, isPassed));
            }
            // Some requests are also proposed by a second member, as passed requests of a learner
            // are.
            for (Proposal each : batch)
                if (random.nextInt(20) == 0)
                    members.get(random.nextInt(3))
                            .requests
                            .queue()
                            .pass(
                                    each.request,
                                    each.payload,
                                    RequestKeys.of(each.request, each.keys, true));
            // A quorum of members votes: each voter adds the interfering instances that it knows to
            // the dependencies.
            Dependencies d = Dependencies.upTo(MEMBERS, frontier()).raise(dropped);
            d = known.interfering(keys, d, instance);
            learn(instance, keys);
            Member other = members.get((MEMBERS.rank(id) + 1 + random.nextInt(2)) % 3);
            d = other.known.interfering(keys, d, instance).raise(other.dropped);
            other.learn(instance, keys);
            boolean nop = random.nextInt(100) < nopPercent;
            for (Member each : members) {
                // As a recovery does, raise the frontier to the drop line of some member, and keep
                // X.
                if (random.nextInt(5) == 0) d = d.raise(members.get(random.nextInt(3)).dropped);
                if (random.nextInt(3) == 0) each.learn(instance, keys);
                each.undelivered.add(
                        nop
                                ? new Decision(
                                        instance, RequestBatch.NOP, Dependencies.none(MEMBERS))
                                : new Decision(instance, value, d));
            }
        }

        long[] frontier() {
            return minimum(each -> each.announcedDone);
        }

        private long[] minimum(Function<Member, long[]> of) {
            long[] least = of.apply(this).clone();
            for (Member each : members)
                for (int rank = 0; rank < 3 && reachable[MEMBERS.rank(each.id)]; rank++)
                    least[rank] = Math.min(least[rank], of.apply(each)[rank]);
            return least;
        }

        void heartbeat() {
            if (random.nextInt(10) == 0)
                for (int rank = 0; rank < 3; rank++) reachable[rank] = random.nextInt(3) > 0;
            for (int rank = 0; rank < 3; rank++) announcedDone[rank] = execution.prefix(rank);
            announcedFrontier = frontier();
            long[] line = minimum(each -> each.announcedFrontier);
            for (int rank = 0; rank < 3; rank++) {
                long through = Math.min(line[rank], execution.prefix(rank));
                dropped[rank] = Math.max(dropped[rank], through);
                drops += dropped[rank] > 0 ? 1 : 0;
            }
            known.dropThrough(dropped);
        }

        void deliver() {
            if (undelivered.isEmpty()) return;
            Decision decision = undelivered.remove(random.nextInt(undelivered.size()));
            values.put(decision.id, decision.value);
            requests.committed(decision.id, now);
            execution.committed(decision.id, decision.dependencies);
        }

        @Override
        public void execute(List<InstanceId> component) {
            for (InstanceId each : component) {
                unexecuted.remove(each);
                RequestBatch value = values.remove(each);
                int before = effects.size();
                requests.executed(each, value, effects::add);
                if (value.isNop()) nops++;
                skipped += value.requests().size() + before - effects.size();
            }
        }

        @Override
        public void reached(long ticket) {
            throw new AssertionError(ticket);
        }
    }

    private final Map<String, Keys> keysOf = new TreeMap<>();
    private final List<Member> members = new ArrayList<>();
    private Random random;
    private int nopPercent;
    private long now;
    private int nops;
    private int skipped;
    private int drops;

    private Keys randomKeys() {
        Keys.Builder keys = new Keys.Builder();
        int count = random.nextInt(3);
        for (int i = 0; i < count; i++) {
            String name = "key " + random.nextInt(4);
            if (random.nextInt(3) == 0) keys.read(name);
            else keys.write(name);
        }
        if (random.nextInt(30) == 0) keys.writeAll();
        if (random.nextInt(30) == 0) keys.readAll();
        return keys.build();
    }

    private static String name(Request request) {
        return request.origin() + "#" + request.number();
    }

    @Test
    void requestsTakeEffectOnceAndInOneOrder() {
        for (int seed = 0; seed < SEEDS; seed++) {
            random = new Random(seed);
            nopPercent = random.nextInt(40);
            keysOf.clear();
            members.clear();
            for (int rank = 0; rank < 3; rank++) members.add(new Member(MEMBERS.id(rank)));
            for (int step = 0; step < 100_000 && !isDone(); step++) {
                now++;
                Member member = members.get(random.nextInt(3));
                switch (random.nextInt(5)) {
                    case 0 -> member.submit();
                    case 1 -> member.open();
                    case 2 -> member.heartbeat();
                    default -> member.deliver();
                }
            }
            for (Member member : members) {
                assertEquals(3 * REQUESTS, member.effects.size(), "seed " + seed);
                assertEquals(3 * REQUESTS, member.requests.table().effective());
                assertEquals(0, member.requests.queue().size());
                assertEquals(0, member.requests.instances().size());
            }
            assertOrders(seed);
        }
        assertTrue(drops > 1_000, "heartbeats that dropped instances: " + drops);
        assertTrue(nops > 1_000, "Nops executed: " + nops);
        assertTrue(skipped > 1_000, "requests executed without an effect: " + skipped);
    }

    private boolean isDone() {
        return members.stream()
                .allMatch(
                        m ->
                                m.submitted == REQUESTS
                                        && m.requests.queue().size() == 0
                                        && m.undelivered.isEmpty());
    }

    private void assertOrders(int seed) {
        List<Map<String, Integer>> places = new ArrayList<>();
        for (Member member : members) {
            Map<String, Integer> its = new TreeMap<>();
            for (Request each : member.effects)
                assertEquals(null, its.put(name(each), its.size()), "twice: " + name(each));
            places.add(its);
        }
        List<String> all = new ArrayList<>(keysOf.keySet());
        for (String a : all)
            for (String b : all) {
                if (a.compareTo(b) >= 0 || !keysOf.get(a).interferes(keysOf.get(b))) continue;
                boolean first = places.get(0).get(a) < places.get(0).get(b);
                for (Map<String, Integer> its : places)
                    assertEquals(
                            first, its.get(a) < its.get(b), () -> "seed " + seed + " " + a + b);
                String[] x = a.split("#", -1);
                String[] y = b.split("#", -1);
                if (x[0].equals(y[0]))
                    assertEquals(
                            Long.parseLong(x[1]) < Long.parseLong(y[1]),
                            first,
                            () -> "seed " + seed + ": " + a + " and " + b);
            }
    }

    @Test
    void aReadOnlyRequestInterferesWithItself() {
        Request request = Request.of(2, new Incarnation(0, 1), 3, List.of(), new byte[1]);
        for (Keys keys : List.of(Keys.NONE, Keys.reading("a"), Keys.ALL_READ, Keys.writing("a"))) {
            for (boolean isPassed : new boolean[] {false, true}) {
                Keys its = RequestKeys.of(request, keys, false);
                assertTrue(its.interferes(RequestKeys.of(request, keys, isPassed)));
            }
        }
        assertEquals(Collections.emptyList(), request.predecessors());
    }

    @Test
    void passedRequestsOfOneMemberInterfere() {
        Request one = Request.of(2, new Incarnation(0, 1), 3, List.of(), new byte[1]);
        Request other = Request.of(2, new Incarnation(0, 2), 4, List.of(), new byte[1]);
        Request third = Request.of(5, new Incarnation(0, 3), 4, List.of(), new byte[1]);
        Keys passed = RequestKeys.of(one, Keys.writing("a"), true);
        assertTrue(passed.interferes(RequestKeys.of(other, Keys.writing("b"), true)));
        assertFalse(passed.interferes(RequestKeys.of(other, Keys.writing("b"), false)));
        assertFalse(passed.interferes(RequestKeys.of(third, Keys.writing("b"), true)));
    }
}
