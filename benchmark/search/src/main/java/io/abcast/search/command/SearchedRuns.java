package io.abcast.search.command;

import io.abcast.command.JsonText;
import io.abcast.sim.SeedCampaign;
import java.util.List;

/** The fuzz campaigns of all threads of a command, and the sum of the goals that their runs have reached. */
interface SearchedRuns {
    /**
     * The fuzz campaigns of one thread of the command. Consecutive seeds of a thread use the thread's campaigns in
     * turn.
     */
    interface Share {
        List<? extends SeedCampaign> campaigns();

        /**
         * Adds the counts of this thread's runs to the sum of the command. Must be called once, at the end of the
         * thread, and by only one thread at a time.
         */
        void end();
    }

    /** Creates the fuzz campaigns of one more thread. */
    Share share();

    /** Number of runs so far that were not required to make progress. */
    long excused();

    /** Formats all counts of the search's goals as text. */
    String table();

    /** The names of all goals that no run reached, in one line; the line is empty if runs reached all goals. */
    String unmet();

    /**
     * Table of the false messages of lying members, with the kinds of lies that are missing; empty if no member may
     * lie.
     */
    String lies();

    /** Writes how often each kind of fault happened, as the members of a JSON object. */
    void writeFaults(JsonText to);
}
