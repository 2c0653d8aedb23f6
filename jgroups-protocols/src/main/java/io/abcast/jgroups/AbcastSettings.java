package io.abcast.jgroups;

import io.abcast.driver.Driver;
import io.abcast.kernel.Membership;
import io.abcast.log.Durability;
import org.jgroups.annotations.Property;
import org.jgroups.conf.AttributeType;

/**
 * The attributes that all atomic broadcast protocols have, and what they may be. JGroups wants attributes to be fields of the
 * protocol, hence a superclass.
 */
abstract class AbcastSettings extends CheckedProtocol {
    @Property(
            description =
                    "The ensemble's founders: server ids in 1..65535, separated by commas, the same at every member, e.g. 1,2,3."
                            + " An even number bears as many failures as one founder less: ZAB, PAXOS and FAST_PAXOS then start"
                            + " with a warning, the variants of ZAB refuse to start. FBP takes any number from 6"
                            + " on. They name the ensemble and stay in this attribute when members come and go. Required",
            writable = false)
    protected String members = "";

    @Property(
            description =
                    "Server id of this process: one of members, or, with joining, a new number. Unique in the ensemble."
                            + " Range: 1..65535. Required",
            exposeAsManagedAttribute = false,
            writable = false)
    protected int server_id;

    @Property(
            description =
                    "Whether the ensemble runs already. A server without a history then waits for its leader and founds"
                            + " nothing: one that is to be added, or a founder whose history is lost. One with a history goes"
                            + " by that, so it may stay set. Default: false",
            writable = false)
    protected boolean joining = false;

    @Property(
            description =
                    "Directory for log, snapshots and epochs of this server; created if missing. Required for"
                            + " durability file and fsync",
            writable = false)
    protected String data_dir = "";

    @Property(
            description =
                    "What survives: memory (nothing: a restarted member is synchronised by the others), file (a killed"
                            + " process), fsync (a power cut). Default: fsync",
            writable = false)
    protected String durability = "fsync";

    @Property(
            description =
                    "How long a request or a linearizable read waits for its answer, also while this member joins or there"
                            + " is no leader, before it fails with an error that says whether it may have taken effect."
                            + " Unit: ms, or with suffix, e.g. 10s. Range: 1.. Default: 10s",
            type = AttributeType.TIME,
            writable = false)
    protected long request_timeout = 10_000;

    @Property(
            description =
                    "Requests and reads submitted at this member and not yet answered; more are refused as busy."
                            + " Range: 1..1000000. Default: 65536",
            type = AttributeType.SCALAR,
            writable = false)
    protected int pending_max = 65_536;

    @Property(
            description =
                    "Bytes of the requests submitted at this member and not yet answered; more are refused as busy."
                            + " Unit: bytes. Range: 1.. Default: 67108864 (64 MiB)",
            type = AttributeType.BYTES,
            writable = false)
    protected long pending_bytes_max = 64 << 20;

    @Property(
            description =
                    "Bytes of received frames that wait for the event loop; more are dropped and asked for again."
                            + " Unit: bytes. Range: 1.. Default: 134217728 (128 MiB)",
            type = AttributeType.BYTES,
            writable = false)
    protected long inbox_bytes_max = 128 << 20;

    @Property(
            description =
                    "At a start: how long to wait for members that do not answer the question whether this server id is"
                            + " free, such as a killed process whose address is still in the view. Unit: ms. Range: 0.. Default:"
                            + " 500",
            type = AttributeType.TIME,
            writable = false)
    protected long id_check_timeout = 500;

    @Property(
            description =
                    "The highest version of frames that this member speaks and announces; each pair of members uses the"
                            + " highest that both speak. 1 is what the release before changes of the membership spoke: set it"
                            + " while an upgrade may have to be taken back; the membership cannot change then. Range: 1..2. Default: 2",
            type = AttributeType.SCALAR,
            writable = false)
    protected int wire_version = 2;

    @Property(
            description =
                    "Whether a member with an empty storage votes although it may have forgotten votes: the operator asserts"
                            + " that these do not matter. In ZAB it votes from its first start. In PAXOS, FAST_PAXOS and FBP it"
                            + " first asks the others, and joins the ensemble of a voter that answers. If none answers, a quorum"
                            + " of such members forms an ensemble. False: the first formation needs all members."
                            + " Default: false",
            writable = false)
    protected boolean bootstrap = false;

    @Property(
            description =
                    "Largest payload of a request. Unit: bytes. Range: 1.. Default: 1048576 (1 MiB)",
            type = AttributeType.BYTES,
            writable = false)
    protected int payload_bytes_max = 1 << 20;

    @Property(
            description =
                    "Bytes delivered between two snapshots, or half the size of the last one where that is more. Unit: bytes."
                            + " Range: 1.. Default: 67108864 (64 MiB)",
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
                    "How often the leader says that it is alive. Unit: ms. Range: 1.. Default: 200",
            type = AttributeType.TIME,
            writable = false)
    protected long heartbeat_interval = 200;

    /** The highest version of frames that there is. */
    abstract int wireVersionMax();

    /** Checks the attributes that a subclass adds. @throws IllegalArgumentException with expected and actual */
    abstract void checkOwnRanges();

    /** Whether a majority of the voters is a quorum, so that an even number of voters bears no more failures than one voter less. */
    boolean quorumsAreMajorities() {
        return true;
    }

    /** What an operator should know of the number of voters; empty: nothing. */
    final String remark(Membership ensemble) {
        int voters = ensemble.voters();
        if (!quorumsAreMajorities() || voters % 2 == 1) return "";
        return "an ensemble of %d bears %d failed members, as an ensemble of %d does; expected an odd number of members"
                .formatted(voters, voters - ensemble.quorum(), voters - 1);
    }

    /** Whether the protocol can run with that ensemble. @throws IllegalArgumentException with expected and actual */
    abstract void checkEnsemble(Membership ensemble);

    /** The ensemble as it was founded; this server is in it unless it joins. @throws IllegalArgumentException with expected and actual */
    final Membership checkMembers() {
        Membership ensemble;
        try {
            ensemble = Membership.parse(members);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(getName() + "." + e.getMessage(), e);
        }
        boolean founder = ensemble.contains(server_id);
        if (!founder && !joining) throw wrong("server_id", "one of the members " + ensemble, server_id);
        if (server_id < 1 || server_id > Membership.ID_MAX)
            throw wrong("server_id", "1 to " + Membership.ID_MAX, server_id);
        return ensemble;
    }

    /** @throws IllegalArgumentException with expected and actual */
    final Durability checkDurability() {
        for (Durability kept : Durability.values()) {
            if (!kept.name().equalsIgnoreCase(durability.trim())) continue;
            if (kept != Durability.MEMORY && data_dir.isBlank())
                throw wrong(
                        "data_dir",
                        "a directory for durability '%s'".formatted(durability),
                        "none (durability='memory' needs none)");
            return kept;
        }
        throw wrong("durability", "memory, file or fsync", "'" + durability + "'");
    }

    /** @throws IllegalArgumentException with expected and actual */
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

    /** Checks that silence is told from a heartbeat that is on its way. @throws IllegalArgumentException with expected and actual */
    final void checkSilence(long silenceMillis) {
        if (silenceMillis < 2 * heartbeat_interval)
            throw wrong(
                    "election_timeout",
                    "at least two heartbeat_intervals (%d ms)".formatted(2 * heartbeat_interval),
                    silenceMillis + " ms");
    }
}
