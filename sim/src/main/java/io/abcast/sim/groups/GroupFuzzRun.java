package io.abcast.sim.groups;

import io.abcast.kernel.GroupNode;
import io.abcast.kernel.Membership;
import io.abcast.log.Durability;
import io.abcast.sim.ClusterModel;
import io.abcast.sim.EnsembleFaults;
import io.abcast.sim.Fault;
import io.abcast.sim.Rng;
import io.abcast.sim.ScheduleFilter;
import io.abcast.sim.Trace;
import io.abcast.sim.check.Checkers;
import io.abcast.sim.check.Violation;
import io.abcast.sim.groups.check.GroupChecker;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Simulates the run of one seed with several groups. At the end, the class heals all faults and requires that the
 * groups make progress.
 */
final class GroupFuzzRun {
    private static final long MILLI = 1_000_000;

    private static final long PROGRESS_NANOS_MAX = 40_000 * MILLI;

    private static final long LOOK_NANOS = 5 * MILLI;
    private static final long RETRY_NANOS = 10 * MILLI;

    private static final int STEERS_MAX = 120;

    private static final double QUIET_STEERS = 0.97;

    private static final long APART_MICROS = 1_000_000;

    private record Steer(long atNanos, long dice) {
        @Override
        public String toString() {
            return String.format(Locale.ROOT, "an operator's step at %.1f ms", atNanos / 1e6);
        }
    }

    private final GroupFuzzSettings settings;
    private final long seed;
    private final ScheduleFilter keep;
    private final Trace trace;
    private final GroupCoverage coverage;
    private final Placement placement;
    private final GroupSubject.Prepared prepared;
    private final ClusterModel model;
    private final long clocksApartMicros;
    private final List<EnsembleFaults> ensembleFaults = new ArrayList<>();
    private final List<GroupFault> groupFaults;
    private final List<Steer> steers;
    private final List<GroupLoad.Action> actions;
    private final GroupLoad.Shape shape;
    private final GroupSchedule schedule;
    private final GroupWorld world;
    private final GroupLoad load;
    private final Rng endDice;
    private boolean over;

    private boolean excused;

    GroupFuzzRun(
            GroupFuzzSettings settings,
            long seed,
            ScheduleFilter keep,
            Trace trace,
            GroupCoverage coverage,
            List<? extends GroupChecker> observers) {
        this.settings = settings;
        this.seed = seed;
        this.keep = keep;
        this.trace = trace;
        this.coverage = coverage;
        Rng random = new Rng(seed);
        Durability drawn =
                random.pick(
                        Durability.FSYNC,
                        Durability.FSYNC,
                        Durability.FSYNC,
                        Durability.FSYNC,
                        Durability.FILE,
                        Durability.FILE,
                        Durability.MEMORY);
        Durability durability = settings.durability() == null ? drawn : settings.durability();
        placement = Placement.draw(random.split(), settings.partitions(), settings.nodes());
        prepared = settings.subject().prepare(random.split(), placement, durability);
        model =
                ClusterModel.draw(
                        random.split(), durability, settings.ensemble(), prepared.logCodec());
        long nanos = EnsembleFaults.drawLength(random.split());
        Rng ofEnsembles = random.split();
        for (int group = 0; group < placement.size(); group++)
            ensembleFaults.add(
                    EnsembleFaults.draw(
                            ofEnsembles.split(),
                            ofEnsembles.chance(0.6) ? settings.faults() : restarts(),
                            durability,
                            nanos));
        Rng ofGroups = random.split();
        groupFaults = settings.hasGroupFaults() ? GroupFault.draw(ofGroups, nanos) : List.of();
        steers = drawSteers(random.split(), nanos);
        shape = GroupLoad.Shape.draw(random.split(), placement.size());
        actions = GroupLoad.draw(random.split(), nanos);
        clocksApartMicros =
                settings.faults().contains(Fault.CLOCK)
                        ? random.pick(0L, 1_000L, 100_000L, APART_MICROS, 5 * APART_MICROS)
                        : 0;
        schedule = schedule(nanos);
        world =
                new GroupWorld(
                        settings.subject(),
                        prepared,
                        model,
                        placement,
                        checkers(observers),
                        clocksApartMicros,
                        random.nextLong(),
                        trace,
                        coverage);
        world.resultsLater(
                random.pick(0.0, 0.0, 0.2, 1.0), random.pick(10_000L, MILLI, 20 * MILLI));
        load = new GroupLoad(world, shape, prepared.payloadBytesMax());
        endDice = random.split();
    }

    private List<GroupChecker> checkers(List<? extends GroupChecker> observers) {
        List<GroupChecker> checkers = new ArrayList<>(settings.checkers());
        checkers.addAll(observers);
        return checkers;
    }

