package io.abcast.sim.groups;

import io.abcast.kernel.GroupNode;
import io.abcast.kernel.Membership;
import io.abcast.sim.EnsembleFaults;
import io.abcast.sim.Rng;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Carries out the {@link GroupFault}s (faults of servers, groups and links) of a run. */
final class GroupFaults {
    private static final long MILLI = 1_000_000;
    private static final long SECOND_MICROS = 1_000_000;
    private static final long YEAR_MICROS = 365L * 24 * 3_600 * SECOND_MICROS;
    private static final int REPEATS_MAX = 8;

    private static final int LEADERS_MAX = 12;

    private static final long LEADS_NANOS_MAX = 20 * MILLI;

    private static final long DOWN_NANOS_MAX = 60 * MILLI;

    private static final long LOOK_NANOS = 2 * MILLI;

    private static final int LOOKS_MAX = 300;

    private final GroupWorld world;
    private final GroupSubject subject;
    private final Placement placement;
    private final List<EnsembleFaults> ensembles;
    private final List<Integer> servers;
    private boolean over;

    /** {@code null} if no fault waits until a leader takes a step of the protocol. */
    private GroupFault crashAfterStep;

    private Rng crashDice;

    private GroupNode watched;

    private long[] stepsSeen;

    /** The caller has already scheduled the faults {@code ensembles} of each group's ensemble. */
    GroupFaults(GroupWorld world, GroupSubject subject, List<EnsembleFaults> ensembles) {
        this.world = world;
        this.subject = subject;
        this.ensembles = ensembles;
        placement = world.placement();
        servers = placement.servers();
        world.onBatch(this::ran);
    }

    void schedule(GroupFault fault) {
        world.at(fault.atNanos(), () -> begin(fault));
    }

    void stop() {
        over = true;
        crashAfterStep = null;
        for (EnsembleFaults faults : ensembles) faults.stop();
    }

    private void begin(GroupFault fault) {
        if (!over && strike(fault, new Rng(fault.dice()))) world.coverage().struck(fault.kind());
    }

    /** Returns false if the fault is not possible in the present placement of groups and situation. */
    private boolean strike(GroupFault fault, Rng dice) {
        int server = servers.get(dice.below(servers.size()));
        int group = dice.below(placement.size());
        Membership members = placement.groups().get(group);
        long nanos = fault.nanos();
        return switch (fault.kind()) {
            case SERVER_CRASH, LONG_ABSENCE -> crash(server, nanos);
            case LEADER_CRASH -> crash(leader(group, dice), nanos);
            case LEADER_CRASH_AT_A_STEP -> {
                ensembles.get(group).crashLeaderAtStep(dice, nanos);
                yield true;
            }
            case LEADER_CRASH_AFTER_A_TRANSITION -> {
                // The coverage counts this fault later, when a leader takes a step and crashes.
                crashAfterStep = fault;
                crashDice = dice;
                watched = null;
                yield false;
            }
            case LEADERS_IN_QUICK_SUCCESSION ->
                    topple(group, 2 + dice.below(LEADERS_MAX - 1), dice);
            case SERVER_PAUSE -> pause(server, nanos);
            case QUORUM_DOWN ->
                    crashSome(members, members.size() - members.quorum() + 1, nanos, dice);
            case QUORUM_CUT -> {
                for (int a : members.ids()) for (int b : members.ids()) cutFor(a, b, nanos);
                yield members.size() > 1;
            }
            case GROUP_DOWN -> crashSome(members, members.size(), nanos, dice);
            case ALL_SERVERS_DOWN -> powerLoss(nanos, dice);
            case SERVER_CUT -> {
                for (int other : servers) cutBoth(server, other, nanos);
                yield servers.size() > 1;
            }
            case SERVERS_SPLIT -> split(nanos, dice);
            case SERVER_CUT_ONE_WAY -> oneWay(server, nanos, dice);
            case GROUPS_CUT, GROUPS_CUT_ONE_WAY -> cutGroups(fault, group, dice);
            case CONNECTIONS_RESET, OLD_MESSAGES_REPEATED -> reset(fault, group, dice);
            case CLOCK_JUMP -> {
                long max = dice.pick(10_000L, SECOND_MICROS, 10 * SECOND_MICROS);
                world.jumpClock(server, dice.between(-max, max));
                yield true;
            }
            case CLOCK_FAR_AHEAD -> {
                world.jumpClock(server, dice.between(1, 5) * YEAR_MICROS);
                yield true;
            }
        };
    }

    /** The server id of the group's leader; without a leader, any server of the group. */
    private int leader(int group, Rng dice) {
        int leader = world.cluster(group).leader();
        Membership members = placement.groups().get(group);
        return leader != 0 ? leader : members.id(dice.below(members.size()));
    }

    private boolean crash(int server, long nanos) {
        if (!mayCrash(server)) return false;
        world.crash(server);
        restartLater(server, nanos);
        return true;
    }

    /** Ends early if the group elects no new leader. */
    private boolean topple(int group, int count, Rng dice) {
        if (!crash(leader(group, dice), dice.between(1, DOWN_NANOS_MAX))) return false;
        toppleNext(group, count - 1, LOOKS_MAX, dice);
        return true;
    }

