package io.abcast.search.command;

import io.abcast.command.JsonText;
import io.abcast.sim.SeedCampaign;
import java.util.List;

/** The fuzz campaigns of all threads of a command, and the sum of the goals that their runs have reached. */
interface SearchedRuns {
    /** The fuzz campaigns of one thread of the command; consecutive seeds use the campaigns in turn. */
    interface Share {
        List<? extends SeedCampaign> campaigns();

        /**
         * Adds the counts of this thread's runs to the sum of the command; called once at its end, by one thread at a
         * time.
         */
        void end();
    }

    Share share();

    long excused();

    String table();

    String unmet();

    String lies();

    void writeFaults(JsonText to);
}
