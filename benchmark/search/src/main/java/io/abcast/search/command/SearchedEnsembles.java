package io.abcast.search.command;

import io.abcast.command.JsonText;
import io.abcast.sim.CommonGoal;
import io.abcast.sim.Coverage;
import io.abcast.sim.Fault;
import io.abcast.sim.FuzzCampaign;
import io.abcast.sim.FuzzSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** The fuzz campaigns of a command, if each run has a single ensemble. */
final class SearchedEnsembles implements SearchedRuns {
    private final Supplier<List<FuzzSettings>> mix;
    private final Coverage coverage;

    /** @param mix creates new objects for the protocols at each call */
    SearchedEnsembles(Supplier<List<FuzzSettings>> mix) {
        this.mix = mix;
        coverage = newCoverage();
    }

    private Coverage newCoverage() {
        return new Coverage(mix.get().get(0).subject().coverageGoals());
    }

    @Override
    public Share share() {
        Coverage met = newCoverage();
        List<FuzzCampaign> campaigns = new ArrayList<>();
        for (FuzzSettings settings : mix.get()) campaigns.add(new FuzzCampaign(settings, met));
        return new Share() {
            @Override
            public List<FuzzCampaign> campaigns() {
                return campaigns;
            }

            @Override
            public void end() {
                coverage.add(met);
            }
        };
    }

    @Override
    public long excused() {
        return coverage.sight(CommonGoal.RUNS_EXCUSED_FROM_PROGRESS);
    }

    @Override
    public String table() {
        return coverage.table();
    }

    @Override
    public String unmet() {
        return coverage.unmet();
    }

    @Override
    public String lies() {
        String untold = coverage.untold();
        return coverage.lieTable()
                + (untold.isEmpty()
                        ? "Lies of every kind have reached honest members."
                        : "No lie has reached an honest member in: " + untold);
    }

    @Override
    public void writeFaults(JsonText to) {
        for (Fault fault : Fault.values()) to.key(fault.toString()).value(coverage.faults(fault));
    }
}
