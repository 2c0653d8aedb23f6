package io.abcast.ordering.epaxos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Membership;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Tests that, after each commit, {@code Execution} executes exactly the instances that may be executed, in an order
 * that respects the dependencies.
 */
@org.junit.jupiter.api.parallel.Execution(ExecutionMode.CONCURRENT)
class ExecutionTest {
    private static final Membership MEMBERS = Membership.of(2, 5, 9);
    private static final int GRAPHS = 20_000;

    private static final class Recorder implements Execution.Host {
        final List<List<InstanceId>> components = new ArrayList<>();
        final List<InstanceId> order = new ArrayList<>();
        final List<Long> reached = new ArrayList<>();

        @Override
        public void execute(List<InstanceId> component) {
            components.add(List.copyOf(component));
            order.addAll(component);
        }

        @Override
        public void reached(long ticket) {
            reached.add(ticket);
        }
    }

    private static final class Member {
        final Recorder recorder = new Recorder();
        final Execution engine = new Execution(Dependencies.none(MEMBERS), recorder);
        final BruteExecution model = new BruteExecution(MEMBERS);

        void commit(InstanceId id, Dependencies d) {
            engine.committed(id, d);
            model.committed(id, d);
            assertSame();
        }

        void install(Dependencies state) {
            engine.install(state);
            model.install(state);
            assertSame();
        }

        void assertSame() {
            assertEquals(sorted(model.components), sorted(recorder.components));
            assertEquals(model.blocked().size(), engine.unexecuted());
            assertEquals(new ArrayList<>(model.executed), ids(engine.executed()));
        }

        private static List<List<InstanceId>> sorted(List<List<InstanceId>> components) {
            TreeMap<InstanceId, List<InstanceId>> byFirst = new TreeMap<>();
            for (List<InstanceId> each : components) byFirst.put(each.get(0), each);
            return new ArrayList<>(byFirst.values());
        }

        void assertBlockers() {
            TreeSet<InstanceId> listed = new TreeSet<>();
            engine.forEachBlocker(id -> assertTrue(listed.add(id), () -> "listed twice: " + id));
            for (InstanceId id : listed) assertTrue(!model.isCommitted(id), id::toString);
            TreeSet<InstanceId> named = new TreeSet<>();
            for (InstanceId id : model.blocked()) {
                InstanceId blocker = engine.blocker(id);
                assertTrue(model.missing(id).contains(blocker), () -> id + " by " + blocker);
                assertTrue(listed.contains(blocker), () -> blocker + " in " + listed);
                named.add(blocker);
            }
            assertEquals(named, listed);
        }
    }

    private static List<InstanceId> ids(Dependencies state) {
        List<InstanceId> all = new ArrayList<>(state.ids());
        for (int rank = 0; rank < MEMBERS.size(); rank++)
            for (long n = 1; n <= state.frontier(rank); n++)
                all.add(new InstanceId(MEMBERS.id(rank), n));
        Collections.sort(all);
        return all;
    }

    private static List<InstanceId> allIds(int numbers) {
        List<InstanceId> all = new ArrayList<>();
        for (int n = 1; n <= numbers; n++)
            for (int rank = 0; rank < MEMBERS.size(); rank++)
                all.add(new InstanceId(MEMBERS.id(rank), n));
        return all;
    }

    private static TreeMap<InstanceId, Dependencies> graph(Random random, int numbers) {
        TreeMap<InstanceId, Dependencies> graph = new TreeMap<>();
        double density = random.nextDouble() * random.nextDouble() * random.nextDouble();
        List<InstanceId> all = allIds(numbers);
        for (InstanceId id : all) {
            DependenciesBuilder x = new DependenciesBuilder(MEMBERS);
            x.start(Dependencies.none(MEMBERS));
            for (InstanceId other : all)
                if (!other.equals(id) && random.nextDouble() < density) x.add(other);
            graph.put(id, x.build());
        }
        return graph;
    }

    private static TreeMap<InstanceId, Dependencies> withFrontiers(
            Random random, TreeMap<InstanceId, Dependencies> graph) {
        BruteExecution model = new BruteExecution(MEMBERS);
        graph.forEach(model::committed);
        TreeMap<InstanceId, Dependencies> with = new TreeMap<>();
        TreeSet<InstanceId> before = new TreeSet<>();
        for (List<InstanceId> component : model.components) {
            for (InstanceId id : component) {
                long[] frontier = new long[MEMBERS.size()];
                for (int rank = 0; rank < frontier.length; rank++) {
                    long most = 0;
                    while (before.contains(new InstanceId(MEMBERS.id(rank), most + 1))) most++;
                    frontier[rank] = random.nextInt((int) most + 1);
                }
                with.put(id, graph.get(id).raise(frontier));
            }
            before.addAll(component);
        }
        return with;
    }