    private void toppleNext(int group, int count, int looks, Rng dice) {
        if (count == 0 || looks == 0) return;
        int leader = world.cluster(group).leader();
        if (leader == 0) {
            later(LOOK_NANOS, () -> toppleNext(group, count, looks - 1, dice));
            return;
        }
        later(
                dice.between(0, LEADS_NANOS_MAX),
                () -> {
                    crash(leader, dice.between(1, DOWN_NANOS_MAX));
                    later(LOOK_NANOS, () -> toppleNext(group, count - 1, LOOKS_MAX, dice));
                });
    }

    private boolean mayCrash(int server) {
        boolean any = false;
        for (int held : placement.heldBy(server)) {
            if (!world.isUp(held, server)) continue;
            if (!ensembles.get(held).mayCrash(server)) return false;
            any = true;
        }
        return any;
    }

    private void restartLater(int server, long nanos) {
        ensembles.get(placement.heldBy(server).get(0)).restartLater(server, nanos);
    }

    private boolean crashSome(Membership members, int count, long nanos, Rng dice) {
        int first = dice.below(members.size());
        long spread = dice.pick(0L, 0L, 20 * MILLI);
        for (int i = 0; i < count; i++) {
            int server = members.id((first + i) % members.size());
            long back = nanos + dice.between(0, 30 * MILLI);
            later(dice.between(0, spread), () -> crash(server, back));
        }
        return true;
    }

    private boolean powerLoss(long nanos, Rng dice) {
        boolean isPower = dice.chance(0.5);
        for (int server : servers) {
            if (!mayCrash(server)) continue;
            if (isPower) world.clusterAt(server).crashByPowerLoss(server);
            else world.crash(server);
            restartLater(server, nanos + dice.between(0, 50 * MILLI));
        }
        return true;
    }

    private boolean pause(int server, long nanos) {
        if (!world.isAnyUp(server)) return false;
        for (int held : placement.heldBy(server))
            if (world.isUp(held, server)) world.cluster(held).pause(server, nanos);
        return true;
    }

    private boolean split(long nanos, Rng dice) {
        if (servers.size() == 1) return false;
        List<Integer> left = new ArrayList<>();
        for (int server : servers) if (dice.chance(0.5)) left.add(server);
        if (left.isEmpty() || left.size() == servers.size()) left = List.of(servers.get(0));
        for (int a : left) for (int b : servers) if (!left.contains(b)) cutBoth(a, b, nanos);
        return true;
    }

    private boolean oneWay(int server, long nanos, Rng dice) {
        boolean inbound = dice.chance(0.5);
        boolean any = false;
        for (int other : servers) {
            if (other == server || dice.chance(0.3)) continue;
            any = true;
            if (inbound) cutFor(other, server, nanos);
            else cutFor(server, other, nanos);
        }
        return any;
    }

    private boolean cutGroups(GroupFault fault, int group, Rng dice) {
        if (placement.size() == 1) return false;
        int other = anotherThan(group, dice);
        cutGroup(group, other, fault.nanos());
        if (fault.kind() == GroupFault.Kind.GROUPS_CUT) cutGroup(other, group, fault.nanos());
        return true;
    }

    private void cutGroup(int from, int to, long nanos) {
        world.forGroups(from, to, world.network()::cut);
        later(nanos, () -> world.forGroups(from, to, world.network()::join));
    }

    private boolean reset(GroupFault fault, int group, Rng dice) {
        if (placement.size() == 1) return false;
        int other = anotherThan(group, dice);
        boolean repeats = fault.kind() == GroupFault.Kind.OLD_MESSAGES_REPEATED;
        world.forGroups(group, other, world.network()::reset);
        world.forGroups(other, group, world.network()::reset);
        if (!repeats) return true;
        int count = 1 + dice.below(REPEATS_MAX);
        world.forGroups(group, other, (a, b) -> world.network().repeatOld(a, b, count));
        world.forGroups(other, group, (a, b) -> world.network().repeatOld(a, b, count));
        return true;
    }

    private int anotherThan(int group, Rng dice) {
        return (group + 1 + dice.below(placement.size() - 1)) % placement.size();
    }

    private void cutBoth(int a, int b, long nanos) {
        cutFor(a, b, nanos);
        cutFor(b, a, nanos);
    }

    private void cutFor(int from, int to, long nanos) {
        if (from == to) return;
        world.cut(from, to);
        later(nanos, () -> world.join(from, to));
    }

    private void later(long nanos, Runnable action) {
        world.at(
                world.now() + nanos,
                () -> {
                    if (!over) action.run();
                });
    }

    private void ran(int group, int server) {
        if (crashAfterStep == null || world.cluster(group).leader() != server) return;
        GroupNode node = world.cluster(group).groupNode(server);
        if (node == null) return;
        // The waiting fault watches one leader at a time, and sometimes changes to another leader.
        if (node != watched) {
            if (watched != null && crashDice.chance(0.98)) return;
            watched = node;
            stepsSeen = subject.steps(node);
            return;
        }
        long[] steps = subject.steps(node);
        int[] taken = taken(steps, stepsSeen);
        stepsSeen = steps;
        if (taken.length == 0 || crashDice.chance(0.4)) return;
        int step = taken[crashDice.below(taken.length)];
        world.coverage().struck(crashAfterStep.kind());
        world.coverage().crashedAfter(step);
        ensembles.get(group).crashSoon(server, crashDice, crashAfterStep.nanos());
        crashAfterStep = null;
    }

    private static int[] taken(long[] steps, long[] before) {
        return IntStream.range(0, steps.length).filter(i -> steps[i] != before[i]).toArray();
    }
}
