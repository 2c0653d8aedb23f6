package io.abcast.jgroups;

import io.abcast.jgroups.group.ProtocolIds;
import io.abcast.kernel.Membership;
import org.jgroups.annotations.Property;
import org.jgroups.conf.AttributeType;

/**
 * Declares the attributes of all atomic broadcast protocols, in addition to the attributes of {@link ServerSettings},
 * and checks the ranges of these attributes.
 */
abstract class AbcastSettings extends ServerSettings {
    @Property(
            description =
                    "Server ids of the founders of the ensemble: numbers in 1..65535, separated by commas, the same at"
                            + " every member, e.g. 1,2,3. An even number of members tolerates no more failures than"
                            + " one member less: ZAB, PAXOS, FAST_PAXOS and EPAXOS then start with a warning, and the"
                            + " variants of ZAB refuse to start. FBP takes any number from 6 on. The list names the"
                            + " ensemble; leave it unchanged when members are added or removed. Required",
            writable = false)
    protected String members = "";

    @Property(
            description =
                    "Whether the ensemble is already running. A server without a history then waits for the leader and"
                            + " founds no ensemble. Set it for a server that is to be added, and for a founder whose"
                            + " history is lost. A server with a history continues from its history, so the setting"
                            + " may stay. Default: false",
            writable = false)
    protected boolean joining = false;

    @Property(
            description =
                    "Highest frame version that this member uses and announces; each pair of members uses the highest"
                            + " version that both support. Version 1 belongs to the release before membership"
                            + " changes: set 1 while an upgrade may have to be rolled back. With version 1 the"
                            + " membership cannot change. Range: 1..2. Default: 2",
            type = AttributeType.SCALAR,
            writable = false)
    protected int wire_version = 2;

    @Property(
            description =
                    "Interval between two heartbeats of the leader, in EPAXOS of each member. Unit: ms. Range: 1.."
                            + " Default: 200",
            type = AttributeType.TIME,
            writable = false)
    protected long heartbeat_interval = 200;

    /**
     * Minimum number of largest entries that a node can hold at a time if it orders the log of a host, such as a
     * replica of {@link CAMU}.
     */
    private static final int HOSTED_ENTRIES = 128;

    /**
     * Size in bytes of the largest entry of a host's log, such as that of a {@link CAMU} replica; 0 in a JGroups stack.
     */
    private int entryBytesMin;

    /**
     * Entries of a host, such as a replica of {@link CAMU}, may exceed the bounds that the attributes set for single
     * requests.
     *
     * @param bytes maximum size of an entry of the host
     */
    final void holdEntries(int bytes) {
        entryBytesMin = bytes;
    }

    final int nodePayloadBytesMax() {
        return Math.max(payload_bytes_max, entryBytesMin);
    }

    final int nodePendingMax() {
        return entryBytesMin == 0 ? pending_max : Math.max(pending_max, HOSTED_ENTRIES);
    }

    final long nodePendingBytesMax() {
        return Math.max(pending_bytes_max, (long) HOSTED_ENTRIES * entryBytesMin);
    }

    abstract int wireVersionMax();

    abstract void checkOwnRanges();

    boolean quorumsAreMajorities() {
        return true;
    }

    final String remark(Membership ensemble) {
        int voters = ensemble.voters();
        if (!quorumsAreMajorities() || voters % 2 == 1) return "";
        return ("an ensemble of %d members tolerates %d failed members, no more than an ensemble of %d; expected an odd"
                        + " number of members")
                .formatted(voters, voters - ensemble.quorum(), voters - 1);
    }

    abstract void checkEnsemble(Membership ensemble);

    final Membership checkMembers() {
        ProtocolIds.check(getName(), getId());
        Membership ensemble;
        try {
            ensemble = Membership.parse(members);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(getName() + "." + e.getMessage(), e);
        }
        boolean founder = ensemble.contains(server_id);
        if (!founder && !joining)
            throw wrong("server_id", "one of the members " + ensemble, server_id);
        if (server_id < 1 || server_id > Membership.ID_MAX)
            throw wrong("server_id", "1 to " + Membership.ID_MAX, server_id);
        return ensemble;
    }

    final void checkRanges() {
        checkServerRanges();
        if (wire_version < 1 || wire_version > wireVersionMax())
            throw wrong("wire_version", "1 to " + wireVersionMax(), wire_version);
        atLeast("heartbeat_interval", heartbeat_interval, 1);
        checkOwnRanges();
    }

    /** The election timeout must cover at least two heartbeats, so that one delayed heartbeat starts no election. */
    final void checkSilence(long silenceMillis) {
        if (silenceMillis < 2 * heartbeat_interval)
            throw wrong(
                    "election_timeout",
                    "at least two heartbeat_intervals (%d ms)".formatted(2 * heartbeat_interval),
                    silenceMillis + " ms");
    }
}
