package io.abcast.sim;

import io.abcast.kernel.Keys;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Probe;
import java.util.List;

/**
 * Carries out a {@link DuplicateStart}: starts a second process of a running server, and submits requests at the older
 * process during this start.
 */
final class DuplicateFault {
    private static final int ASKED_MAX = 8;

    private final Cluster cluster;
    private final FaultInjector injector;
    private final Clients clients;

    DuplicateFault(Cluster cluster, FaultInjector injector, Clients clients) {
        this.cluster = cluster;
        this.injector = injector;
        this.clients = clients;
    }

    void schedule(List<DuplicateStart> twins) {
        for (DuplicateStart twin : twins) injector.later(twin.atNanos(), () -> begin(twin));
    }

    private void begin(DuplicateStart twin) {
        Rng dice = new Rng(twin.dice());
        int leader = twin.leader() ? cluster.leader() : 0;
        int victim = leader != 0 ? leader : injector.anyone(dice);
        // The ensemble loses the data that only the older process knows when that process ends, as
        // in a crash.
        if (!injector.mayCrash(victim) || !cluster.replica(victim).drive().isSound()) return;
        if (isQuorum(victim)) return;
        boolean keepsDisk = dice.chance(0.7) || !injector.mayLoseDisk(victim);
        boolean pauses = dice.chance(0.5);
        cluster.startTwice(victim, keepsDisk);
        if (injector.draws(Fault.UNFENCED)) cluster.twins().unfenced();
        if (pauses) cluster.twins().older().pause(twin.nanos());
        for (int i = dice.below(ASKED_MAX + 1); i > 0; i--)
            cluster.at(cluster.now() + dice.between(0, 2 * twin.nanos()), this::ask);
        cluster.at(cluster.now() + twin.nanos(), cluster.twins()::meet);
    }

    /**
     * Whether the member alone is a quorum, so that each of its two processes could lead without noticing the other
     * process.
     */
    private boolean isQuorum(int id) {
        Probe probe = cluster.probe(id);
        Membership known = probe == null ? null : probe.ensemble();
        if (known != null && known.quorum() == 1) return true;
        return cluster.ensemble().quorum() == 1;
    }

    private void ask() {
        SimulatedProcess older = cluster.twins().older();
        if (older == null) return;
        older.callers().submit(clients.payload(0));
        older.callers().read(Keys.ALL_READ);
    }
}
