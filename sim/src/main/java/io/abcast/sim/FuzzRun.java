package io.abcast.sim;

import io.abcast.log.Durability;
import io.abcast.sim.check.Checker;
import io.abcast.sim.check.Checkers;
import io.abcast.sim.check.ObservedRead;
import io.abcast.sim.check.ObservedRequest;
import io.abcast.sim.check.Violation;
import io.abcast.sim.liar.Plot;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;

/**
 * Simulates the run of one seed: draws a cluster model, a load and faults, and runs the cluster with them. At the end
 * of a run, this class heals all faults and requires that the cluster makes progress.
 */
final class FuzzRun {
    private static final long MILLI = 1_000_000;

    private static final long PROGRESS_NANOS_MAX = 20_000 * MILLI;

    /**
     * Longer than {@link #PROGRESS_NANOS_MAX}, because members wait longer after each lying leader before they replace
     * the next leader.
     */
    private static final long LIARS_PROGRESS_NANOS_MAX = 120_000 * MILLI;

    private static final long TWIN_NANOS_MAX = 2_000 * MILLI;

    private static final long LOOK_NANOS = 5 * MILLI;

    private static final int KNOCKS = 10;

    private static final long KNOCK_NANOS = 200 * MILLI;

    /**
     * Seed of a separate random generator of repairs, so that other random choices of a run do not depend on repairs.
     */
    private static final long REPAIR_STREAM = 0x7265_7061_6972L;

    private static final long TWIN_STREAM = 0x7477_696eL;

    private static final long COORDINATOR_STREAM = 0x636f_6f72_6469_6eL;

    private static final long DISTURBANCE_STREAM = 0x6c61_7374_696e_6721L;

    private final FuzzSettings settings;
    private final long seed;
    private final ScheduleFilter keep;
    private final RunSchedule schedule;
    private final Workload workload;
    private final Repair repair;

    /** {@code null} if this run requires progress only after the faults. */
    private final ProgressUnderFaults watch;

    private final Subject.Prepared prepared;
    private final ClusterModel model;
    private final Cluster cluster;
    private final Trace trace;
    private final Coverage coverage;
    private final Clients clients;

    /** {@code null} in a run without lying members. */
    private final Plot plot;

    private final Changes changes;

    private boolean serves = true;

    private boolean blocked;