    private Set<Fault> restarts() {
        return settings.faults().contains(Fault.RESTART) ? Set.of(Fault.RESTART) : Set.of();
    }

    private static List<Steer> drawSteers(Rng random, long nanos) {
        long gapNanosMean = random.pick(8 * MILLI, 30 * MILLI, 200 * MILLI);
        List<Steer> steers = new ArrayList<>();
        for (long at = random.exponential(gapNanosMean);
                at < nanos && steers.size() < STEERS_MAX;
                at += random.exponential(gapNanosMean))
            steers.add(new Steer(at, random.nextLong()));
        return steers;
    }

    private GroupSchedule schedule(long nanos) {
        List<GroupSchedule.Item> items = new ArrayList<>();
        for (int group = 0; group < placement.size(); group++) {
            EnsembleFaults faults = ensembleFaults.get(group);
            List<String> lines = faults.lines();
            for (int i = 0; i < lines.size(); i++)
                items.add(
                        new GroupSchedule.Item(
                                faults.atNanos(i), Placement.name(group) + ": " + lines.get(i)));
        }
        for (GroupFault fault : groupFaults)
            items.add(new GroupSchedule.Item(fault.atNanos(), fault.toString()));
        for (Steer steer : steers)
            items.add(new GroupSchedule.Item(steer.atNanos(), steer.toString()));
        for (GroupLoad.Action action : actions)
            items.add(new GroupSchedule.Item(action.atNanos(), action.toString()));
        return new GroupSchedule(nanos, items);
    }

    private String parameters() {
        StringBuilder text = new StringBuilder();
        text.append("  seed ").append(seed).append(", groups ").append(placement);
        text.append("\n  ").append(model.network()).append("\n  ").append(model.disk());
        text.append("\n  hints ")
                .append(model.hints())
                .append(", batchMax ")
                .append(model.batchMax())
                .append(", drift ")
                .append(model.clockDrift())
                .append(", timers late by up to ")
                .append(model.timerNanosMax())
                .append(" ns, clocks apart by up to ")
                .append(clocksApartMicros)
                .append(" us\n  ")
                .append(shape)
                .append("\n  ")
                .append(prepared.parameters())
                .append(
                        String.format(
                                Locale.ROOT, "\n  faults for %.1f ms%n", schedule.nanos() / 1e6));
        if (!keep.isAll()) text.append(schedule.describe(keep));
        return text.toString();
    }

    String describe() {
        return parameters() + (keep.isAll() ? schedule.describe(keep) : "");
    }

    /** May be called only once. */
    GroupFuzzResult run() {
        try {
            GroupFaults faults = begin();
            world.runFor(schedule.nanos());
            over = true;
            faults.stop();
            load.rest();
            List<Violation> found = new ArrayList<>();
            if (world.ok()) {
                boolean forgets = mayRefuse();
                world.heal();
                settings.subject().log().healed();
                String stuck = progress();
                if (stuck != null && world.ok()) {
                    excused = forgets || isBlocked();
                    if (excused) coverage.saw(GroupGoal.RUNS_EXCUSED_FROM_PROGRESS, 1);
                    else found.add(new Violation(Checkers.PROGRESS, world.now(), stuck));
                }
            }
            if (world.ok() && found.isEmpty() && !excused) world.history().end();
            else world.history().audit();
            found.addAll(world.history().violations());
            return result(found);
        } catch (RuntimeException | AssertionError e) {
            throw new IllegalStateException(
                    "the simulator itself failed at\n" + parameters() + rerun(), e);
        }
    }

    private GroupFaults begin() {
        world.startAll();
        int number = 0;
        for (int group = 0; group < placement.size(); group++) {
            int first = number;
            int of = group;
            EnsembleFaults faults = ensembleFaults.get(group);
            faults.schedule(
                    world.cluster(group),
                    i -> keep.keeps(first + i),
                    server -> submitAt(of, server),
                    settings.subject().log().faultyMax(settings.nodes()));
            number += faults.lines().size();
        }
        GroupFaults faults = new GroupFaults(world, settings.subject(), ensembleFaults);
        for (GroupFault fault : groupFaults) if (keep.keeps(number++)) faults.schedule(fault);
        for (Steer steer : steers)
            if (keep.keeps(number++)) world.at(steer.atNanos(), () -> steer(steer));
        for (GroupLoad.Action action : actions) if (keep.keeps(number++)) load.schedule(action);
        coverage.saw(
                switch (placement.kind()) {
                    case TOGETHER -> GroupGoal.PLACEMENTS_TOGETHER;
                    case APART -> GroupGoal.PLACEMENTS_APART;
                    case MIXED -> GroupGoal.PLACEMENTS_MIXED;
                },
                1);
        if (clocksApartMicros >= APART_MICROS)
            coverage.saw(GroupGoal.CLOCKS_OF_SERVERS_SECONDS_APART, 1);
        return faults;
    }

