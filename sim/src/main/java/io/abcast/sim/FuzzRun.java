package io.abcast.sim;

import io.abcast.kernel.Membership;
import io.abcast.kernel.log.Durability;
import io.abcast.sim.check.Checker;
import io.abcast.sim.check.Checkers;
import io.abcast.sim.check.Read;
import io.abcast.sim.check.Request;
import io.abcast.sim.check.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * One seed: draws a world, a load and faults, runs them, heals everything, and requires progress. What a seed draws depends
 * on nothing but the seed and the {@link FuzzSettings}.
 */
public final class FuzzRun {
    private static final long MILLI = 1_000_000;

    /** Virtual time within which a healed cluster must have answered everything. */
    private static final long PROGRESS_NANOS_MAX = 20_000 * MILLI;

    /** How often it is asked whether it has. */
    private static final long LOOK_NANOS = 5 * MILLI;

    /** How often, and how far apart, a cluster that may refuse is asked. */
    private static final int KNOCKS = 10;

    private static final long KNOCK_NANOS = 200 * MILLI;

    private final FuzzSettings settings;
    private final long seed;
    private final FaultPlan plan;
    private final Workload workload;
    private final Subject.Prepared prepared;
    private final ClusterModel model;
    private final Cluster cluster;
    private final Trace trace;
    private final Clients clients;

    /** Whether the healed cluster has to make progress. */
    private boolean serves = true;

    /** Whether it made none, and rightly: see {@link #isBlocked}. */
    private boolean blocked;

    public FuzzRun(FuzzSettings settings, long seed, Trace trace) {
        this.settings = settings;
        this.seed = seed;
        this.trace = trace;
        Rng random = new Rng(seed);
        Durability durability =
                settings.durability() != null
                        ? settings.durability()
                        : random.pick(Durability.FSYNC, Durability.FSYNC, Durability.MEMORY);
        plan = FaultPlan.draw(random.split(), settings.faults(), durability);
        workload = Workload.draw(random.split());
        prepared = settings.subject().prepare(random.split(), durability);
        model = world(random.split(), durability);
        List<Checker> checkers =
                settings.checker() == null ? Checkers.all() : Checkers.only(settings.checker());
        cluster = new Cluster(model, prepared.factory(), random.nextLong(), trace, checkers);
        cluster.history().needHolders(settings.subject().holdersMin(settings.nodes()));
        int limit = prepared.payloadBytesMax();
        clients = new Clients(cluster, workload, limit, random.split());
    }

    private ClusterModel world(Rng random, Durability durability) {
        Set<Fault> faults = settings.faults();
        NetworkModel network =
                new NetworkModel(
                        random.between(20_000, 500_000),
                        random.pick(10_000L, 100_000L, 1_000_000L),
                        random.pick(0L, 10_000_000L, 125_000_000L),
                        random.pick(0L, 5_000L, 50_000L),
                        random.pick(0.0, 1.0, 20.0),
                        faults.contains(Fault.LOSS) ? random.pick(0.0, 0.001, 0.01) : 0,
                        faults.contains(Fault.DUP) && random.chance(0.7));
        long syncMin = random.pick(10_000L, 100_000L, 1_000_000L);
        DiskModel disk =
                new DiskModel(
                        durability,
                        syncMin,
                        syncMin * random.between(1, 20),
                        random.pick(10_000L, 300_000L, 3_000_000L),
                        random.pick(100_000L, 5_000_000L, 50_000_000L),
                        faults.contains(Fault.TAIL),
                        faults.contains(Fault.TORN),
                        faults.contains(Fault.SNAPSHOT) ? random.pick(0.0, 0.1, 0.3) : 0,
                        settings.lie());
        ClusterModel.Hints hints =
                faults.contains(Fault.HINTS)
                        ? random.pick(ClusterModel.Hints.values())
                        : ClusterModel.Hints.ACCURATE;
        boolean pauses = faults.contains(Fault.PAUSE);
        return new ClusterModel(
                ids(random),
                network,
                disk,
                prepared.codec(),
                hints,
                random.pick(1, 4, 1_000),
                pauses && random.chance(0.5),
                pauses ? random.pick(0L, MILLI, 10 * MILLI) : 0,
                random.pick(0, 100, 5_000));
    }

    private Membership ids(Rng random) {
        int[] ids = new int[settings.nodes()];
        int last = 0;
        boolean gaps = random.chance(0.2);
        for (int i = 0; i < ids.length; i++) {
            last += gaps ? 1 + random.below(1_000) : 1;
            ids[i] = last;
        }
        return Membership.of(ids);
    }

    /** Everything that was drawn, a line each. */
    public String parameters() {
        StringBuilder text = new StringBuilder();
        text.append("  seed ")
                .append(seed)
                .append(", faults ")
                .append(Fault.format(settings.faults()));
        text.append("\n  ").append(model.network()).append("\n  ").append(model.disk());
        text.append("\n  members ")
                .append(model.members())
                .append(", hints ")
                .append(model.hints());
        text.append(", batchMax ")
                .append(model.batchMax())
                .append(", drift ")
                .append(model.clockDrift());
        text.append(", timers late by up to ")
                .append(model.timerNanosMax())
                .append(" ns, padding ");
        text.append(model.snapshotPaddingMax()).append("\n  ").append(workload);
        text.append("\n  ").append(prepared.parameters()).append("\n  faults for ");
        text.append(plan.nanos() / MILLI).append(" ms: ").append(plan.steps()).append('\n');
        return text.toString();
    }

