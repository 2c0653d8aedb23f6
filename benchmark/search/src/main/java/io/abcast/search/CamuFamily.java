package io.abcast.search;

import io.abcast.kernel.GroupNode;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;
import io.abcast.log.Durability;
import io.abcast.ordering.Ordering;
import io.abcast.ordering.camu.CamuCodec;
import io.abcast.ordering.camu.CamuConfig;
import io.abcast.ordering.camu.CamuMessage;
import io.abcast.ordering.camu.CamuTransactions;
import io.abcast.ordering.camu.LinkRule;
import io.abcast.ordering.camu.LinkSteps;
import io.abcast.ordering.camu.PartitionMap;
import io.abcast.ordering.camu.PartitionNode;
import io.abcast.ordering.camu.PartitionStatus;
import io.abcast.sim.Rng;
import io.abcast.sim.Subject;
import io.abcast.sim.groups.GroupSubject;
import io.abcast.sim.groups.Placement;
import io.abcast.zab.variants.Variants;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * CaMu, a protocol for transactions over several partitions, in the form that the simulator runs.
 *
 * @param log the protocol that orders the log of each partition.
 * @param isStrict whether answers wait until the order of transactions agrees with real time.
 * @param isFast whether a partition sends items to other partitions before their log entries are committed
 */
public record CamuFamily(Subject log, boolean isStrict, boolean isFast) implements GroupSubject {
    /** Name of the protocol CaMu on the command line. */
    public static final String NAME = "CAMU";

    private static final long MILLI = 1_000_000;
    private static final long MICRO = 1_000;

    /** Time in microseconds for which replicas remember closed sessions; no simulated run lasts that long. */
    private static final long TTL_MICROS = 600_000_000;

    private static final int AGE_SHARE = 4;

    private static final int ENTRY_OVERHEAD_BYTES = 200;

    private static final String SINGLES = "singles applied";

    private static final String IMPOSED = "multis with an imposed timestamp (PB)";
    private static final String VOTED = "multis with a vote (TO)";
    private static final String VOID_ENTRIES = "void entries of deposed leaders";
    private static final String VOID_ITEMS = "void items of lost entries";
    private static final String BUSY = "transactions refused as busy";
    private static final String SNAPSHOTS = "snapshots with multis pending";
    private static final String ENDS = "crashes with multis pending";
    private static final String TERMS = "partitions with ten terms";
    private static final String FORGOTTEN = "closed sessions forgotten";

    private static final int MANY_TERMS = 10;

    private static final List<String> LINK_STEPS =
            List.of(
                    "opening a link",
                    "setting up a fence",
                    "acknowledging a link",
                    "switching a link on",
                    "closing a link",
                    "removing a fence");

    private static final Set<String> KINDS_WITHOUT_TRANSACTION =
            Set.of(
                    "Items",
                    "StreamAcked",
                    "Confirm",
                    "ConfirmAsk",
                    "LinkAcked",
                    "Frontier",
                    "LeaderHint");

    /**
     * Creates CaMu with the given protocol for the logs of its partitions.
     *
     * @param log name of the protocol that orders the logs of the partitions.
     * @param members number of replicas of each partition.
     * @throws IllegalArgumentException if the protocol cannot order a log, or cannot run with {@code members} members
     */
    public static CamuFamily of(String log, int members, boolean strict, boolean fast) {
        if (!logs().contains(log))
            throw new IllegalArgumentException("expected one of " + logs() + ", got " + log);
        return new CamuFamily(SearchedProtocols.of(log, members), strict, fast);
    }

    /**
     * Names of the protocols that can order the logs of partitions: all except FBP, because messages between partitions
     * do not tolerate lying members.
     */
    public static List<String> logs() {
        List<String> logs = new ArrayList<>(Variants.names());
        logs.addAll(Ordering.names());
        logs.remove(Ordering.FBP);
        return logs;
    }

    /**
     * In fast mode, a snapshot may contain transactions that wait for the decision whether they are valid, and that the
     * replica has already delivered.
     */
    @Override
    public boolean repeatsDeliveries() {
        return isFast;
    }

    @Override
    public String protocol() {
        return NAME;
    }

    @Override
    public String options() {
        return "--log "
                + log.protocol()
                + " --consistency "
                + (isStrict ? "strict" : "serializable")
                + " --fast "
                + (isFast ? "on" : "off");
    }

    @Override
    public Set<String> kindsWithoutTransaction() {
        return KINDS_WITHOUT_TRANSACTION;
    }

    @Override
    public boolean hasEqualStates() {
        // In fast mode, snapshots of one log position may differ in the transactions that wait for
        // the decision whether they are valid.
        return !isFast;
    }

