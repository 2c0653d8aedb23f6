package io.abcast.uplinks;

import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/** The measured runs of one system in one case (load, offered total and disturbance). */
record UplinkCase(ForestContest.Turn turn, List<UplinkMeasurement> measured, int failed) {
    static List<UplinkCase> of(ForestContest contest, List<UplinkOutcome> outcomes) {
        return contest.turns().stream()
                .filter(turn -> turn.run() == 1)
                .map(turn -> of(turn, outcomes))
                .toList();
    }

    private static UplinkCase of(ForestContest.Turn turn, List<UplinkOutcome> outcomes) {
        List<UplinkOutcome> here = outcomes.stream().filter(o -> same(o.turn(), turn)).toList();
        List<UplinkMeasurement> measured =
                here.stream().map(UplinkOutcome::measurement).filter(Objects::nonNull).toList();
        return new UplinkCase(turn, measured, here.size() - measured.size());
    }

    private static boolean same(ForestContest.Turn a, ForestContest.Turn b) {
        return a.system() == b.system() && sameConditions(a, b);
    }

    static boolean sameConditions(ForestContest.Turn a, ForestContest.Turn b) {
        return a.load().name().equals(b.load().name())
                && a.offered() == b.offered()
                && a.disturbance() == b.disturbance();
    }

    /** NaN if no run was measured. */
    double mean(ToDoubleFunction<UplinkMeasurement> figure) {
        return measured.stream().mapToDouble(figure).average().orElse(Double.NaN);
    }

    String conditions() {
        return turn.load().name()
                + ", "
                + turn.offered()
                + (turn.disturbance() == UplinkDisturbance.NONE
                        ? ""
                        : ", " + turn.disturbance().text());
    }
}