    FuzzRun(FuzzSettings settings, long seed, ScheduleFilter keep, Trace trace, Coverage coverage) {
        this.settings = settings;
        this.seed = seed;
        this.keep = keep;
        this.trace = trace;
        this.coverage = coverage;
        Rng random = new Rng(seed);
        Durability durability =
                settings.durability() != null
                        ? settings.durability()
                        : random.pick(
                                Durability.FSYNC,
                                Durability.FSYNC,
                                Durability.FSYNC,
                                Durability.MEMORY,
                                Durability.MEMORY,
                                Durability.FILE);
        boolean changing = settings.changesEnsemble(seed, durability);
        FaultPlan plan = FaultPlan.draw(random.split(), settings.faults(), durability);
        workload = Workload.draw(random.split(), plan.nanos());
        prepared = settings.subject().prepare(random.split(), durability);
        ClusterModel drawn =
                World.draw(random.split(), durability, settings, changing, prepared.codec());
        List<BackgroundFault> troubles = new ArrayList<>();
        for (BackgroundFault trouble : BackgroundFault.values())
            if (trouble.isIn(drawn)) troubles.add(trouble);
        repair =
                settings.repairs()
                        ? Repair.draw(
                                new Rng(seed ^ REPAIR_STREAM).split(),
                                settings.faults(),
                                plan.nanos())
                        : Repair.none(plan.nanos());
        List<DuplicateStart> twins =
                settings.startsTwice() && repair.steps().isEmpty()
                        ? DuplicateStart.draw(new Rng(seed ^ TWIN_STREAM).split(), plan.nanos())
                        : List.of();
        List<Disturbance> lasting =
                requiresProgressUnderFaults()
                        ? Disturbance.draw(
                                new Rng(seed ^ DISTURBANCE_STREAM).split(),
                                settings.faults(),
                                prepared.timeouts(),
                                plan.nanos())
                        : List.of();
        List<CoordinatorFault.Step> coordinators =
                settings.subject().hasLeader()
                        ? List.of()
                        : CoordinatorFault.draw(
                                new Rng(seed ^ COORDINATOR_STREAM).split(),
                                settings.faults(),
                                durability,
                                plan.nanos());
        schedule =
                RunSchedule.of(
                        troubles,
                        plan,
                        coordinators,
                        changing ? Changes.draw(random.split(), plan.nanos()) : List.of(),
                        workload,
                        repair,
                        twins,
                        lasting);
        List<BackgroundFault> kept = schedule.kept(keep, BackgroundFault.class);
        for (BackgroundFault trouble : troubles)
            if (!kept.contains(trouble)) drawn = trouble.removedFrom(drawn);
        model = drawn;
        plot = settings.liars() == 0 ? null : plot(random.split());
        List<Checker> checkers =
                settings.checker() == null
                        ? settings.subject().checkers(durability)
                        : Checkers.only(settings.checker());
        cluster =
                new Cluster(
                        model,
                        plot == null ? prepared.factory() : plot.corrupt(prepared.factory()),
                        random.nextLong(),
                        trace,
                        checkers,
                        coverage,
                        plot == null ? Set.of() : plot.ids());
        cluster.equalSnapshots(settings.subject().equalSnapshots(seed));
        cluster.readAs(settings.subject());
        watch =
                requiresProgressUnderFaults()
                        ? new ProgressUnderFaults(
                                cluster, model, prepared.timeouts(), settings.subject())
                        : null;
        int limit = prepared.payloadBytesMax();
        int largest = settings.subject().payloadBytesMax(workload.payloadBytesMax());
        clients =
                new Clients(cluster, largest, limit, settings.subject()::keysRead, random.split());
        changes = new Changes(cluster);
    }

