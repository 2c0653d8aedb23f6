package io.abcast.search.command;

import io.abcast.command.JsonText;
import io.abcast.sim.groups.GroupCoverage;
import io.abcast.sim.groups.GroupFuzzCampaign;
import io.abcast.sim.groups.GroupFuzzSettings;
import io.abcast.sim.groups.GroupGoal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** The fuzz campaigns of a command, if each run has several groups. */
final class SearchedGroups implements SearchedRuns {
    private final Supplier<List<GroupFuzzSettings>> mix;
    private final GroupCoverage coverage;

    /** @param mix creates new objects for the protocols at each call */
    SearchedGroups(Supplier<List<GroupFuzzSettings>> mix) {
        this.mix = mix;
        coverage = newCoverage();
    }

    private GroupCoverage newCoverage() {
        return new GroupCoverage(mix.get().get(0).subject());
    }

    @Override
    public Share share() {
        GroupCoverage met = newCoverage();
        List<GroupFuzzCampaign> campaigns = new ArrayList<>();
        for (GroupFuzzSettings settings : mix.get())
            campaigns.add(new GroupFuzzCampaign(settings, met));
        return new Share() {
            @Override
            public List<GroupFuzzCampaign> campaigns() {
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
        return coverage.sight(GroupGoal.RUNS_EXCUSED_FROM_PROGRESS);
    }

    @Override
    public String table() {
        return coverage.table();
    }

    @Override
    public String unmet() {
        return String.join(", ", coverage.unmetNames());
    }

    @Override
    public String lies() {
        return "";
    }

    @Override
    public void writeFaults(JsonText to) {
        coverage.visitFaults((name, times) -> to.key(name).value(times));
    }
}
