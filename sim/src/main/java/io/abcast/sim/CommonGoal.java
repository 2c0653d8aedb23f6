package io.abcast.sim;

import java.util.Locale;

/** Situations that a search may reach with any protocol. */
public enum CommonGoal {
    LEADER_CHANGES,
    /** Number of times that a member begins to lead an epoch while another member leads another epoch. */
    TWO_LEADERS_AT_ONCE,
    /** Batches of events that a leader handled while another member already led a later epoch. */
    BATCHES_OF_AN_OLD_LEADER,
    /** Members that vote again after they had lost their memory or a part of their log. */
    FORGETFUL_MEMBERS_ADMITTED,
    REQUESTS_WITHDRAWN,
    /** Messages to a server whose address the sender does not know. */
    MESSAGES_WITHOUT_AN_ADDRESS,
    /** Messages from processes that the receiver does not know, or does not know any more. */
    MESSAGES_OF_STRANGERS,
    MESSAGES_LOST,
    MESSAGES_REPEATED,
    /**
     * Messages that the network repeated although they were sent to an earlier process of their receiver, or long
     * before.
     */
    VERY_OLD_MESSAGES_REPEATED,
    TAILS_LOST,
    TORN_TAILS_CUT,
    WRITES_REFUSED_BY_A_FULL_DISK,
    SYNCS_FAILED,
    READS_FAILED,
    WRITES_MISDIRECTED,
    DAMAGED_ENTRIES_READ,
    /** Starts that found less than the durable data, after damage that looks like an unfinished write. */
    DAMAGE_THAT_LOOKS_UNFINISHED,
    STARTS_REFUSED_FOR_DAMAGE,
    STARTS_REFUSED_WITH_FOREIGN_STORAGE,
    SERVERS_STARTED_TWICE,
    /** Servers that were started twice, and whose older process met the newer one and stopped. */
    OLDER_PROCESSES_STOPPED,
    /**
     * Older processes of servers that were started twice, which the operator had to end. The newer process had stopped
     * instead, or a disk blocked the older one.
     */
    OLDER_PROCESSES_ENDED_BY_HAND,
    SNAPSHOTS_PUT_ASIDE,
    LOGS_CUT_BY_HAND,
    STORAGES_REPLACED_BY_HAND,
    SNAPSHOTS_TAKEN,
    SNAPSHOTS_INSTALLED,
    SNAPSHOTS_CAST,
    BYTES_TAKEN_FROM_CASTS,
    /** Processes that use an old frame version. */
    PROCESSES_OF_AN_OLD_VERSION,
    /** Messages that were dropped because the inbox of their receiver was full. */
    MESSAGES_DROPPED_BY_A_FULL_INBOX,
    SNAPSHOT_TRANSFERS_RESUMED_AFTER_A_RESTART,
    MAJORITIES_FORGOTTEN,
    NEW_BEGINNINGS,
    REQUESTS_IN_VAIN_AFTER_THAT,
    MAJORITIES_LOST_WITH_THEIR_STORAGES,
    ALL_STORAGES_LOST,
    ENTRIES_LOST_WITH_STORAGES,
    /** Members whose storages were removed because their logs ended inside a slot. */
    SURVIVORS_GIVEN_UP,
    REPAIRS_DONE,
    /** Ensembles that the operator founded because a faulty member had prevented their founding. */
    FOUNDINGS_BY_HAND,
    /** Faults that lasted on after all other faults were healed. */
    LASTING_DISTURBANCES,
    /** Milliseconds in which a quorum was healthy although faults disturbed some members. */
    MILLISECONDS_OF_A_HEALTHY_QUORUM_BESIDE_THEM,
    /** Members of a healthy quorum without sound links to the leader that reported themselves as not active. */
    CUT_OFF_MEMBERS_SAID_SO,
    /** Runs of restricted protocols that rightly had no leader at the end. */
    RUNS_THAT_RIGHTLY_HAD_NO_LEADER,
    /**
     * Runs that need not make progress after all faults are healed, because the members together have forgotten too
     * much.
     */
    RUNS_EXCUSED_FROM_PROGRESS;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