    private Plot plot(Rng dice) {
        List<Integer> ids = new ArrayList<>();
        for (int id : model.members().ids()) ids.add(id);
        Set<Integer> liars = new TreeSet<>();
        if (dice.chance(0.5)) liars.add(ids.get(0));
        while (liars.size() < settings.liars()) liars.add(ids.get(dice.below(ids.size())));
        return new Plot(settings.subject().alphabet(liars), liars, dice);
    }

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
        text.append(model.snapshotPaddingMax()).append("\n  ").append(prepared.parameters());
        if (plot != null) text.append("\n  ").append(plot);
        text.append("\n  faults for ").append(RunSchedule.millis(schedule.nanos())).append(" ms");
        if (keep.isAll()) {
            text.append(": ").append(schedule.kept(keep, FaultPlan.Step.class));
            if (!repair.steps().isEmpty()) text.append("\n  ").append(repair.steps());
            text.append("\n  clients act ").append(workload.actions().size()).append(" times\n");
        } else {
            text.append(", of what was drawn only\n").append(schedule.describe(keep));
        }
        return text.toString();
    }

    String describe() {
        return parameters() + (keep.isAll() ? schedule.describe(keep) : "");
    }

    /** May be called only once. */
    public FuzzResult run() {
        try {
            FaultInjector injector =
                    new FaultInjector(
                            cluster,
                            settings.faults(),
                            clients::submitAt,
                            settings.subject().faultyMax(cluster.members().size()));
            cluster.startAll();
            clients.schedule(schedule.kept(keep, Workload.Action.class));
            changes.schedule(schedule.kept(keep, Changes.Step.class));
            injector.schedule(schedule.kept(keep, FaultPlan.Step.class));
            CoordinatorFault coordinators =
                    new CoordinatorFault(cluster, injector, settings.subject());
            coordinators.schedule(schedule.kept(keep, CoordinatorFault.Step.class));
            new DuplicateFault(cluster, injector, clients)
                    .schedule(schedule.kept(keep, DuplicateStart.class));
            RepairFault repairs = new RepairFault(cluster, settings, clients);
            List<Repair.Step> steps = schedule.kept(keep, Repair.Step.class);
            if (!steps.isEmpty()) cluster.watchEras();
            repairs.schedule(steps);
            if (watch == null) cluster.runFor(schedule.nanos());
            else watch.runFor(schedule.nanos());
            injector.stop();
            coordinators.stop();
            clients.rest();
            changes.rest();
            if (repairs.isRunning()) cluster.runFor(repair.nanos() - cluster.now());
            repairs.stop();
            List<Violation> found = new ArrayList<>();
            if (watch != null) {
                if (isReady(repairs)) disturb();
                if (watch.violation() != null)
                    found.add(
                            new Violation(
                                    Checkers.PROGRESS_UNDER_FAULTS,
                                    cluster.now(),
                                    watch.violation()));
            }
            if (cluster.ok() && found.isEmpty()) {
                serves = !cluster.memory().mayRefuse();
                if (!serves) coverage.saw(CommonGoal.RUNS_EXCUSED_FROM_PROGRESS, 1);
                cluster.heal();
                settings.subject().healed();
                repairs.healed();
                if (plot != null) plot.healed();
                String stuck = repaired(repairs);
                if (stuck == null) stuck = serves ? progress() : knock();
                else serves = false;
                if (stuck != null && plot != null) stuck = foundByHand(stuck);
                if (stuck != null
                        && !repairs.isRunning()
                        && cluster.isBlocked(settings.subject())) {
                    blocked = true;
                    coverage.saw(CommonGoal.RUNS_THAT_RIGHTLY_HAD_NO_LEADER, 1);
                    coverage.saw(CommonGoal.RUNS_EXCUSED_FROM_PROGRESS, 1);
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

    private boolean requiresProgressUnderFaults() {
        return prepared.timeouts() != null
                && settings.liars() == 0
                && (settings.checker() == null
                        || settings.checker().equals(Checkers.PROGRESS_UNDER_FAULTS));
    }

    private boolean isReady(RepairFault repairs) {
        return cluster.ok()
                && watch.violation() == null
                && !repairs.isRunning()
                && !cluster.memory().mayRefuse();
    }

    private void disturb() {
        for (Disturbance disturbance : schedule.kept(keep, Disturbance.class)) {
            cluster.heal();
            new LastingFault(cluster, clients, prepared.timeouts(), watch, disturbance).run();
        }
    }

    private FuzzResult result(List<Violation> found) {
        DiskFigures disks = cluster.disks();
        coverage.saw(CommonGoal.TAILS_LOST, disks.tailsLost());
        coverage.saw(CommonGoal.TORN_TAILS_CUT, disks.tornTails());
        coverage.saw(CommonGoal.SNAPSHOTS_PUT_ASIDE, disks.snapshotsPutAside());
        coverage.saw(CommonGoal.MAJORITIES_FORGOTTEN, cluster.memory().majoritiesForgotten());
        coverage.saw(CommonGoal.NEW_BEGINNINGS, cluster.memory().newBeginnings());
        coverage.saw(CommonGoal.REQUESTS_IN_VAIN_AFTER_THAT, cluster.history().askedInVain());
        coverage.saw(CommonGoal.ENTRIES_LOST_WITH_STORAGES, cluster.history().entriesLost());
        coverage.ran(
                trace.events(), cluster.history().ordered(), cluster.history().readsAnswered());
        String report =
                found.isEmpty()
                        ? ""
                        : found.stream().map(v -> "  " + v + "\n").reduce("", String::concat)
                                + cluster.describe()
                                + parameters()
                                + "  "
                                + rerun();
        return new FuzzResult(
                settings.subject().protocol(),
                seed,
                List.copyOf(found),
                report,
                parameters(),
                rerun(),
                trace.hash(),
                trace.events(),
                blocked,
                keep,
                schedule,
                cluster);
    }

    private String rerun() {
        return settings.rerun(seed) + (keep.isAll() ? "" : " --keep " + keep);
    }

    /** Returns the operator's step that did not happen in time; {@code null} if all steps happened. */
    private String repaired(RepairFault repairs) {
        while (cluster.ok() && repairs.isRunning()) {
            if (repairs.isStuck()) return repairs.waitsFor();
            cluster.runFor(LOOK_NANOS);
        }
        return null;
    }

    /** Returns the requirement on the healed cluster that was not met; {@code null} if all requirements were met. */
    private String progress() {
        if (!oneStops())
            return "a server runs twice, and neither of its processes has stopped" + within();
        long until = cluster.now() + progressNanosMax();
        // Wait until the ensemble has a leader, because a change of the ensemble may still be in
        // flight.
        if (plot == null && !await(until, () -> cluster.leader() != 0))
            return "no leader" + within();
        for (int id : cluster.members().ids()) {
            while (cluster.ensemble().contains(id) && !cluster.lies(id)) {
                if (!cluster.up(id)) return "#" + id + " has stopped" + within();
                ObservedRequest request = cluster.submit(id, clients.payload(0));
                ObservedRead read = cluster.read(id);
                boolean done =
                        await(
                                until,
                                () ->
                                        (request.state() != ObservedRequest.State.PENDING
                                                        && !read.pending())
                                                || !cluster.ensemble().contains(id));
                if (!cluster.ok()) return null;
                if (!done)
                    return "no answer at #" + id + " to " + request + " or " + read + within();
                if (request.state() == ObservedRequest.State.DELIVERED && read.answered()) break;
                cluster.runFor(10 * MILLI);
            }
        }
        boolean probed = plot == null && cluster.probe(cluster.members().id(0)) != null;
        if (probed && !await(until, () -> cluster.leader() != 0)) return "no leader" + within();
        if (!await(until, () -> cluster.unanswered() == 0))
            return "requests or reads without an answer" + within();
        if (!await(until, this::allEqual)) return "states differ" + within();
        // If members lie, so many members may have forgotten votes that the ensemble need not let
        // them vote again.
        boolean readmits = settings.subject().readmits() && plot == null;
        if (readmits && !await(until, this::allVote)) return "a member does not vote" + within();
        return null;
    }

    private boolean oneStops() {
        long until = cluster.now() + progressNanosMax();
        long acted = 0;
        while (cluster.ok() && cluster.twins().bothRun()) {
            if (acted >= TWIN_NANOS_MAX || cluster.now() >= until) return false;
            if (cluster.twins().bothAct()) acted += LOOK_NANOS;
            cluster.runFor(LOOK_NANOS);
        }
        return true;
    }

    /**
     * The operator founds the ensemble with the honest members only, because a faulty member has prevented the founding
     * by all members.
     */
    private String foundByHand(String stuck) {
        FoundingByHand operator = new FoundingByHand(cluster);
        if (!cluster.ok() || !operator.isNeeded()) return stuck;
        operator.withoutLiars();
        String still = progress();
        if (still != null || !cluster.ok()) return still;
        operator.liarsReturn();
        return progress();
    }

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

    private boolean allVote() {
        for (int id : cluster.ensemble().voterIds()) if (!cluster.remembers(id)) return false;
        return true;
    }

    private boolean allEqual() {
        List<Integer> honest = new ArrayList<>();
        for (int id : cluster.ensemble().ids())
            if (!cluster.lies(id)) honest.add(cluster.members().rank(id));
        return cluster.history().haveAll(honest);
    }

    private long progressNanosMax() {
        return plot == null ? PROGRESS_NANOS_MAX : LIARS_PROGRESS_NANOS_MAX;
    }

    private String within() {
        return " within " + progressNanosMax() / 1_000 / MILLI + " s after all faults were healed";
    }
}