    /** Runs it; once. */
    public FuzzResult run() {
        try {
            FaultInjector injector = new FaultInjector(cluster, settings.faults());
            cluster.startAll();
            clients.begin();
            injector.schedule(plan);
            cluster.runFor(plan.nanos());
            injector.stop();
            clients.rest();
            List<Violation> found = new ArrayList<>();
            if (cluster.ok()) {
                serves = !cluster.memory().mayRefuse();
                cluster.heal();
                String stuck = serves ? progress() : knock();
                if (stuck != null && isBlocked()) {
                    blocked = true;
                    serves = false;
                    stuck = null;
                }
                if (cluster.ok() && stuck != null) {
                    found.add(new Violation(Checkers.PROGRESS, cluster.now(), stuck));
                }
            }
            if (cluster.ok() && serves) cluster.history().end();
            else cluster.history().audit();
            found.addAll(cluster.history().violations());
            return result(found);
        } catch (RuntimeException | AssertionError e) {
            throw new IllegalStateException(
                    "the simulator itself failed at\n" + parameters() + rerun(), e);
        }
    }

    private FuzzResult result(List<Violation> found) {
        String report =
                found.isEmpty()
                        ? ""
                        : found.stream().map(v -> "  " + v + "\n").reduce("", String::concat)
                                + cluster.describe()
                                + parameters()
                                + "  "
                                + rerun();
        return new FuzzResult(
                seed,
                List.copyOf(found),
                report,
                parameters(),
                rerun(),
                trace.hash(),
                trace.events(),
                blocked,
                cluster);
    }

    private String rerun() {
        return settings.rerun(seed);
    }

    /**
     * A leader, an answer to a write and a read at every member, nothing left unanswered, and equal states.
     *
     * @return what did not happen, or {@code null}
     */
    private String progress() {
        long until = cluster.now() + PROGRESS_NANOS_MAX;
        int[] ids = cluster.members().ids();
        for (int id : ids) {
            while (true) {
                if (!cluster.up(id)) return "#" + id + " has stopped" + within();
                Request request = cluster.submit(id, clients.payload(0));
                Read read = cluster.read(id);
                boolean done =
                        await(
                                until,
                                () -> request.state() != Request.State.PENDING && !read.pending());
                if (!cluster.ok()) return null;
                if (!done)
                    return "no answer at #" + id + " to " + request + " or " + read + within();
                if (request.state() == Request.State.DELIVERED && read.answered()) break;
                cluster.runFor(10 * MILLI);
            }
        }
        boolean probed = cluster.probe(ids[0]) != null;
        if (probed && !await(until, () -> cluster.leader() != 0)) return "no leader" + within();
        if (!await(until, this::allAnswered))
            return "requests or reads without an answer" + within();
        if (!await(until, this::allEqual)) return "states differ" + within();
        return null;
    }

    /**
     * A protocol that delivers on fewer logs than a quorum's has no leader while one of them may be the log that a member has
     * lost: it asks for f+1 members beside the last leader.
     */
    private boolean isBlocked() {
        int members = settings.nodes();
        if (settings.subject().holdersMin(members) > members / 2 || cluster.leader() != 0)
            return false;
        for (int id : cluster.members().ids()) {
            if (!cluster.remembers(id)) return true;
        }
        return false;
    }

    /** Too much is forgotten to require anything: asks at every member, and leaves the verdict on any answer to the checkers. */
    private String knock() {
        for (int knocks = 0; knocks < KNOCKS; knocks++) {
            for (int id : cluster.members().ids()) {
                if (!cluster.ok()) return null;
                if (!cluster.up(id)) continue;
                cluster.submit(id, clients.payload(0));
                cluster.read(id);
            }
            cluster.runFor(KNOCK_NANOS);
        }
        return null;
    }

    private boolean await(long until, BooleanSupplier condition) {
        while (cluster.ok() && !condition.getAsBoolean()) {
            if (cluster.now() >= until) return false;
            cluster.runFor(LOOK_NANOS);
        }
        return true;
    }

    private boolean allAnswered() {
        for (int rank = 0; rank < cluster.members().size(); rank++) {
            if (!cluster.history().pending(rank).isEmpty()) return false;
            if (!cluster.history().pendingReads(rank).isEmpty()) return false;
        }
        return true;
    }

    private boolean allEqual() {
        int ordered = cluster.history().ordered();
        for (int rank = 0; rank < cluster.members().size(); rank++) {
            if (cluster.history().delivered(rank).size() != ordered) return false;
        }
        return true;
    }

    private static String within() {
        return " within " + PROGRESS_NANOS_MAX / 1_000 / MILLI + " s after all faults were healed";
    }
}
