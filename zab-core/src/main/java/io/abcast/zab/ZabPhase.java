package io.abcast.zab;

/** Where in the protocol a member is: its role, and how far that has come. */
public enum ZabPhase {
    /** Looking for a leader. */
    LOOKING,
    /** Not, or no longer, a member of the ensemble. */
    NO_MEMBER,
    /** A follower that has introduced itself, and waits for NEWEPOCH. */
    CONNECTING,
    /** A follower whose promise is on its way to the disk. */
    PROMISING,
    /** A follower that has promised, and waits to be told how it is synchronised. */
    PROMISED,
    /** A follower that fetches a snapshot. */
    FETCHING,
    /** A follower whose storage replaces its log by a snapshot. */
    INSTALLING,
    /** A follower that takes over the leader's history. */
    SYNCHRONISING,
    /** A follower that has the leader's history, which is on its way to the disk, and then the epoch. */
    ENTERING,
    /** A follower that has entered the epoch, and waits for UPTODATE. */
    ENTERED,
    /** A follower in broadcast. */
    FOLLOWING,
    /** A leader that waits for promises. */
    DISCOVERING,
    /** A leader that has a quorum of promises, but the rule of the last epoch asks for other members. */
    WAITING_FOR_OTHERS,
    /** A leader that has enough promises, and has them confirmed. */
    CONFIRMING,
    /** A leader that waits for a quorum that holds its history. */
    ESTABLISHING,
    /** An established leader. */
    LEADING
}
