package io.abcast.sim;

import io.abcast.log.Durability;
import java.util.ArrayList;
import java.util.List;

/** Carries out a {@link Repair}: the loss of storages, and the faults during the repair. */
final class RepairFault {
    private static final long MILLI = 1_000_000;
    private static final int REQUESTS_MAX = 3;

    private final Cluster cluster;
    private final Clients clients;
    private final Subject subject;

    private final boolean remnants;

    /** {@code null} before the loss of storages. */
    private Operator operator;

    private boolean over;

    RepairFault(Cluster cluster, FuzzSettings settings, Clients clients) {
        this.cluster = cluster;
        this.clients = clients;
        subject = settings.subject();
        remnants = settings.faults().contains(Fault.REMNANT);
    }

    void schedule(List<Repair.Step> steps) {
        for (Repair.Step step : steps) cluster.at(step.atNanos(), () -> begin(step));
    }

    void stop() {
        over = true;
    }

    boolean isRunning() {
        return operator != null && !operator.isDone();
    }

    boolean isStuck() {
        return operator.isStuck();
    }

    String waitsFor() {
        return operator.waitsFor();
    }

    void healed() {
        if (operator != null) operator.healed();
    }

    private void begin(Repair.Step step) {
        if (over) return;
        Rng dice = new Rng(step.dice());
        int victim = cluster.members().id(dice.below(cluster.members().size()));
        EnsembleProbe before = (EnsembleProbe) cluster.probe(victim);
        if (strike(step, victim, dice)) cluster.coverage().struck(step.kind(), before);
    }

    private boolean strike(Repair.Step step, int victim, Rng dice) {
        switch (step.kind()) {
            case ASK -> {
                if (!cluster.up(victim)) return false;
                for (int i = dice.below(REQUESTS_MAX) + 1; i > 0; i--)
                    cluster.submit(victim, clients.payload(0));
            }
            case CUT -> {
                int size = cluster.members().size();
                int rank = cluster.members().rank(victim);
                int other = cluster.members().id((rank + 1 + dice.below(size - 1)) % size);
                cluster.cut(victim, other);
                later(step.nanos(), () -> cluster.join(victim, other));
            }
            case STALL -> {
                cluster.holdDisk(victim, true);
                later(step.nanos(), () -> cluster.holdDisk(victim, false));
            }
            case PART -> part(step.nanos(), dice);
            case CRASH -> {
                if (!cluster.up(victim) || isMemory()) return false;
                cluster.crash(victim);
                later(step.nanos(), () -> cluster.startAgain(victim));
            }
            case LOSE -> {
                return lose(step.nanos(), dice);
            }
            case LOSE_MORE -> {
                return operator != null && operator.loseMore(victim, step.nanos());
            }
        }
        return true;
    }

    private void part(long nanos, Rng dice) {
        int size = cluster.members().size();
        int first = dice.below(size);
        int count = dice.chance(0.5) ? 1 : 1 + dice.below(size - 1);
        List<Integer> those = new ArrayList<>();
        List<Integer> others = new ArrayList<>();
        for (int i = 0; i < size; i++)
            (i < count ? those : others).add(cluster.members().id((first + i) % size));
        for (int a : those)
            for (int b : others) {
                cluster.cut(a, b);
                cluster.cut(b, a);
            }
        later(
                nanos,
                () -> {
                    for (int a : those)
                        for (int b : others) {
                            cluster.join(a, b);
                            cluster.join(b, a);
                        }
                });
    }

    /** Returns false if there is no ensemble that can lose storages. */
    private boolean lose(long nanos, Rng dice) {
        int size = cluster.members().size();
        List<Integer> whole = new ArrayList<>();
        List<Integer> victims = new ArrayList<>();
        int first = dice.below(size);
        for (int i = 0; i < size; i++) {
            int id = cluster.members().id((first + i) % size);
            boolean counts =
                    cluster.replica(id).drive().isSound()
                            && (cluster.remembersDurably(id) || !cluster.up(id))
                            && !cluster.lacksStorage(id)
                            && cluster.persisted(id) != null
                            && cluster.memory().belongs(cluster.replica(id));
            (counts ? whole : victims).add(id);
        }
        boolean founded = cluster.history().ordered() > 0 && !cluster.memory().mayRefuse();
        if (!founded || whole.isEmpty()) return false;
        cluster.memory().repairing();
        int survivors = survivors(size, dice);
        while (whole.size() > survivors) victims.add(whole.remove(whole.size() - 1));
        int least = leastSurvivors(size);
        if (!remnants && whole.size() < least)
            while (!whole.isEmpty()) victims.add(whole.remove(0));
        operator =
                new Operator(
                        cluster,
                        clients,
                        subject.repairMin(size),
                        subject.faultyMax(size) < 0,
                        dice.split());
        double cut = remnants && !isMemory() ? dice.pick(0.0, 0.0, 0.3, 1.0) : 0;
        long spread = dice.pick(0L, 0L, 2 * MILLI, 30 * MILLI);
        for (int id : victims) {
            boolean part = dice.chance(cut);
            operator.isLost(id, part);
            cluster.at(
                    cluster.now() + dice.between(0, spread), () -> cluster.loseStorage(id, part));
        }
        for (int id : whole)
            if (dice.chance(0.3) && !isMemory())
                cluster.at(
                        cluster.now() + dice.between(0, spread),
                        () -> {
                            if (cluster.up(id)) cluster.crash(id);
                        });
        cluster.coverage().saw(CommonGoal.MAJORITIES_LOST_WITH_THEIR_STORAGES, 1);
        if (whole.isEmpty()) cluster.coverage().saw(CommonGoal.ALL_STORAGES_LOST, 1);
        operator.begin(whole, spread + Math.min(nanos, 1_000 * MILLI));
        return true;
    }

    private boolean isMemory() {
        return cluster.durability() == Durability.MEMORY;
    }

    private int survivors(int size, Rng dice) {
        int most = size - lostMin(size);
        if (dice.chance(0.45)) return most;
        if (dice.chance(0.35)) return 0;
        return dice.chance(0.5) ? leastSurvivors(size) : dice.below(most + 1);
    }

    private int lostMin(int size) {
        return size - subject.repairMin(size) + 1;
    }

    private int leastSurvivors(int size) {
        return Math.max(0, subject.faultyMax(size)) + 1;
    }

    private void later(long nanos, Runnable action) {
        cluster.at(
                cluster.now() + nanos,
                () -> {
                    if (!over) action.run();
                });
    }
}
