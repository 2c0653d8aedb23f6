package io.abcast.jgroups;

import io.abcast.driver.Driver;
import io.abcast.jgroups.group.ProtocolIds;
import io.abcast.kernel.Membership;
import io.abcast.log.Durability;
import org.jgroups.annotations.Property;
import org.jgroups.conf.AttributeType;

/**
 * Declares the attributes of all atomic broadcast protocols, and checks their ranges. The attributes stand in a
 * superclass, because JGroups requires them to be fields of the protocol.
 */
abstract class AbcastSettings extends CheckedProtocol {
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
                    "Server id of this process: one of members or, with joining, a new number. Unique in the ensemble."
                            + " Range: 1..65535. Required",
            exposeAsManagedAttribute = false,
            writable = false)
    protected int server_id;

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
                    "Directory of the log, the snapshots and the epochs of this server; created if missing. Required"
                            + " for durability file and fsync",
            writable = false)
    protected String data_dir = "";

    @Property(
            description =
                    "Failure that the data of a member survives: memory (none: the other members synchronise a"
                            + " restarted member), file (a killed process), fsync (a power cut). Default: fsync",
            writable = false)
    protected String durability = "fsync";

    @Property(
            description =
                    "Time after which a request or linearizable read without an answer fails. The error says whether"
                            + " the request may have taken effect. The time also runs while this member joins or has"
                            + " no leader. Unit: ms, or with suffix, e.g. 10s. Range: 1.. Default: 10s",
            type = AttributeType.TIME,
            writable = false)
    protected long request_timeout = 10_000;

    @Property(
            description =
                    "Maximum number of requests and reads submitted at this member and not yet answered; further ones"
                            + " are refused as busy. Range: 1..1000000. Default: 65536",
            type = AttributeType.SCALAR,
            writable = false)
    protected int pending_max = 65_536;

    @Property(
            description =
                    "Maximum number of bytes of the requests submitted at this member and not yet answered; further"
                            + " requests are refused as busy. Unit: bytes. Range: 1.. Default: 67108864 (64 MiB)",
            type = AttributeType.BYTES,
            writable = false)
    protected long pending_bytes_max = 64 << 20;

    @Property(
            description =
                    "Maximum number of bytes of received frames that wait for the event loop; further frames are"
                            + " dropped, and this member requests them again. Unit: bytes. Range: 1.. Default:"
                            + " 134217728 (128 MiB)",
            type = AttributeType.BYTES,
            writable = false)
    protected long inbox_bytes_max = 128 << 20;

    @Property(
            description =
                    "Time that a starting member waits for the answers of other members whether its server id is free."
                            + " A killed process whose address is still in the view does not answer. Unit: ms. Range:"
                            + " 0.. Default: 500",
            type = AttributeType.TIME,
            writable = false)
    protected long id_check_timeout = 500;

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
                    "Whether a member with an empty storage votes although it may have forgotten votes. True: the"
                            + " operator asserts that lost votes do not matter. In ZAB the member then votes from its"
                            + " first start. In PAXOS, FAST_PAXOS, FBP and EPAXOS it first asks the other members, and joins"
                            + " the ensemble of a voter that answers. If no voter answers, a quorum of such members"
                            + " forms an ensemble. False: the first formation needs all members. Default: false",
            writable = false)
    protected boolean bootstrap = false;

    @Property(
            description =
                    "Maximum size of the payload of a request. Unit: bytes. Range: 1.. Default: 1048576 (1 MiB)",
            type = AttributeType.BYTES,
            writable = false)
    protected int payload_bytes_max = 1 << 20;

    @Property(
            description =
                    "Bytes delivered between two snapshots; the distance is at least half the size of the last"
                            + " snapshot. Unit: bytes. Range: 1.. Default: 67108864 (64 MiB)",
            type = AttributeType.BYTES,
            writable = false)
    protected long snapshot_every_bytes = 64 << 20;

    @Property(
            description =
                    "Size of the chunks in which a member fetches a snapshot. Unit: bytes. Range: 1.."
                            + " Default: 65536 (64 KiB)",
            type = AttributeType.BYTES,
            writable = false)
    protected int snapshot_chunk_bytes = 64 << 10;

    @Property(
            description =
                    "Interval between two heartbeats of the leader, in EPAXOS of each member. Unit: ms. Range: 1.."
                            + " Default: 200",
            type = AttributeType.TIME,
            writable = false)
    protected long heartbeat_interval = 200;

    /** The highest frame version that the protocol supports. */
    abstract int wireVersionMax();

    /**
     * Checks the attributes of the subclass.
     *
     * @throws IllegalArgumentException if an attribute is wrong; the message has the expected and the actual value
     */
    abstract void checkOwnRanges();

    /**
     * Whether every majority of the voters is a quorum. If so, an even number of voters tolerates no more failures than
     * one voter less.
     */
    boolean quorumsAreMajorities() {
        return true;
    }

    /** Returns a warning for the operator about the number of voters; empty if no warning is needed. */
    final String remark(Membership ensemble) {
        int voters = ensemble.voters();
        if (!quorumsAreMajorities() || voters % 2 == 1) return "";
        return ("an ensemble of %d members tolerates %d failed members, no more than an ensemble of %d; expected an odd"
                        + " number of members")
                .formatted(voters, voters - ensemble.quorum(), voters - 1);
    }

    /**
     * Checks that the protocol can run with an ensemble of this size.
     *
     * @throws IllegalArgumentException if the size is wrong; the message has the expected and the actual size
     */
    abstract void checkEnsemble(Membership ensemble);

    /**
     * Parses the founders of the ensemble, and checks that this server is one of them unless it joins.
     *
     * @throws IllegalArgumentException if an attribute is wrong; the message has the expected and the actual value
     */
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

    /** @throws IllegalArgumentException if an attribute is wrong; the message has the expected and the actual value */
    final Durability checkDurability() {
        for (Durability kept : Durability.values()) {
            if (!kept.name().equalsIgnoreCase(durability.trim())) continue;
            if (kept != Durability.MEMORY && data_dir.isBlank())
                throw wrong(
                        "data_dir",
                        "a directory for durability '%s'".formatted(durability),
                        "no directory (durability='memory' needs no directory)");
            return kept;
        }
        throw wrong("durability", "memory, file or fsync", "'" + durability + "'");
    }

    /** @throws IllegalArgumentException if an attribute is wrong; the message has the expected and the actual value */
    final void checkRanges() {
        atLeast("request_timeout", request_timeout, 1);
        atLeast("id_check_timeout", id_check_timeout, 0);
        atLeast("pending_max", pending_max, 1);
        if (pending_max > Driver.REQUESTS_MAX)
            throw wrong("pending_max", "at most " + Driver.REQUESTS_MAX, pending_max);
        atLeast("pending_bytes_max", pending_bytes_max, 1);
        atLeast("inbox_bytes_max", inbox_bytes_max, 1);
        if (wire_version < 1 || wire_version > wireVersionMax())
            throw wrong("wire_version", "1 to " + wireVersionMax(), wire_version);
        atLeast("payload_bytes_max", payload_bytes_max, 1);
        atLeast("snapshot_every_bytes", snapshot_every_bytes, 1);
        atLeast("snapshot_chunk_bytes", snapshot_chunk_bytes, 1);
        atLeast("heartbeat_interval", heartbeat_interval, 1);
        checkOwnRanges();
    }

    /**
     * Checks that the election timeout covers at least two heartbeats, so that one delayed heartbeat starts no
     * election.
     *
     * @throws IllegalArgumentException if an attribute is wrong; the message has the expected and the actual value
     */
    final void checkSilence(long silenceMillis) {
        if (silenceMillis < 2 * heartbeat_interval)
            throw wrong(
                    "election_timeout",
                    "at least two heartbeat_intervals (%d ms)".formatted(2 * heartbeat_interval),
                    silenceMillis + " ms");
    }
}
