package io.abcast.sim;

import java.util.Locale;

/** What a search may meet whatever the protocol is. */
public enum CommonGoal {
    LEADER_CHANGES,
    /** Moments from which on one member leads an epoch and another one a later epoch. */
    TWO_LEADERS_AT_ONCE,
    /** Batches of a leader while another one leads a later epoch. */
    BATCHES_OF_AN_OLD_LEADER,
    /** Members that had lost their memory, or a part of their log, and count again. */
    FORGETFUL_MEMBERS_ADMITTED,
    REQUESTS_WITHDRAWN,
    /** Messages to a server whose address the sender does not know. */
    MESSAGES_WITHOUT_AN_ADDRESS,
    /** Messages of processes that the receiver does not know, or not any more. */
    MESSAGES_OF_STRANGERS,
    MESSAGES_LOST,
    MESSAGES_REPEATED,
    /** Repeats of messages that were sent to an earlier life of their receiver, or long before. */
    VERY_OLD_MESSAGES_REPEATED,
    TAILS_LOST,
    TORN_TAILS_CUT,
    WRITES_REFUSED_BY_A_FULL_DISK,
    SYNCS_FAILED,
    READS_FAILED,
    WRITES_MISDIRECTED,
    DAMAGED_ENTRIES_READ,
    /** Starts that found less than had been durable, after damage that looks like an unfinished write. */
    DAMAGE_THAT_LOOKS_UNFINISHED,
    STARTS_REFUSED_FOR_DAMAGE,
    STARTS_REFUSED_WITH_FOREIGN_STORAGE,
    SERVERS_STARTED_TWICE,
    /** Older processes of servers that were started twice, which have met the newer ones and stopped. */
    OLDER_PROCESSES_STOPPED,
    /** Such processes that a person had to end: the newer one had stopped instead, or their disks let them do nothing. */
    OLDER_PROCESSES_ENDED_BY_HAND,
    SNAPSHOTS_PUT_ASIDE,
    LOGS_CUT_BY_HAND,
    STORAGES_REPLACED_BY_HAND,
    SNAPSHOTS_TAKEN,
    SNAPSHOTS_INSTALLED,
    SNAPSHOTS_CAST,
    BYTES_TAKEN_FROM_CASTS,
    /** Processes that speak an old version of frames. */
    PROCESSES_OF_AN_OLD_VERSION,
    /** Messages that found the inbox of their receiver full. */
    MESSAGES_DROPPED_BY_A_FULL_INBOX,
    SNAPSHOT_TRANSFERS_RESUMED_AFTER_A_RESTART,
    MAJORITIES_FORGOTTEN,
    NEW_BEGINNINGS,
    REQUESTS_IN_VAIN_AFTER_THAT,
    MAJORITIES_LOST_WITH_THEIR_STORAGES,
    ALL_STORAGES_LOST,
    ENTRIES_LOST_WITH_STORAGES,
    /** Members whose storages had to go because their logs ended inside a slot. */
    SURVIVORS_GIVEN_UP,
    REPAIRS_DONE,
    /** Ensembles that a faulty member had kept from being founded. */
    FOUNDINGS_BY_HAND,
    /** Faults that lasted, with everything else healed. */
    LASTING_DISTURBANCES,
    /** Milliseconds in which members were disturbed, and a quorum was healthy. */
    MILLISECONDS_OF_A_HEALTHY_QUORUM_BESIDE_THEM,
    /** Members of a healthy quorum without sound links to the leader that said so. */
    CUT_OFF_MEMBERS_SAID_SO,
    /** Runs of restricted protocols that rightly had no leader in the end. */
    RUNS_THAT_RIGHTLY_HAD_NO_LEADER,
    /** Runs in which no progress was required after all faults were healed, since the members together had forgotten too much. */
    RUNS_EXCUSED_FROM_PROGRESS;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
