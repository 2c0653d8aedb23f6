package io.abcast.search;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Chooses a few runs that together reach every coverage counter that many runs reach. The class uses greedy set cover
 * (Chvatal 1979): each choice is the run that reaches most counters that no earlier chosen run has reached. A search
 * for the minimum number of runs would take exponential time.
 */
final class SeedCover {
    /**
     * A run of a seed with the coverage counters that it has reached.
     *
     * @param met indices of the coverage counters that the run has reached
     * @param events cost of the run: number of events and effects of its nodes
     */
    record Candidate(Corpus.Run run, BitSet met, long events) {}

    private SeedCover() {}

    /**
     * Returns the chosen runs of seeds, in the order of their choice. Among runs with equally many new counters, the
     * method chooses the cheapest run. Among equally cheap runs, the method chooses the first run in the list.
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
