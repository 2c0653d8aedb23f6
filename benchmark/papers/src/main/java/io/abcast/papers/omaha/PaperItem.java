package io.abcast.papers.omaha;

import java.util.Set;

/** A table or figure that the evaluation can draw. */
interface PaperItem {
    /** Name of the table or figure, such as "table II". */
    String name();

    /** The trials that the table or figure needs, including the baselines. */
    Set<Trial> needs();

    Result run(AggregationTrials trials);
}
