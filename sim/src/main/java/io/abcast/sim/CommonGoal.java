package io.abcast.sim;

import java.util.Locale;

/** Situations that a search of any protocol should reach. */
public enum CommonGoal {
    LEADER_CHANGES,
    /** Number of times that a member begins to lead an epoch while another member leads another epoch. */
    TWO_LEADERS_AT_ONCE,
    /** Number of batches of events that a leader handled while another member already led a later epoch. */
    BATCHES_OF_AN_OLD_LEADER,
    /** Number of times that a member votes again after it had lost its memory or a part of its log. */
    FORGETFUL_MEMBERS_ADMITTED,
    REQUESTS_WITHDRAWN,
    /** Number of messages to a server of which the sender does not know the address. */
    MESSAGES_WITHOUT_AN_ADDRESS,
    /** Number of messages from processes that the receiver does not know yet, or no longer knows. */
    MESSAGES_OF_STRANGERS,
    MESSAGES_LOST,
    MESSAGES_REPEATED,
    /**
     * Number of messages that the network repeated long after they were sent, or after the receiver's process had been
     * replaced.
     */
    VERY_OLD_MESSAGES_REPEATED,
    TAILS_LOST,
    TORN_TAILS_CUT,
    WRITES_REFUSED_BY_A_FULL_DISK,
    SYNCS_FAILED,
    READS_FAILED,
    WRITES_MISDIRECTED,
    DAMAGED_ENTRIES_READ,
    /**
     * Number of server starts that found less data than was durable, because damage looked like an unfinished write.
     */
    DAMAGE_THAT_LOOKS_UNFINISHED,
    STARTS_REFUSED_FOR_DAMAGE,
    STARTS_REFUSED_WITH_FOREIGN_STORAGE,
    SERVERS_STARTED_TWICE,
    /** Number of servers that were started twice, and whose older process met the newer process and stopped. */
    OLDER_PROCESSES_STOPPED,
    /** Number of servers that were started twice, and whose older process the operator had to end. */
    OLDER_PROCESSES_ENDED_BY_HAND,
    SNAPSHOTS_PUT_ASIDE,
    LOGS_CUT_BY_HAND,
    STORAGES_REPLACED_BY_HAND,
    SNAPSHOTS_TAKEN,
    SNAPSHOTS_INSTALLED,
    SNAPSHOTS_CAST,
    BYTES_TAKEN_FROM_CASTS,
    /** Number of processes that use the frame version of the previous release. */
    PROCESSES_OF_AN_OLD_VERSION,
    /** Number of messages that were dropped because the inbox of the receiver was full. */
    MESSAGES_DROPPED_BY_A_FULL_INBOX,
    SNAPSHOT_TRANSFERS_RESUMED_AFTER_A_RESTART,
    MAJORITIES_FORGOTTEN,
    NEW_BEGINNINGS,
    REQUESTS_IN_VAIN_AFTER_THAT,
    MAJORITIES_LOST_WITH_THEIR_STORAGES,
    ALL_STORAGES_LOST,
    ENTRIES_LOST_WITH_STORAGES,
    /**
     * Number of times that the operator removed a survivor's storage because only lost members knew the rest of a slot.
     */
    SURVIVORS_GIVEN_UP,
    REPAIRS_DONE,
    /**
     * Number of ensembles that the operator founded with only some of the founders, because a faulty member had
     * prevented the normal founding.
     */
    FOUNDINGS_BY_HAND,
    /** Number of faults that lasted longer than all other faults of the run. */
    LASTING_DISTURBANCES,
    /** Number of milliseconds in which a quorum of members was healthy although faults disturbed other members. */
    MILLISECONDS_OF_A_HEALTHY_QUORUM_BESIDE_THEM,
    /**
     * Number of members of a healthy quorum that had no sound links to the leader and reported themselves as not
     * active.
     */
    CUT_OFF_MEMBERS_SAID_SO,
    /** Number of runs of protocols with the restricted rule that were allowed to have no leader at the end. */
    RUNS_THAT_RIGHTLY_HAD_NO_LEADER,
    /**
     * Number of runs that need not make progress after all faults are healed, because the members together have
     * forgotten too much history.
     */
    RUNS_EXCUSED_FROM_PROGRESS;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
