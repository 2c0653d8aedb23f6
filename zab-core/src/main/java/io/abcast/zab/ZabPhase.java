package io.abcast.zab;

/** The phase of a member in the protocol: its role and its progress in that role. */
public enum ZabPhase {
    /** A member that looks for a leader. */
    LOOKING,
    /** A server that is not, or no longer, a member of the ensemble. */
    NO_MEMBER,
    /** A follower that has introduced itself and waits for NEWEPOCH. */
    CONNECTING,
    /** A follower that persists its promise. */
    PROMISING,
    /** A follower that has promised and waits for the way in which it is synchronised. */
    PROMISED,
    /** A follower that fetches a snapshot. */
    FETCHING,
    /** A follower whose storage replaces the log with a snapshot. */
    INSTALLING,
    /** A follower that takes over the leader's history. */
    SYNCHRONISING,
    /** A follower that has received the leader's history and makes it durable, and then makes the epoch durable. */
    ENTERING,
    /** A follower that has entered the epoch and waits for UPTODATE. */
    ENTERED,
    /** A follower in broadcast. */
    FOLLOWING,
    /** A leader that waits for promises. */
    DISCOVERING,
    /**
     * A leader that has promises of a quorum and waits for further members, which the rule of the last epoch requires.
     */
    WAITING_FOR_OTHERS,
    /** A leader that has enough promises and waits for their confirmation. */
    CONFIRMING,
    /** A leader that waits until a quorum holds its history. */
    ESTABLISHING,
    /** An established leader. */
    LEADING
}
