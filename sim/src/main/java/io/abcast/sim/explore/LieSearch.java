package io.abcast.sim.explore;

import java.util.function.BooleanSupplier;

/**
 * Searches every schedule in which one member lies, with a bounded number of deviations from a default schedule. One
 * deviation is one message that the lying member can send, sent to one member, to all members, or to every second
 * member.
 */
final class LieSearch extends DeviationSearch {
    /** All rounds of the schedule together take longer than members wait for a silent leader. */
    private static final int ROUNDS = 8;

    private static final int SUBMIT_ROUND = 1;

    LieSearch(StateSpace space, BooleanSupplier stop) {
        super(space, stop, ROUNDS, SUBMIT_ROUND);
    }

    @Override
    void lies(Point p, int rank) {
        if (rank == space.liar) {
            toSeveral(p, 1);
            toSeveral(p, 2);
            return;
        }
        for (int lie : space.rumours.lies(p.rumours, rank))
            deviation(p, rank, Events.of(Events.DELIVER, lie), -1);
    }

    private void toSeveral(Point p, int step) {
        int some = space.liar == 0 ? 1 : 0;
        int lies = space.rumours.lies(p.rumours, some).length;
        for (int lie = 0; lie < lies; lie++) {
            Point at = p;
            boolean changes = false;
            for (int to = some; to < n && at != null; to += step) {
                if (to == space.liar) continue;
                int message = space.rumours.lies(p.rumours, to)[lie];
                int event = Events.of(Events.DELIVER, message);
                EventOutcome outcome = space.locals.outcome(at.at[to], event);
                if (outcome.next() == at.at[to] && outcome.sends().length == 0) continue;
                changes = true;
                at = happen(at, to, outcome, -1, false);
            }
            if (changes) deviated(at);
        }
    }
}
