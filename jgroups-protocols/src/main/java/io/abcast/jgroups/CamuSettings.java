package io.abcast.jgroups;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.abcast.jgroups.camu.LinkSettings;
import io.abcast.jgroups.camu.SharedSettings;
import io.abcast.kernel.Membership;
import io.abcast.ordering.camu.CamuConfig;
import io.abcast.ordering.camu.PartitionMap;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jgroups.annotations.Component;
import org.jgroups.annotations.Property;
import org.jgroups.conf.AttributeType;

/** The attributes of {@link CAMU}, in addition to the attributes of {@link ServerSettings}. */
abstract class CamuSettings extends ServerSettings {
    private static final long MILLI = 1_000_000;
    private static final long MICROS_PER_MILLI = 1_000;
    private static final CamuConfig DEFAULTS = CamuConfig.DEFAULT;

    private static final String NONE = "none";

    /**
     * A leader must log a transaction above its own {@code payload_bytes_max}, because other partitions may have
     * ordered the transaction.
     */
    private static final int ENTRY_BYTES_MAX = Integer.MAX_VALUE - (1 << 20);

    /**
     * A longer time in an attribute has the effect of this maximum, whose sums and small multiples do not overflow a
     * long.
     */
    private static final long NANOS_MAX = Long.MAX_VALUE / 64;

    private static final long SESSION_TTL_MAX_MICROS = 1L << 52;

    @Property(
            description =
                    "Partitions, each with the server ids of its founders, e.g. A=1,2,3;B=1,2,3;C=4,5,6. A name consists"
                            + " of letters, digits, - and _. The same at all servers, and at all starts: leave it"
                            + " unchanged when members are added or removed. Required",
            writable = false)
    protected String partitions = "";

    @Property(
            name = "log",
            description =
                    "Protocol that orders the entries of each partition: ZAB, a variant of ZAB, PAXOS or FAST_PAXOS. Its"
                            + " own attributes have the prefix 'log.', e.g. log.election_timeout. FBP and EPAXOS are"
                            + " refused. The same at all servers. Default: ZAB",
            writable = false)
    protected String log_protocol = LogElements.DEFAULT;

    @Property(
            description =
                    "Links by which a partition may impose timestamps on another one: auto (each leader opens the links"
                            + " that save more delay than they add), on (all), off (none), share:OPEN/CLOSE (opens a"
                            + " link if transactions touch the other partition in more than OPEN % of 15 ticks, and"
                            + " closes it below CLOSE %), or a list, e.g. A-B,C>D (A and B both ways, C to D)."
                            + " Default: off",
            writable = false)
    protected String links = "off";

    @Property(
            description =
                    "Promise of an answer: serializable (one order of all transactions) or strict (a transaction that is"
                            + " submitted after the answer also comes later in the order). The same at all servers."
                            + " Default: serializable",
            writable = false)
    protected String consistency = "serializable";

    @Property(
            description =
                    "Whether a partition sends its votes and timestamps before its log has committed them. Saves two"
                            + " message delays; but while a partition has no quorum, the partitions that it has sent"
                            + " to deliver nothing. The same at all servers. Default: false",
            writable = false)
    protected boolean fast = false;

    @Property(
            description =
                    "Names of the partitions, separated by commas, that are already running and whose replica here has no"
                            + " history: a server that is to be added to them, or a founder whose history is lost. Only"
                            + " with a log of the Zab family. A replica with a history continues from its history, so"
                            + " the setting may stay; none: no partition. Default: none",
            writable = false)
    protected String joining = NONE;

    @Property(
            description =
                    "Maximum time between two marks of an open link while transactions are in flight. Unit: ms. Range:"
                            + " 1.. Default: 5",
            type = AttributeType.TIME,
            writable = false)
    protected long tick = DEFAULTS.tickNanos() / MILLI;

    @Property(
            description =
                    "Maximum time between two marks of an open link without transactions. Unit: ms. Range: tick.."
                            + " Default: 100",
            type = AttributeType.TIME,
            writable = false)
    protected long tick_max = DEFAULTS.tickNanosMax() / MILLI;

    @Property(
            description =
                    "Time after which an unanswered message to another partition is sent again. Unit: ms. Range: 1.."
                            + " Default: 100",
            type = AttributeType.TIME,
            writable = false)
    protected long resend_after = DEFAULTS.resendNanos() / MILLI;

    @Property(
            description =
                    "Maximum number of unfinished transactions with several destinations from one partition for another"
                            + " one; further ones are refused as busy. Range: 1.. Default: 1024",
            type = AttributeType.SCALAR,
            writable = false)
    protected int window = DEFAULTS.windowMultis();

    @Property(
            description =
                    "Maximum number of bytes that one partition has sent to another one without an acknowledgement;"
                            + " further transactions with several destinations are refused as busy. Unit: bytes. Range:"
                            + " 1.. Default: 16777216 (16 MiB)",
            type = AttributeType.BYTES,
            writable = false)
    protected long window_bytes_max = DEFAULTS.windowBytes();

