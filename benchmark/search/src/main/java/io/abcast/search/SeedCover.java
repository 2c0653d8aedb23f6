package io.abcast.search;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * A few runs that meet together what many runs meet. Greedy set cover (Chvatal 1979): the run that meets most of what is still unmet comes
 * next. The fewest possible runs would take exponential time.
 */
final class SeedCover {
    /**
     * The counters that a run has met.
     *
     * @param met the indices of the counters
     * @param events what the run costs: inputs and effects of its nodes
     */
    record Candidate(Corpus.Run run, BitSet met, long events) {}

    private SeedCover() {}

    /**
     * The chosen runs, in the order in which they are chosen. Of runs that meet equally many unmet counters the cheapest is chosen, and of
     * equally cheap ones the first.
     */
    static List<Corpus.Run> choose(List<Candidate> candidates) {
        BitSet unmet = new BitSet();
        for (Candidate candidate : candidates) unmet.or(candidate.met);
        List<Corpus.Run> chosen = new ArrayList<>();
        while (!unmet.isEmpty()) {
            Candidate best = best(candidates, unmet);
            chosen.add(best.run);
            unmet.andNot(best.met);
        }
        return chosen;
    }

    private static Candidate best(List<Candidate> candidates, BitSet unmet) {
        Candidate best = null;
        int bestAdds = 0;
        for (Candidate candidate : candidates) {
            BitSet adds = (BitSet) candidate.met.clone();
            adds.and(unmet);
            int count = adds.cardinality();
            boolean cheaper = best != null && count == bestAdds && candidate.events < best.events;
            if (count > bestAdds || (count > 0 && cheaper)) {
                best = candidate;
                bestAdds = count;
            }
        }
        return best;
    }
}
