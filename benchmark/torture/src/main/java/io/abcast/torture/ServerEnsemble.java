package io.abcast.torture;

import io.abcast.server.ProtocolNames;
import io.abcast.testkit.LocalEnsemble;
import io.abcast.testkit.ServerProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;

/**
 * Applies faults to the members of the ensemble, and records which members and links are affected at present. The class
 * is not thread-safe.
 */
final class ServerEnsemble {
    private final LocalEnsemble cluster;
    private final ServerLinks links;
    private final Connectivity connections;

    /** If this host cannot cut single links: the members that are cut off from all other members. */
    private final Set<Integer> deaf = new TreeSet<>();

    record Crash(int server, long nanos) {}

    private final List<Crash> crashes = new ArrayList<>();
    private final boolean durable;
    private boolean lost;
    private long backNanos;

    ServerEnsemble(LocalEnsemble cluster, ServerLinks links, boolean durable) {
        this.cluster = cluster;
        this.links = links;
        this.durable = durable;
        connections = new Connectivity(cluster.servers().size());
    }

    int size() {
        return connections.size();
    }

    boolean leaderless() {
        return cluster.leaderless() && !hasPartitions();
    }

    boolean hasPartitions() {
        return cluster.protocol().equals(ProtocolNames.CAMU);
    }

    List<Crash> crashes() {
        return List.copyOf(crashes);
    }

    /**
     * Without a leader, only the first f of 2f+1 members suffer faults that lose votes, so that the remaining members
     * form a quorum.
     */
    int victim(FaultKind kind, SplittableRandom random) {
        boolean loses = leaderless() && kind.losesVotes(durable);
        int victim = 1 + random.nextInt(loses ? (size() - 1) / 2 : size());
        if (loses) connections.lostVotes(victim);
        return victim;
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

    void watchQuorum() {
        lost = !connections.quorum();
        backNanos = System.nanoTime();
    }

    boolean lostQuorum() {
        return lost;
    }

    /** Latest time at which the ensemble had a quorum again, as a value of {@link System#nanoTime}. */
    long quorumBackNanos() {
        return backNanos;
    }

    void kill(int id) {
        ended(id);
        crashes.add(new Crash(id, System.nanoTime()));
        server(id).kill();
    }

    void terminate(int id) {
        ended(id);
        server(id).stop();
    }

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

    /** No effect if the member is not paused. */
    void resume(int id) throws IOException {
        if (!paused(id)) return;
        boolean had = connections.quorum();
        server(id).resume();
        connections.paused(id, false);
        healed(had);
    }

    void cut(int from, int to, boolean oneWay) throws IOException {
        connections.cut(from, to, true);
        if (!oneWay) connections.cut(to, from, true);
        broken();
        links.set(from, to, false);
        if (!oneWay) links.set(to, from, false);
    }

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

    void restoreLinks() throws IOException {
        boolean had = connections.quorum();
        // A restarted member has all its links, and a paused member cannot answer the request to
        // restore links.
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

    /** Id of a member that should run but has ended; 0 without such a member. */
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
