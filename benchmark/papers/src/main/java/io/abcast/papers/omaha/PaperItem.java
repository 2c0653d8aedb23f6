package io.abcast.papers.omaha;

import java.util.Set;

/** A table or figure that can be drawn. */
interface PaperItem {
    /** Such as "table II". */
    String name();

    /** Baselines included. */
    Set<Trial> needs();

    Result run(AggregationTrials trials);
}