    private void submitAt(int group, int server) {
        if (world.isUp(group, server))
            load.submit(group, server, new int[] {group}, endDice.split());
    }

    private void steer(Steer steer) {
        if (over) return;
        Rng dice = new Rng(steer.dice());
        boolean isQuiet = shape.quiet() >= 0 && dice.chance(QUIET_STEERS);
        int group = isQuiet ? shape.quiet() : dice.below(placement.size());
        Membership members = placement.groups().get(group);
        int leader = world.cluster(group).leader();
        int server =
                leader != 0 && dice.chance(0.8) ? leader : members.id(dice.below(members.size()));
        GroupNode node = world.cluster(group).groupNode(server);
        if (node == null || world.cluster(group).paused(server)) return;
        world.coverage().saw(GroupGoal.NODES_STEERED, 1);
        world.cluster(group)
                .execute(server, () -> settings.subject().steer(node, group, placement, dice));
    }

    /** Returns the requirement of progress that was not met; {@code null} if all requirements were met. */
    private String progress() {
        long until = world.now() + PROGRESS_NANOS_MAX;
        for (int group = 0; group < placement.size(); group++) {
            int of = group;
            if (!await(until, () -> world.cluster(of).leader() != 0))
                return "group " + Placement.name(group) + " has no leader" + within();
        }
        if (!await(until, () -> world.history().pending() == 0))
            return world.history().pending() + " transactions without an answer" + within();
        for (int group = 0; group < placement.size(); group++)
            for (int server : placement.groups().get(group).ids()) {
                String stuck = serves(until, group, server);
                if (stuck != null || !world.ok()) return stuck;
            }
        if (!await(until, () -> world.history().laggard() == null))
            return world.history().laggard() + " lacks deliveries" + within();
        if (!await(until, () -> world.history().incomplete() == null))
            return "a transaction is not delivered at all of its groups" + within();
        return null;
    }

    private String serves(long until, int group, int server) {
        int size = placement.size();
        int[] single = {endDice.below(size)};
        if (!answers(until, group, server, single))
            return "no answer to a single at " + Placement.name(group) + "-" + server + within();
        if (size > 1) {
            int other = (group + 1 + endDice.below(size - 1)) % size;
            int[] multi = {Math.min(group, other), Math.max(group, other)};
            if (!answers(until, group, server, multi))
                return "no answer to a multi at " + Placement.name(group) + "-" + server + within();
        }
        return reads(until, group, server)
                ? null
                : "no answer to a read at " + Placement.name(group) + "-" + server + within();
    }

    private boolean answers(long until, int group, int server, int[] groups) {
        while (world.ok() && world.isUp(group, server) && world.now() < until) {
            GroupLoad.Pending asked = load.submit(group, server, groups, endDice.split());
            await(until, asked::isTold);
            if (asked.isAnswered()) return true;
            world.runFor(RETRY_NANOS);
        }
        return !world.ok();
    }

    private boolean reads(long until, int group, int server) {
        while (world.ok() && world.isUp(group, server) && world.now() < until) {
            GroupLoad.PendingLook look = load.read(group, server, endDice.split());
            await(until, look::isTold);
            if (look.isAnswered()) return true;
            world.runFor(RETRY_NANOS);
        }
        return !world.ok();
    }

    private boolean await(long until, BooleanSupplier condition) {
        return world.await(until, LOOK_NANOS, condition);
    }

    private boolean mayRefuse() {
        for (int group = 0; group < placement.size(); group++)
            if (world.cluster(group).memory().mayRefuse()) return true;
        return false;
    }

    private boolean isBlocked() {
        for (int group = 0; group < placement.size(); group++)
            if (world.cluster(group).isBlocked(settings.subject().log())) return true;
        return false;
    }

    private static String within() {
        return " within " + PROGRESS_NANOS_MAX / 1_000 / MILLI + " s after all faults were healed";
    }

    private GroupFuzzResult result(List<Violation> found) {
        world.countAtTheEnd();
        long delivered = 0;
        for (int group = 0; group < placement.size(); group++)
            delivered += world.history().order(group).size();
        coverage.ran(trace.events(), delivered);
        StringBuilder report = new StringBuilder();
        if (!found.isEmpty()) {
            for (Violation violation : found) report.append("  ").append(violation).append('\n');
            report.append(world.describe()).append(parameters()).append("  ").append(rerun());
        }
        return new GroupFuzzResult(
                settings.subject().protocol(),
                seed,
                List.copyOf(found),
                report.toString(),
                parameters(),
                rerun(),
                trace.hash(),
                trace.events(),
                world.messages(),
                excused,
                keep,
                schedule,
                placement,
                world.history());
    }

    private String rerun() {
        return settings.rerun(seed) + (keep.isAll() ? "" : " --keep " + keep);
    }
}
