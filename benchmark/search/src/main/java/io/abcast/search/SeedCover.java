package io.abcast.search;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Chooses a few runs that together increase every coverage counter that any of the runs increases. Uses greedy set
 * cover (Chvatal 1979), because the minimum number of runs could take exponential time to find.
 */
final class SeedCover {
    /**
     * @param met indices of the coverage counters that the run has reached
     * @param events number of events and effects of the run's nodes, as its cost
     */
    record Candidate(Corpus.Run run, BitSet met, long events) {}

    private SeedCover() {}

    /**
     * Of runs with equally many new counters, the cheapest one is chosen, and of equally cheap runs the first one of
     * the list.
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
