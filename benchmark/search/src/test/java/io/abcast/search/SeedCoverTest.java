package io.abcast.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
final class SeedCoverTest {
    private static SeedCover.Candidate run(long seed, long events, int... met) {
        BitSet bits = new BitSet();
        for (int counter : met) bits.set(counter);
        return new SeedCover.Candidate(new Corpus.Run(3, seed), bits, events);
    }

    private static List<Long> chosen(SeedCover.Candidate... runs) {
        return SeedCover.choose(List.of(runs)).stream().map(Corpus.Run::seed).toList();
    }

    @Test
    void runWithMostNewCountersComesNext() {
        assertEquals(
                List.of(3L, 4L, 1L),
                chosen(
                        run(1, 10, 0, 6),
                        run(2, 10, 1, 2),
                        run(3, 10, 0, 1, 2, 3),
                        run(4, 10, 3, 4, 5)));
    }

    @Test
    void cheapestOfEqualRunsIsChosenThenTheFirst() {
        assertEquals(List.of(2L), chosen(run(1, 20, 0, 1), run(2, 10, 0, 1), run(3, 30, 0, 1)));
        assertEquals(List.of(1L), chosen(run(1, 10, 0, 1), run(2, 10, 0, 1)));
    }

    @Test
    void choosesNoRunWithoutCounters() {
        assertEquals(List.of(), chosen());
        assertEquals(List.of(), chosen(run(1, 10), run(2, 10)));
    }

    @Test
    void chosenRunsReachAllCountersAndEachAddsOne() {
        Random random = new Random(7);
        for (int round = 0; round < 50; round++) {
            List<SeedCover.Candidate> runs = new ArrayList<>();
            BitSet all = new BitSet();
            for (int seed = 0; seed < 40; seed++) {
                int[] met = random.ints(random.nextInt(12), 0, 60).toArray();
                runs.add(run(seed, random.nextInt(5), met));
                all.or(runs.get(seed).met());
            }
            BitSet met = new BitSet();
            for (Corpus.Run chosen : SeedCover.choose(runs)) {
                int before = met.cardinality();
                met.or(runs.get((int) chosen.seed()).met());
                assertTrue(met.cardinality() > before, () -> "needless " + chosen);
            }
            assertEquals(all, met);
        }
    }
}
