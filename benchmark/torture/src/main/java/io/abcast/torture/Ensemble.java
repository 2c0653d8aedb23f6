package io.abcast.torture;

import io.abcast.testkit.LocalEnsemble;
import io.abcast.testkit.ServerProcess;
import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;

/** The members as the faults leave them: does to them what a fault asks for, and keeps the books. Used by one thread. */
final class Ensemble {
    private final LocalEnsemble cluster;
    private final ServerLinks links;
    private final Connectivity connections;

    /** Members that were cut off as a whole, where single links cannot be cut. */
    private final Set<Integer> deaf = new TreeSet<>();

    private boolean lost;
    private long backNanos;

    /** @param cluster running, all of it */
    Ensemble(LocalEnsemble cluster, ServerLinks links) {
        this.cluster = cluster;
        this.links = links;
        connections = new Connectivity(cluster.servers().size());
    }

    int size() {
        return connections.size();
    }

    ServerProcess server(int id) {
        return cluster.server(id);
    }

    boolean running(int id) {
        return connections.running(id);
    }

    boolean paused(int id) {
        return connections.paused(id);
    }

    /** From now on {@link #lostQuorum} tells what happens. */
    void watchQuorum() {
        lost = !connections.quorum();
        backNanos = System.nanoTime();
    }

    /** Whether there was a time without a quorum since {@link #watchQuorum}. */
    boolean lostQuorum() {
        return lost;
    }

    /** When there was a quorum again for the last time. */
    long quorumBackNanos() {
        return backNanos;
    }

    void kill(int id) {
        ended(id);
        server(id).kill();
    }

    void terminate(int id) {
        ended(id);
        server(id).stop();
    }

    /** It ends, or has ended by itself as was to be expected. */
    void ended(int id) {
        connections.running(id, false);
        broken();
    }

    void start(int id) throws IOException {
        boolean had = connections.quorum();
        server(id).start();
        connections.running(id, true);
        healed(had);
    }

    void pause(int id) throws IOException {
        connections.paused(id, true);
        broken();
        server(id).pause();
    }

    /** Nothing if it does not stand still. */
    void resume(int id) throws IOException {
        if (!paused(id)) return;
        boolean had = connections.quorum();
        server(id).resume();
        connections.paused(id, false);
        healed(had);
    }

    /** What {@code from} sends to {@code to} is lost from now on; both ways, unless {@code oneWay}. */
    void cut(int from, int to, boolean oneWay) throws IOException {
        connections.cut(from, to, true);
        if (!oneWay) connections.cut(to, from, true);
        broken();
        links.set(from, to, false);
        if (!oneWay) links.set(to, from, false);
    }

    /** A member hears no other from now on, and none hears it. */
    void cutOff(int id) throws IOException {
        for (int other = 1; other <= size(); other++) {
            if (other == id) continue;
            connections.cut(id, other, true);
            connections.cut(other, id, true);
        }
        broken();
        links.setMember(id, false);
        if (!links.single()) deaf.add(id);
    }

    /** Mends whatever is cut. */
    void mendAll() throws IOException {
        boolean had = connections.quorum();
        // Who was started anew hears everybody, and who stands still cannot be told.
        for (int id : deaf) if (running(id)) links.setMember(id, true);
        deaf.clear();
        for (int from = 0; from <= size(); from++)
            for (int to = 0; to <= size(); to++) {
                if (!connections.cut(from, to)) continue;
                if (links.single()) links.set(from, to, true);
                connections.cut(from, to, false);
            }
        healed(had);
    }

    /** Who was told to run and has ended; 0: nobody. */
    int fallen() {
        for (int id = 1; id <= size(); id++) if (running(id) && !server(id).alive()) return id;
        return 0;
    }

    private void broken() {
        if (!connections.quorum()) lost = true;
    }

    private void healed(boolean hadQuorum) {
        if (!hadQuorum && connections.quorum()) backNanos = System.nanoTime();
    }
}
