package io.abcast.search.command;

import io.abcast.command.JsonText;
import io.abcast.sim.SeedCampaign;
import java.util.List;

/** The campaigns of a command's threads, and the sum of the goals that their runs have reached. */
interface SearchedRuns {
    /** The campaigns of one thread. Consecutive seeds use them one after another. */
    interface Share {
        List<? extends SeedCampaign> campaigns();

        /** Adds what the runs have reached to the sum. Called once, by one thread at a time. */
        void end();
    }

    /** Creates the campaigns of one more thread. */
    Share share();

    /** Number of runs that need not make progress. */
    long excused();

    /** Formats all counts as text. */
    String table();

    /** The names of all goals that were never reached, in one line; empty if all were reached. */
    String unmet();

    /** Table of the lies of members, with what is missing; empty if no member may lie. */
    String lies();

    /** Writes the number of times that each kind of fault happened, as the members of an object. */
    void writeFaults(JsonText to);
}
