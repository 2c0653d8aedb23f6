package io.abcast.search;

import io.abcast.dissemination.forest.node.ForestFigures;
import io.abcast.kernel.Effects;
import io.abcast.sim.CoverageGoals.Situation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Reports a line when a counter of FOREST increases, so that the coverage of a search counts each such increase as a
 * situation.
 */
final class ForestReports {
    private record Counter(String line, ToLongFunction<ForestFigures> value) {}

    private static final List<Counter> COUNTERS =
            List.of(
                    new Counter("a relay sent a frame on", ForestFigures::bytesForwarded),
                    new Counter("bytes were fetched", ForestFigures::bytesFetched),
                    new Counter("late frames were sent directly", ForestFigures::lateFrames),
                    new Counter("an overlay was suspended", ForestFigures::suspensions),
                    new Counter("an overlay got its share back", ForestFigures::resumptions),
                    new Counter("damaged bytes were refused", ForestFigures::framesDamaged),
                    new Counter("a frame arrived twice", ForestFigures::framesRepeated),
                    new Counter("a relay queue was full", ForestFigures::relayDrops),
                    new Counter("a source had no room", ForestFigures::refusedPayloads),
                    new Counter("early bytes were dropped", ForestFigures::evicted),
                    new Counter("a plan was accepted", ForestFigures::plansAccepted),
                    new Counter("a plan was refused", ForestFigures::plansRefused));

    private static final String PREFIX = "FOREST: ";

    private final ForestFigures figures;
    private final Effects effects;
    private final long[] before = new long[COUNTERS.size()];

    ForestReports(ForestFigures figures, Effects effects) {
        this.figures = figures;
        this.effects = effects;
    }

    static List<Situation> situations() {
        List<Situation> all = new ArrayList<>();
        for (Counter each : COUNTERS)
            all.add(
                    new Situation(
                            PREFIX + each.line,
                            line -> line.startsWith(PREFIX) && line.endsWith(each.line)));
        return all;
    }

    void report() {
        for (int i = 0; i < before.length; i++) {
            long now = COUNTERS.get(i).value.applyAsLong(figures);
            if (now != before[i]) effects.report(PREFIX + COUNTERS.get(i).line);
            before[i] = now;
        }
    }
}
