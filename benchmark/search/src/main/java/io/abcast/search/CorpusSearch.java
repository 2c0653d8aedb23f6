package io.abcast.search;

import io.abcast.sim.CoverageGoals;
import io.abcast.sim.Coverage;
import io.abcast.sim.FuzzCampaign;
import io.abcast.sim.FuzzResult;
import io.abcast.sim.FuzzSettings;
import io.abcast.sim.Shrunk;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Runs seeds of one protocol, and chooses a few that meet what all of them meet. All faults are drawn. Not thread-safe. */
public final class CorpusSearch {
    private final List<FuzzSettings> ensembles = new ArrayList<>();
    private final CoverageGoals atlas;

    /** Every counter of the coverage. */
    private final List<String> counters;

    private final BitSet met = new BitSet();
    private final List<SeedCover.Candidate> candidates = new ArrayList<>();

    /**
     * @param protocol as {@link SearchedProtocols#of} takes it
     * @param members the sizes of its ensembles, at least one
     * @throws IllegalArgumentException if there is no such protocol, or it cannot run with so many members
     */
    public CorpusSearch(String protocol, List<Integer> members) {
        for (int size : members)
            ensembles.add(FuzzSettings.of(SearchedProtocols.of(protocol, size), size));
        atlas = ensembles.get(0).subject().atlas();
        counters = new Coverage(atlas).unmetNames();
    }

    /** Runs one seed. Seed after seed runs the next of the ensembles. */
    public FuzzResult run(long seed) {
        FuzzSettings ensemble = ensemble(seed);
        Coverage coverage = new Coverage(atlas);
        FuzzResult result = new FuzzCampaign(ensemble, coverage).run(seed);
        BitSet own = new BitSet();
        Set<String> unmet = new HashSet<>(coverage.unmetNames());
        for (int i = 0; i < counters.size(); i++) own.set(i, !unmet.contains(counters.get(i)));
        met.or(own);
        Corpus.Run run = new Corpus.Run(ensemble.nodes(), seed);
        candidates.add(new SeedCover.Candidate(run, own, result.events()));
        return result;
    }

    /** A failing run with as little as possible of what its seed draws. */
    public Shrunk shrink(FuzzResult failed) {
        return new FuzzCampaign(ensemble(failed.seed())).shrink(failed);
    }

    private FuzzSettings ensemble(long seed) {
        return ensembles.get((int) Long.remainderUnsigned(seed, ensembles.size()));
    }

    /** How many counters the coverage has. */
    public int counters() {
        return counters.size();
    }

    /** How many of them the seeds have met so far. */
    public int met() {
        return met.cardinality();
    }

    /**
     * The chosen seeds.
     *
     * @param command the command that writes them
     */
    public Corpus choose(String command) {
        List<String> unmet = new ArrayList<>();
        for (int i = 0; i < counters.size(); i++) if (!met.get(i)) unmet.add(counters.get(i));
        return new Corpus(command, unmet, SeedCover.choose(candidates));
    }
}
