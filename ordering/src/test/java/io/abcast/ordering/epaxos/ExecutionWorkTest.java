package io.abcast.ordering.epaxos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Membership;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/**
 * Tests that the work of {@code Execution} is linear in the number of edges, up to a logarithmic factor, for any order
 * of the commits.
 */
class ExecutionWorkTest {
    private static final Membership MEMBERS = Membership.of(2, 5, 9);
    private static final int COUNT = 100_000;

    private static InstanceId id(int i) {
        return new InstanceId(MEMBERS.id(i % 3), 1 + i / 3);
    }

    private static Dependencies on(int... instances) {
        DependenciesBuilder set = new DependenciesBuilder(MEMBERS);
        set.start(Dependencies.none(MEMBERS));
        for (int i : instances) set.add(id(i));
        return set.build();
    }

    private static List<Integer> forward(int count) {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < count; i++) order.add(i);
        return order;
    }

    private static void assertLinear(int count, long edges, IntFunction<Dependencies> graph) {
        List<Integer> order = forward(count);
        assertLinear(order, edges, graph);
        Collections.reverse(order);
        assertLinear(order, edges, graph);
        Collections.shuffle(order, new Random(1));
        assertLinear(order, edges, graph);
    }

    private static void assertLinear(
            List<Integer> order, long edges, IntFunction<Dependencies> graph) {
        int[] executed = new int[1];
        Execution engine =
                new Execution(
                        Dependencies.none(MEMBERS),
                        new Execution.Host() {
                            @Override
                            public void execute(List<InstanceId> component) {
                                executed[0] += component.size();
                            }

                            @Override
                            public void reached(long ticket) {}
                        });
        for (int i : order) engine.committed(id(i), graph.apply(i));
        assertEquals(order.size(), executed[0]);
        // An Execution visits each edge at most twice, and each number of a frontier once per
        // instance. Further visits of an edge after a wait for a frontier are part of the parameter
        // edges.
        long edgesMax = 2 * edges + (long) MEMBERS.size() * order.size();
        assertTrue(engine.edges() <= edgesMax, () -> engine.edges() + " of " + edgesMax);
        double log = Math.log(order.size()) / Math.log(2);
        double rotationsMax = (edges + order.size()) * log / 2;
        assertTrue(
                engine.rotations() <= rotationsMax,
                () -> engine.rotations() + " rotations, expected at most " + rotationsMax);
    }

    @Test
    void aChainIsExecutedInLinearTime() {
        assertLinear(COUNT, COUNT - 1, i -> i == 0 ? on() : on(i - 1));
    }

    @Test
    void aCycleIsExecutedInLinearTime() {
        assertLinear(COUNT, COUNT, i -> on((i + COUNT - 1) % COUNT));
    }

    @Test
    void nestedCyclesAreExecutedInLinearTime() {
        assertLinear(
                COUNT,
                3L * COUNT,
                i -> on((i + 1) % COUNT, (i + COUNT - 1) % COUNT, (int) (i * 7L % COUNT)));
    }

    @Test
    void aChainBehindManyBlockersIsExecutedInLinearTime() {
        int chain = 10_000;
        int blockers = 10_000;
        int[] all = new int[blockers];
        for (int i = 0; i < blockers; i++) all[i] = chain + i;
        Dependencies first = on(all);
        assertLinear(
                chain + blockers,
                chain + blockers,
                i -> i == 0 ? first : i < chain ? on(i - 1) : on());
    }

    @Test
    void chainsThatShareBlockersAreExecutedInLinearTime() {
        int chain = 10_000;
        int blockers = 5_000;
        int[] all = new int[blockers];
        for (int i = 0; i < blockers; i++) all[i] = 2 * chain + i;
        Dependencies first = on(all);
        assertLinear(
                2 * chain + blockers,
                2 * chain + 2 * blockers,
                i -> i % chain == 0 && i < 2 * chain ? first : i < 2 * chain ? on(i - 1) : on());
    }

    @Test
    void aHotKeyIsExecutedInLinearTime() {
        int count = 20_000;
        assertLinear(
                count,
                64L * count,
                i -> {
                    int[] all = new int[Math.min(i, 64)];
                    for (int k = 0; k < all.length; k++) all[k] = i - 1 - k;
                    return on(all);
                });
    }

    @Test
    void aFrontierWakesItsInstancesOnce() {
        int count = 6_000;
        long[] frontier = {count / 6, count / 6, count / 6};
        IntFunction<Dependencies> graph = i -> i < count / 2 ? on() : on().raise(frontier);
        List<Integer> waitingFirst = new ArrayList<>();
        for (int i = 0; i < count; i++) waitingFirst.add((i + count / 2) % count);
        assertLinear(waitingFirst, (long) MEMBERS.size() * count, graph);
        assertLinear(count, (long) MEMBERS.size() * count, graph);
    }
}