    @Override
    public Prepared prepare(Rng random, Placement placement, Durability durability) {
        Subject.Prepared below = log.prepare(random.split(), durability);
        PartitionMap map = map(placement);
        CamuConfig config = drawn(random.split(), below.roomBytes());
        LinkRule links = random.pick(LinkRule.FIXED, LinkRule.AUTO, LinkRule.share(75, 25));
        return new Prepared(
                (group, server, seed, effects) -> {
                    CamuLog logs =
                            new CamuLog(
                                    below.factory(),
                                    server,
                                    map.replicas(group),
                                    ~seed,
                                    below.roomBytes());
                    PartitionNode node =
                            new PartitionNode(
                                    group, server, map, config, seed, effects, logs::create);
                    node.links(links);
                    return logs.instance(node);
                },
                below.codec(),
                new CamuCodec(map),
                config.payloadBytesMax(),
                messageNanosMax(config),
                below.parameters() + "\n  links " + links + ", " + config);
    }

    private static PartitionMap map(Placement placement) {
        Map<String, Membership> partitions = new TreeMap<>();
        for (int group = 0; group < placement.size(); group++)
            partitions.put(Placement.name(group), placement.groups().get(group));
        return PartitionMap.of(partitions);
    }

    private CamuConfig drawn(Rng random, int logBytesMax) {
        int most = logBytesMax == 0 ? 1 << 20 : logBytesMax / 2 - ENTRY_OVERHEAD_BYTES;
        long tickNanos = random.between(1, 10) * MILLI;
        return new CamuConfig(
                isStrict,
                isFast,
                tickNanos,
                tickNanos * random.between(1, 20),
                random.between(20, 150) * MILLI,
                random.pick(2, 20, 1_024),
                random.pick(3_000L, 16L << 20),
                Math.min(most, random.pick(200, 1_000, 1 << 18)),
                Math.min(most, 1_200),
                random.pick(TTL_MICROS, TTL_MICROS, 400_000L, 1_000_000L));
    }

    /**
     * Maximum age in ns of a message between replicas; 0 if there is no limit, which only runs that forget no session
     * allow.
     */
    private static long messageNanosMax(CamuConfig config) {
        long ttl = config.sessionTtlMicros();
        return ttl == TTL_MICROS ? 0 : ttl * MICRO / AGE_SHARE;
    }

    @Override
    public boolean limitsAges() {
        return true;
    }

    /** Switches one or all links of the partition to other partitions on or off. */
    @Override
    public void steer(GroupNode node, int group, Placement placement, Rng dice) {
        boolean all = dice.chance(0.4);
        int one = dice.below(placement.size());
        boolean open = dice.chance(0.6);
        for (int other = 0; other < placement.size(); other++)
            if (other != group && (all || other == one)) ((PartitionNode) node).link(other, open);
    }

    @Override
    public List<String> steps() {
        return LINK_STEPS;
    }

    @Override
    public long[] steps(GroupNode node) {
        LinkSteps steps = ((PartitionNode) node).linkSteps();
        return new long[] {
            steps.opened(),
            steps.fenced(),
            steps.acknowledged(),
            steps.on(),
            steps.closed(),
            steps.freed()
        };
    }

    @Override
    public void visitTransactions(Message message, TransactionVisitor visitor) {
        CamuTransactions.visit((CamuMessage) message, visitor::visit);
    }

    @Override
    public List<Class<?>> messages() {
        List<Class<?>> messages =
                new ArrayList<>(List.of(CamuMessage.class.getPermittedSubclasses()));
        if (!isFast) {
            messages.remove(CamuMessage.Confirm.class);
            messages.remove(CamuMessage.ConfirmAsk.class);
        }
        if (!isStrict) {
            messages.remove(CamuMessage.Frontier.class);
            messages.remove(CamuMessage.SettleAsk.class);
            messages.remove(CamuMessage.Settled.class);
        }
        return messages;
    }

    @Override
    public List<String> goals() {
        List<String> goals =
                new ArrayList<>(
                        List.of(
                                SINGLES,
                                IMPOSED,
                                VOTED,
                                VOID_ENTRIES,
                                BUSY,
                                SNAPSHOTS,
                                ENDS,
                                TERMS,
                                FORGOTTEN));
        if (isFast) goals.add(VOID_ITEMS);
        return goals;
    }

    @Override
    public void count(GroupNode node, GoalCounter to) {
        PartitionStatus status = ((PartitionNode) node).status();
        to.saw(SINGLES, status.singles());
        to.saw(IMPOSED, status.imposed());
        to.saw(VOTED, status.voted());
        to.saw(VOID_ENTRIES, status.voidEntries());
        to.saw(BUSY, status.busy());
        if (status.pending() > 0) to.saw(ENDS, 1);
        if (status.term() >= MANY_TERMS) to.saw(TERMS, 1);
        to.saw(FORGOTTEN, status.forgotten());
        if (isFast) to.saw(VOID_ITEMS, status.voidItems());
    }

    @Override
    public void countSnapshot(GroupNode node, GoalCounter to) {
        if (((PartitionNode) node).status().pending() > 0) to.saw(SNAPSHOTS, 1);
    }
}
