package io.abcast.jgroups;

import io.abcast.driver.Driver;
import io.abcast.log.Durability;
import org.jgroups.annotations.Property;
import org.jgroups.conf.AttributeType;

/**
 * Declares the attributes of a server that all protocols with a log share, and checks the ranges of these attributes.
 */
abstract class ServerSettings extends CheckedProtocol {
    @Property(
            description =
                    "Server id of this process: one of the founders or, with joining, a new number. Unique in the"
                            + " ensemble. Range: 1..65535. Required",
            exposeAsManagedAttribute = false,
            writable = false)
    protected int server_id;

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

    final void checkServerRanges() {
        atLeast("request_timeout", request_timeout, 1);
        atLeast("id_check_timeout", id_check_timeout, 0);
        atLeast("pending_max", pending_max, 1);
        if (pending_max > Driver.REQUESTS_MAX)
            throw wrong("pending_max", "at most " + Driver.REQUESTS_MAX, pending_max);
        atLeast("pending_bytes_max", pending_bytes_max, 1);
        atLeast("inbox_bytes_max", inbox_bytes_max, 1);
        atLeast("payload_bytes_max", payload_bytes_max, 1);
        atLeast("snapshot_every_bytes", snapshot_every_bytes, 1);
        atLeast("snapshot_chunk_bytes", snapshot_chunk_bytes, 1);
    }
}
