package io.abcast.sim.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.search.ExploredProtocols;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Execution(ExecutionMode.CONCURRENT)
class ReductionTest {
    private static Set<List<Integer>> endings(StateSpace space, Cells cells, int[] first) {
        FullSearch full = new FullSearch(space, cells, () -> false);
        Set<List<Integer>> endings = full.healer().keepEndings();
        full.run(first);
        assertNull(full.incomplete());
        return endings;
    }

    private static void sameEndings(String protocol, Bounds bounds) {
        StateSpace space = new StateSpace(ExploredProtocols.of(protocol), bounds);
        int[] first = space.first();
        BlockSearch reduced = new BlockSearch(space, () -> false);
        Set<List<Integer>> endings = reduced.healer().keepEndings();
        reduced.run(first);
        assertNull(reduced.incomplete());
        assertEquals(endings(space, reduced.cells(), first), endings);
        Set<List<Integer>> withoutRepeats = endings(space, space.cells, first);
        assertTrue(endings.containsAll(withoutRepeats));
    }

    @ParameterizedTest
    @CsvSource({"PAXOS, 0, 1", "FAST_PAXOS, 0, 1", "ZAB, 1, 1"})
    void reductionReachesTheSameEndingsAsTheFullSearch(
            String protocol, int crashes, int campaigns) {
        sameEndings(protocol, Bounds.of(3, 1, crashes).events(1, campaigns, 0));
    }

    /** The full search visits many schedules, because the bounds allow an attempt to get a leader and also a crash. */
    @Tag("search")
    @Test
    void reductionReachesTheSameEndingsWithACrash() {
        sameEndings("PAXOS", Bounds.of(3, 1, 1).events(1, 1, 0));
    }
}
