package io.abcast.search;

import io.abcast.kernel.Membership;
import io.abcast.ordering.log.LogConfig;
import io.abcast.sim.explore.ExploredProtocol;
import io.abcast.sim.explore.FieldRules;

/**
 * Base class of the explored protocols that have a {@link LogConfig}: their settings, timeouts, and rules for common
 * fields.
 */
abstract class ExploredLog implements ExploredProtocol {
    static final long TICK = 1_000_000;
    static final long RETRY = 100 * TICK;
    static final long ELECTION_TIMEOUT = 300 * TICK;

    static LogConfig logConfig() {
        return LogConfig.defaults().times(TICK, RETRY, ELECTION_TIMEOUT, RETRY);
    }

    @Override
    public FieldRules rules() {
        return new FieldRules()
                .constants(LogConfig.class, Membership.class)
                // Desk.dice is ignored because the node has the same random generator in another
                // field.
                .ignore("Desk.dice", "Desk.sent", "Desk.received", "Desk.dropped")
                .ignore("Desk.waits", "Desk.refusals")
                .ignore("Outbox.waits", "Outbox.versions", "Outbox.pledges", "Outbox.pledged")
                .relative("Outbox.durable", "Outbox.changes", "Outbox.writing", "Held.stamp")
                .relative(
                        "Journal.synced",
                        "Journal.operations",
                        "Journal.votes",
                        "Mark.operations",
                        "Held.position");
    }

    @Override
    public long tickNanos() {
        return TICK;
    }

    @Override
    public long retryNanos() {
        return RETRY;
    }

    @Override
    public long electionNanos() {
        return 2 * ELECTION_TIMEOUT;
    }
}
