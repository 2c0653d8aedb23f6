package io.abcast.search;

import io.abcast.sim.Coverage;
import io.abcast.sim.CoverageGoals;
import io.abcast.sim.FuzzCampaign;
import io.abcast.sim.FuzzResult;
import io.abcast.sim.FuzzSettings;
import io.abcast.sim.Shrunk;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Simulates random runs of one protocol, and chooses a few seeds that together increase every coverage counter that any
 * seed increases. Not thread-safe.
 */
public final class CorpusSearch {
    private final List<FuzzSettings> ensembles = new ArrayList<>();
    private final CoverageGoals goals;

    private final List<String> counters;

    private final BitSet met = new BitSet();
    private final List<SeedCover.Candidate> candidates = new ArrayList<>();

    /**
     * @param protocol name of the protocol, in the form that {@link SearchedProtocols#of} accepts
     * @param members sizes of the ensembles in members, at least one size
     * @throws IllegalArgumentException if there is no protocol with this name, or the protocol cannot run with a given
     *     number of members
     */
    public CorpusSearch(String protocol, List<Integer> members) {
        for (int size : members)
            ensembles.add(FuzzSettings.of(SearchedProtocols.of(protocol, size), size));
        goals = ensembles.get(0).subject().coverageGoals();
        counters = new Coverage(goals).unmetNames();
    }

    /** Simulates the run of one seed. Consecutive seeds use the given sizes of ensembles in turn. */
    public FuzzResult run(long seed) {
        FuzzSettings ensemble = ensemble(seed);
        Coverage coverage = new Coverage(goals);
        FuzzResult result = new FuzzCampaign(ensemble, coverage).run(seed);
        BitSet own = new BitSet();
        Set<String> unmet = new HashSet<>(coverage.unmetNames());
        for (int i = 0; i < counters.size(); i++) own.set(i, !unmet.contains(counters.get(i)));
        met.or(own);
        Corpus.Run run = new Corpus.Run(ensemble.nodes(), seed);
        candidates.add(new SeedCover.Candidate(run, own, result.events()));
        return result;
    }

    /** Shortens the schedule of a failing run as far as the run still fails. */
    public Shrunk shrink(FuzzResult failed) {
        return new FuzzCampaign(ensemble(failed.seed())).shrink(failed);
    }

    private FuzzSettings ensemble(long seed) {
        return ensembles.get((int) Long.remainderUnsigned(seed, ensembles.size()));
    }

    /** Number of counters of the protocol's coverage. */
    public int counters() {
        return counters.size();
    }

    /** Number of coverage counters that the runs have increased so far. */
    public int met() {
        return met.cardinality();
    }

    /**
     * Chooses the seeds of the corpus from the seeds that have run so far.
     *
     * @param command command line that writes the corpus file
     */
    public Corpus choose(String command) {
        List<String> unmet = new ArrayList<>();
        for (int i = 0; i < counters.size(); i++) if (!met.get(i)) unmet.add(counters.get(i));
        return new Corpus(command, unmet, SeedCover.choose(candidates));
    }
}