    private static List<InstanceId> shuffled(Random random, TreeMap<InstanceId, Dependencies> of) {
        List<InstanceId> order = new ArrayList<>(of.keySet());
        Collections.shuffle(order, random);
        return order;
    }

    private static void assertOrder(
            Member member, TreeMap<InstanceId, Dependencies> graph, TreeSet<InstanceId> before) {
        for (List<InstanceId> component : member.recorder.components) {
            assertEquals(new ArrayList<>(new TreeSet<>(component)), component);
            for (InstanceId id : component)
                for (InstanceId other : ids(graph.get(id)))
                    assertTrue(
                            before.contains(other) || component.contains(other),
                            () -> id + " before " + other);
            for (InstanceId id : component) assertTrue(before.add(id), () -> "twice: " + id);
        }
    }

    @Test
    void membersExecuteWhatTheRuleDemandsInTheSameOrder() {
        for (int seed = 0; seed < GRAPHS / 5; seed++) assertRuleAndOrder(seed);
    }

    @Tag("search")
    @Test
    void membersExecuteWhatTheRuleDemandsInTheSameOrderInAllGraphs() {
        for (int seed = GRAPHS / 5; seed < GRAPHS; seed++) assertRuleAndOrder(seed);
    }

    private static void assertRuleAndOrder(int seed) {
        Random random = new Random(seed);
        TreeMap<InstanceId, Dependencies> graph = graph(random, 2 + random.nextInt(4));
        List<Member> members = new ArrayList<>();
        for (int m = 0; m < 2; m++) {
            Member member = new Member();
            members.add(member);
            TreeMap<InstanceId, Dependencies> its = withFrontiers(random, graph);
            for (InstanceId id : shuffled(random, its)) {
                member.commit(id, its.get(id));
                if (seed % 4 == 0) member.assertBlockers();
            }
            assertEquals(graph.size(), member.recorder.order.size(), "seed " + seed);
            assertOrder(member, its, new TreeSet<>());
        }
        assertSameOrder(graph, members.get(0).recorder.order, members.get(1).recorder.order);
    }

    private static void assertSameOrder(
            TreeMap<InstanceId, Dependencies> graph, List<InstanceId> a, List<InstanceId> b) {
        Map<InstanceId, Integer> places = new TreeMap<>();
        for (int i = 0; i < b.size(); i++) places.put(b.get(i), i);
        for (int i = 0; i < a.size(); i++)
            for (int j = i + 1; j < a.size(); j++) {
                InstanceId first = a.get(i);
                InstanceId second = a.get(j);
                if (graph.get(first).names(second) || graph.get(second).names(first))
                    assertTrue(places.get(first) < places.get(second), first + " " + second);
            }
    }

    @Test
    void anyFrontiersAreObeyed() {
        for (int seed = 0; seed < GRAPHS; seed++) {
            Random random = new Random(seed);
            TreeMap<InstanceId, Dependencies> graph = graph(random, 3);
            for (Map.Entry<InstanceId, Dependencies> each : graph.entrySet()) {
                long[] frontier = new long[MEMBERS.size()];
                for (int rank = 0; rank < frontier.length; rank++)
                    frontier[rank] = Math.max(0, random.nextInt(8) - 4);
                int own = MEMBERS.rank(each.getKey().origin());
                frontier[own] = Math.min(frontier[own], each.getKey().number() - 1);
                each.setValue(each.getValue().raise(frontier));
            }
            Member member = new Member();
            for (InstanceId id : shuffled(random, graph)) member.commit(id, graph.get(id));
            assertOrder(member, graph, new TreeSet<>());
        }
    }

