package io.abcast.zab;

/** The phase of a member in the protocol, which combines its role and its progress in that role. */
public enum ZabPhase {
    /** The member looks for a leader. */
    LOOKING,
    /** The server is not a member of the ensemble: not yet added, or removed. */
    NO_MEMBER,
    /** The follower has sent its first message to the leader and waits for NEWEPOCH. */
    CONNECTING,
    /** The follower is making its promise to the leader durable. */
    PROMISING,
    /**
     * The follower has promised the leader's epoch, and waits for the message Sync, which states how the leader
     * synchronises it.
     */
    PROMISED,
    /** The follower fetches a snapshot from the leader. */
    FETCHING,
    /** The follower's storage replaces the log with a snapshot. */
    INSTALLING,
    /** The follower receives the leader's entries that its log lacks. */
    SYNCHRONISING,
    /** The follower makes the leader's history durable, and then the epoch. */
    ENTERING,
    /** The follower has entered the epoch and waits for UPTODATE. */
    ENTERED,
    /** The follower takes part in the broadcast phase. */
    FOLLOWING,
    /** The leader waits until a quorum has promised the leader's epoch. */
    DISCOVERING,
    /**
     * The leader has promises of a quorum, and waits for promises of more members, as the delivery rule of the last
     * epoch requires.
     */
    WAITING_FOR_OTHERS,
    /** The leader has enough promises, and waits until the members have confirmed their promises. */
    CONFIRMING,
    /** The leader waits until a quorum holds the leader's history and has entered the epoch. */
    ESTABLISHING,
    /** The leader is established. */
    LEADING
}
