package io.abcast.uplinks;

import io.abcast.report.Ratio;
import java.util.ArrayList;
import java.util.List;

/**
 * The committed rate of the first system divided by the committed rate of another system in the same case, run by run.
 *
 * @param ratio ratio of the committed rates, with one value per run number that both systems have completed
 */
record UplinkRatio(UplinkCase ours, UplinkCase theirs, Ratio ratio) {
    static List<UplinkRatio> of(ForestContest contest, List<UplinkCase> cases) {
        List<UplinkRatio> all = new ArrayList<>();
        UplinkSystem first = contest.systems().get(0);
        for (UplinkCase ours : cases) {
            if (ours.turn().system() != first) continue;
            for (UplinkCase theirs : cases) {
                boolean same = UplinkCase.sameConditions(ours.turn(), theirs.turn());
                if (theirs.turn().system() == first || !same) continue;
                List<Double> values = new ArrayList<>();
                int runs = Math.min(ours.measured().size(), theirs.measured().size());
                for (int i = 0; i < runs; i++)
                    values.add(
                            ours.measured().get(i).committedBits()
                                    / theirs.measured().get(i).committedBits());
                if (runs > 0) all.add(new UplinkRatio(ours, theirs, new Ratio(values)));
            }
        }
        return all;
    }
}