    @Property(
            description =
                    "Maximum number of bytes of the decisions in one entry of a partition's log; one decision is always"
                            + " allowed. Unit: bytes. Range: 1.. Default: 262144 (256 KiB)",
            type = AttributeType.BYTES,
            writable = false)
    protected int batch_bytes_max = DEFAULTS.batchBytesMax();

    @Property(
            description =
                    "Time for which a partition remembers the answers to a server that has ended, by the clock of the"
                            + " partition. A repeated request must arrive within this time. The same at all servers, and"
                            + " at all starts of a server. Unit: ms, or with suffix, e.g. 10m. Range: 1.. Default: 600000",
            type = AttributeType.TIME,
            writable = false)
    protected long session_ttl = DEFAULTS.sessionTtlMicros() / MICROS_PER_MILLI;

    @Property(
            description =
                    "Time by which the clock of a partition is ahead of the clock of this server, above which this server"
                            + " warns; 0 disables the warning. Unit: ms. Range: 0.. Default: 10000",
            type = AttributeType.TIME,
            writable = false)
    protected long warn_clock_ahead = 10_000;

    /**
     * The JGroups protocol that holds the attributes of all partitions' logs. Each replica runs its own copy; the
     * protocol that the stack file sets for {@code log} is only a template and never runs.
     */
    @Component(name = "log", description = "Attributes of the protocol that orders each partition")
    protected AbcastProtocol log_element;

    record Checked(
            SharedSettings shared, LinkSettings links, CamuConfig config, List<Integer> held) {
        PartitionMap map() {
            return shared.map();
        }
    }

    @Override
    public void init() throws Exception {
        super.init();
        log_element = LogElements.make(getName(), log_protocol);
    }

    final Checked check(String application) {
        checkDurability();
        checkServerRanges();
        atLeast("warn_clock_ahead", warn_clock_ahead, 0);
        if (server_id < 1 || server_id > Membership.ID_MAX)
            throw wrong("server_id", "1 to " + Membership.ID_MAX, server_id);
        if (log_element == null || !log_element.getClass().getSimpleName().equals(log_protocol))
            throw wrong("log", "the protocol before init(): " + log_element, log_protocol);
        PartitionMap map = named(() -> PartitionMap.parse(partitions));
        boolean strict =
                switch (consistency) {
                    case "strict" -> true;
                    case "serializable" -> false;
                    default ->
                            throw wrong(
                                    "consistency",
                                    "serializable or strict",
                                    "'" + consistency + "'");
                };
        CamuConfig config = named(() -> config(strict));
        return new Checked(
                new SharedSettings(
                        map, log_protocol, strict, fast, config.sessionTtlMicros(), application),
                named(() -> LinkSettings.parse(links, map)),
                config,
                held(map));
    }

    private <T> T named(Supplier<T> check) {
        try {
            return check.get();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(getName() + "." + e.getMessage(), e);
        }
    }

    private CamuConfig config(boolean strict) {
        return new CamuConfig(
                strict,
                fast,
                nanos(tick),
                nanos(tick_max),
                nanos(resend_after),
                window,
                window_bytes_max,
                batch_bytes_max,
                payload_bytes_max,
                Math.min(MILLISECONDS.toMicros(session_ttl), SESSION_TTL_MAX_MICROS));
    }

    private static long nanos(long millis) {
        return Math.min(MILLISECONDS.toNanos(millis), NANOS_MAX);
    }

    private List<Integer> held(PartitionMap map) {
        TreeSet<Integer> held = new TreeSet<>(map.heldBy(server_id));
        boolean joinsAny = !joining.isBlank() && !joining.strip().equals(NONE);
        for (String name : joinsAny ? joining.split(",", -1) : new String[0]) {
            int group = map.names().indexOf(name.strip());
            if (group < 0)
                throw wrong("joining", "names out of " + map.names(), "'" + joining + "'");
            held.add(group);
        }
        if (held.isEmpty())
            throw wrong(
                    "server_id",
                    "a server of partitions '%s', or a server with joining".formatted(map),
                    server_id);
        return new ArrayList<>(held);
    }

    final AbcastProtocol logOf(Checked settings, int group) {
        AbcastProtocol log = LogElements.copy(getName(), log_element);
        PartitionMap map = settings.map();
        String name = map.name(group);
        log.members = map.replicas(group).toString();
        log.server_id = server_id;
        log.joining = joins(name);
        log.data_dir = data_dir.isBlank() ? "" : data_dir.strip() + "/" + name;
        log.durability = durability;
        log.request_timeout = request_timeout;
        log.pending_max = pending_max;
        log.pending_bytes_max = pending_bytes_max;
        log.inbox_bytes_max = inbox_bytes_max;
        log.bootstrap = bootstrap;
        log.payload_bytes_max = payload_bytes_max;
        log.snapshot_every_bytes = snapshot_every_bytes;
        log.snapshot_chunk_bytes = snapshot_chunk_bytes;
        log.holdEntries(ENTRY_BYTES_MAX);
        return log;
    }

    private boolean joins(String partition) {
        for (String name : joining.split(",", -1)) if (name.strip().equals(partition)) return true;
        return false;
    }
}
