package io.abcast.papers.omaha;

import java.util.Set;

/** A table or figure that can be drawn. */
interface PaperItem {
    /** Name such as "table II". */
    String name();

    /** The trials that the item needs, baselines included. */
    Set<Trial> needs();

    Result run(AggregationTrials trials);
}
