package io.abcast.cast.lab;

import io.abcast.report.Ratio;
import java.util.ArrayList;
import java.util.List;

/**
 * Two systems under the same disturbance, whose times are compared run by run.
 *
 * @param ours runs of the first compared system, which is abcast if abcast takes part
 * @param theirs runs of another system
 * @param time time of {@code ours} divided by the time of {@code theirs}; below 1 if {@code ours} is faster
 */
public record CastContest(CastCell ours, CastCell theirs, Ratio time) {
    /** Compares the first system in the list with each other system that has a common run number. */
    public static List<CastContest> all(List<CastCell> cells) {
        List<CastContest> all = new ArrayList<>();
        if (cells.isEmpty()) return all;
        CastSystem first = cells.get(0).system();
        for (CastCell ours : cells) {
            if (ours.system() != first) continue;
            for (CastCell theirs : cells) {
                if (theirs.system() == first || theirs.disturbance() != ours.disturbance())
                    continue;
                Ratio time = ours.to(theirs, CastMeasurement::seconds);
                if (!time.values().isEmpty()) all.add(new CastContest(ours, theirs, time));
            }
        }
        return all;
    }
}
