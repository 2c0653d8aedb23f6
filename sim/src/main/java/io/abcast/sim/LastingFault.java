package io.abcast.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Carries out a {@link Disturbance}, a lasting fault at the end of a run. A disturbance affects only members without
 * which the other members can still make progress.
 */
final class LastingFault {
    private static final long MILLI = 1_000_000;
    private static final int FLAPS_MAX = 1_000;

    private static final double SLOW_SYNC_MAX = 4;

    private final Cluster cluster;
    private final Clients clients;
    private final Timeouts timeouts;
    private final ProgressUnderFaults watch;
    private final Disturbance disturbance;
    private final Rng dice;
    private boolean over;

    LastingFault(
            Cluster cluster,
            Clients clients,
            Timeouts timeouts,
            ProgressUnderFaults watch,
            Disturbance disturbance) {
        this.cluster = cluster;
        this.clients = clients;
        this.timeouts = timeouts;
        this.watch = watch;
        this.disturbance = disturbance;
        dice = new Rng(disturbance.dice());
    }

    /** Must be called after all other faults of the run are healed. */
    void run() {
        watch.runFor(timeouts.leaderlessNanosMax());
        if (!cluster.ok()) return;
        watch.drain();
        if (!cluster.ok()) return;
        begin();
        ask();
        long until = cluster.now() + disturbance.nanos();
        while (cluster.ok() && watch.violation() == null && cluster.now() < until) {
            watch.runFor(timeouts.electionTimeoutNanos());
            if (watch.anyHealthy())
                cluster.coverage()
                        .saw(
                                CommonGoal.MILLISECONDS_OF_A_HEALTHY_QUORUM_BESIDE_THEM,
                                timeouts.electionTimeoutNanos() / MILLI);
        }
        over = true;
    }

    private void begin() {
        int[] voters = cluster.ensemble().voterIds();
        int leader = cluster.leader();
        Set<Integer> victims = new TreeSet<>();
        int wanted = 1 + dice.below(voters.length);
        int first = dice.below(voters.length);
        if (disturbance.leader() && leader != 0) spoil(leader, victims);
        for (int i = 0; i < voters.length && victims.size() < wanted; i++)
            spoil(voters[(first + i) % voters.length], victims);
        if (victims.isEmpty()) return;
        cluster.coverage().saw(CommonGoal.LASTING_DISTURBANCES, 1);
        switch (disturbance.kind()) {
            case PARTIAL -> cutAround(victims, true);
            case ONE_WAY -> cutAround(victims, false);
            case FLAP -> flap(victims.iterator().next());
            case SLOW -> victims.forEach(this::slowDown);
            case HOLD -> victims.forEach(id -> cluster.holdDisk(id, true));
            case RESTART -> restart(victims.iterator().next(), 0);
        }
    }

    private void spoil(int id, Set<Integer> victims) {
        if (watch.suffice(other -> other != id && !victims.contains(other))) victims.add(id);
    }

    private void cutAround(Set<Integer> victims, boolean bothWays) {
        double share = dice.pick(0.2, 0.5, 0.8, 1.0);
        int[] voters = cluster.ensemble().voterIds();
        for (int a : voters) {
            for (int b : voters) {
                if (a == b || !(victims.contains(a) || victims.contains(b))) continue;
                if (bothWays && a > b) continue;
                if (!dice.chance(share)) continue;
                cluster.cut(a, b);
                if (bothWays) cluster.cut(b, a);
            }
        }
    }

    private void slowDown(int id) {
        double nanos =
                timeouts.electionTimeoutNanos() * (0.3 + (SLOW_SYNC_MAX - 0.3) * dice.unit());
        cluster.afflict(id, "slow disk").drive().faults().slowdown =
                (int) Math.max(2, nanos / cluster.syncNanosMax());
    }

    private void flap(int victim) {
        List<Integer> peers = new ArrayList<>();
        for (int id : cluster.ensemble().voterIds())
            if (id != victim && dice.chance(0.7)) peers.add(id);
        boolean in = dice.chance(0.7);
        boolean out = !in || dice.chance(0.5);
        long period = (long) (timeouts.electionTimeoutNanos() * (0.1 + 2.9 * dice.unit()));
        double share = 0.2 + 0.6 * dice.unit();
        flap(victim, peers, in, out, (long) (period * share), period, 0);
    }

    private void flap(
            int victim,
            List<Integer> peers,
            boolean in,
            boolean out,
            long downNanos,
            long periodNanos,
            int flaps) {
        if (over || flaps >= FLAPS_MAX) return;
        for (int peer : peers) {
            if (in) cluster.cut(peer, victim);
            if (out) cluster.cut(victim, peer);
        }
        later(
                downNanos,
                () -> {
                    for (int peer : peers) {
                        if (in) cluster.join(peer, victim);
                        if (out) cluster.join(victim, peer);
                    }
                });
        later(periodNanos, () -> flap(victim, peers, in, out, downNanos, periodNanos, flaps + 1));
    }

    private void restart(int victim, int restarts) {
        if (over || restarts >= FLAPS_MAX) return;
        if (watch.mayCrash(victim)) cluster.crash(victim);
        later(
                (long) (timeouts.electionTimeoutNanos() * dice.unit()),
                () -> {
                    if (!cluster.up(victim)) cluster.startAgain(victim);
                });
        later(
                (long) (timeouts.electionTimeoutNanos() * (1 + 4 * dice.unit())),
                () -> restart(victim, restarts + 1));
    }

    private void ask() {
        if (over) return;
        for (int id : cluster.members().ids()) {
            if (!cluster.up(id)) continue;
            cluster.submit(id, clients.payload(0));
            if (cluster.up(id)) cluster.read(id);
        }
        later(2 * timeouts.electionTimeoutNanos(), this::ask);
    }

    private void later(long nanos, Runnable action) {
        cluster.at(
                cluster.now() + nanos,
                () -> {
                    if (!over && cluster.ok()) action.run();
                });
    }
}
