package io.abcast.sim.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.benchmark.sim.ExploredProtocols;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ReductionTest {
    private static Bounds bounds(int crashes) {
        Bounds b = Bounds.of(3, 1, crashes);
        return b.events(1, crashes == 0 ? 1 : 0, 0);
    }

    private static void sameEndings(Bounds bounds) {
        Space space = new Space(ExploredProtocols.of("PAXOS"), bounds);
        int[] first = space.first();
        FullSearch full = new FullSearch(space, () -> false);
        Set<List<Integer>> allEndings = full.healer().keepEndings();
        full.run(first);
        BlockSearch reduced = new BlockSearch(space, () -> false);
        Set<List<Integer>> endings = reduced.healer().keepEndings();
        reduced.run(first);
        assertNull(full.incomplete());
        assertNull(reduced.incomplete());
        assertEquals(allEndings, endings);
        assertTrue(full.states() > 4L * reduced.visited().size(), full.states() + " states");
    }

    @Test
    void reductionReachesTheSameEndingsAsTheFullSearch() {
        sameEndings(bounds(0));
    }

    @Test
    void reductionReachesTheSameEndingsWithACrash() {
        sameEndings(bounds(1));
    }
}