    @Tag("search")
    @Test
    void aMemberContinuesWithTheStateOfAnotherOne() {
        for (int seed = 0; seed < GRAPHS / 4; seed++) {
            Random random = new Random(seed);
            TreeMap<InstanceId, Dependencies> graph = graph(random, 2 + random.nextInt(4));
            TreeMap<InstanceId, Dependencies> theirs = withFrontiers(random, graph);
            TreeMap<InstanceId, Dependencies> its = withFrontiers(random, graph);
            Member source = new Member();
            Member member = new Member();
            List<InstanceId> toSource = shuffled(random, theirs);
            for (InstanceId id : toSource.subList(0, random.nextInt(toSource.size() + 1)))
                source.commit(id, theirs.get(id));
            int installAt = random.nextInt(graph.size() + 1);
            int at = 0;
            TreeSet<InstanceId> before = new TreeSet<>();
            for (InstanceId id : shuffled(random, its)) {
                if (at++ == installAt) {
                    int own = member.recorder.components.size();
                    assertOrder(member, its, before);
                    member.install(source.engine.executed());
                    before.addAll(ids(source.engine.executed()));
                    member.recorder.components.subList(0, own).clear();
                    member.model.components.subList(0, own).clear();
                }
                if (!member.model.executed.contains(id)) member.commit(id, its.get(id));
                member.assertBlockers();
            }
            if (installAt < graph.size()) assertOrder(member, its, before);
            assertEquals(graph.size(), member.model.executed.size());
        }
    }

    @Test
    void anEngineStartsWithAnExecutedPrefix() {
        DependenciesBuilder state = new DependenciesBuilder(MEMBERS);
        state.start(Dependencies.upTo(MEMBERS, new long[] {3, 0, 1})).add(0, 5).add(2, 2);
        Recorder recorder = new Recorder();
        Execution engine = new Execution(state.build(), recorder);
        assertEquals("2.5 up to [3, 0, 2]", engine.executed().toString());
        engine.committed(new InstanceId(2, 5), Dependencies.none(MEMBERS));
        engine.committed(new InstanceId(2, 4), state.build());
        assertEquals("[2.4]", recorder.order.toString());
        assertEquals(5, engine.prefix(0));
        assertTrue(engine.isExecuted(new InstanceId(9, 2)));
    }

    @Test
    void aReadIsReachedWhenItsSetIsExecuted() {
        Recorder recorder = new Recorder();
        Execution engine = new Execution(Dependencies.none(MEMBERS), recorder);
        DependenciesBuilder set = new DependenciesBuilder(MEMBERS);
        set.start(Dependencies.upTo(MEMBERS, new long[] {1, 0, 0})).add(1, 2);
        engine.await(set.build(), 7);
        List<InstanceId> blockers = new ArrayList<>();
        engine.forEachBlocker(blockers::add);
        assertEquals("[5.2]", blockers.toString());
        engine.committed(new InstanceId(5, 2), Dependencies.none(MEMBERS));
        blockers.clear();
        engine.forEachBlocker(blockers::add);
        assertEquals("[2.1]", blockers.toString());
        assertEquals(List.of(), recorder.reached);
        engine.committed(new InstanceId(2, 1), Dependencies.none(MEMBERS));
        assertEquals(List.of(7L), recorder.reached);
        engine.await(set.build(), 8);
        assertEquals(List.of(7L, 8L), recorder.reached);
        assertEquals("[5.2, 2.1]", recorder.order.toString());
    }

    @Test
    void aHostMayCommitWhileItExecutes() {
        List<InstanceId> order = new ArrayList<>();
        Execution[] engine = new Execution[1];
        engine[0] =
                new Execution(
                        Dependencies.none(MEMBERS),
                        new Execution.Host() {
                            @Override
                            public void execute(List<InstanceId> component) {
                                order.addAll(component);
                                long next = component.get(0).number() + 1;
                                if (next <= 50_000)
                                    engine[0].committed(
                                            new InstanceId(2, next), Dependencies.none(MEMBERS));
                            }

                            @Override
                            public void reached(long ticket) {}
                        });
        engine[0].committed(new InstanceId(2, 1), Dependencies.none(MEMBERS));
        assertEquals(50_000, order.size());
    }

    @Test
    void aSecondXHaltsTheMember() {
        Execution engine = new Execution(Dependencies.none(MEMBERS), new Recorder());
        InstanceId id = new InstanceId(2, 3);
        DependenciesBuilder set = new DependenciesBuilder(MEMBERS);
        Dependencies one = set.start(Dependencies.none(MEMBERS)).add(1, 2).build();
        Dependencies other = set.add(1, 3).build();
        engine.committed(id, one);
        engine.committed(id, one.raise(new long[] {2, 0, 0}));
        assertThrows(IllegalStateException.class, () -> engine.committed(id, other));
        Dependencies self = one.raise(new long[] {3, 0, 0});
        assertThrows(IllegalStateException.class, () -> engine.committed(id, self));
        assertEquals("5.2", engine.blocker(id).toString());
        assertNull(engine.blocker(new InstanceId(5, 2)));
    }
}
