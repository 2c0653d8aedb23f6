package io.abcast.papers.omaha;

import java.util.Set;

/** A table or figure that the evaluation can draw. */
interface PaperItem {
    String name();

    /** Includes the baselines. */
    Set<Trial> needs();

    Result run(AggregationTrials trials);
}
