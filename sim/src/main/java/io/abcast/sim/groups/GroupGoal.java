package io.abcast.sim.groups;

import java.util.Locale;

/** Situations that a search of any protocol for several groups should reach. */
public enum GroupGoal {
    PLACEMENTS_TOGETHER,
    PLACEMENTS_APART,
    PLACEMENTS_MIXED,
    SINGLES_ANSWERED,
    MULTIS_ANSWERED,
    TRANSACTIONS_REFUSED,
    TRANSACTIONS_WITHOUT_A_KNOWN_OUTCOME,
    /**
     * Number of transactions that were submitted at a replica whose server holds no replica of any destination group.
     */
    ORIGINS_OUTSIDE,
    SUBMITTED_AT_THE_INSTANT_OF_AN_ANSWER,
    READS_ANSWERED,
    RESULTS_THAT_CAME_LATER,
    RESULTS_BEHIND_THOSE_OF_LATER_DELIVERIES,
    /**
     * Number of snapshots that replicas delayed because the application had not returned the results of all deliveries
     * yet.
     */
    SNAPSHOTS_THAT_WAITED_FOR_RESULTS,
    NODES_STEERED,
    SERVERS_WITH_SEVERAL_REPLICAS_CRASHED,
    SNAPSHOTS_TAKEN,
    /** Number of replicas that installed a snapshot of another replica while they ran. */
    SNAPSHOTS_INSTALLED,
    RESTARTS_FROM_A_SNAPSHOT,
    SNAPSHOTS_COMPARED,
    /**
     * Number of replicas that started after another replica of their group had taken two snapshots since their crash.
     */
    BACK_AFTER_TWO_SNAPSHOTS,
    PLACES_REPEATED_AFTER_A_RESTART,
    MESSAGES_BETWEEN_GROUPS_LOST,
    MESSAGES_BETWEEN_GROUPS_REPEATED,
    MESSAGES_TO_REPLICAS_THAT_ARE_DOWN,
    /**
     * Number of messages that a replica dropped because the messages were older than the protocol under test allows.
     */
    MESSAGES_TOO_OLD,
    CLOCKS_OF_SERVERS_SECONDS_APART,
    TAILS_LOST,
    TORN_TAILS_CUT,
    RUNS_EXCUSED_FROM_PROGRESS;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
