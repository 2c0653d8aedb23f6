package io.abcast.benchmark.limits;

import io.abcast.benchmark.load.NetworkTarget;
import io.abcast.client.ClientLoops;
import io.abcast.load.ConnectionSpread;
import io.abcast.load.LoadEngine;
import io.abcast.load.LoadSpec;
import io.abcast.load.RateSchedule;
import io.abcast.load.ReadKind;
import io.abcast.testkit.LocalEnsemble;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A running cluster of servers, with the event loops of the clients that write to it.
 *
 * @param valueBytes length of the written values in bytes
 * @param keys number of keys to which the clients write
 */
record LoadedCluster(
        LocalEnsemble cluster, ClientLoops loops, int valueBytes, int keys, long seed) {
    private static final int CONNECTIONS = 10;
    private static final long ASK_MILLIS = 300;

    /**
     * The created load is not started yet.
     *
     * @param rate number of writes per second in an open loop, in which clients do not wait for answers; 0 for a closed
     *     loop
     * @param exceptId id of a server that receives no writes; 0 if all servers receive writes
     */
    LoadEngine load(int clients, int rate, int exceptId) {
        List<InetSocketAddress> servers = new ArrayList<>();
        for (int id = 1; id <= cluster.servers().size(); id++)
            if (id != exceptId) servers.add(cluster.server(id).address());
        LoadSpec spec =
                new LoadSpec(
                        clients,
                        rate == 0 ? RateSchedule.NONE : RateSchedule.constant(rate),
                        100,
                        valueBytes,
                        0,
                        0,
                        keys,
                        seed,
                        ReadKind.LOCAL);
        int count = ConnectionSpread.shards(loops.all().size(), clients, CONNECTIONS);
        List<EventLoop> shards = loops.all().subList(0, count);
        ConnectionSpread spread = new ConnectionSpread(CONNECTIONS, count, servers.size());
        return new LoadEngine(
                spec,
                shards,
                (loop, part) ->
                        new NetworkTarget(
                                (EventLoop) loop,
                                part,
                                servers,
                                spread.toServers(shards.indexOf(loop))));
    }

    int follower() throws IOException {
        int leader = cluster.leader();
        if (leader == 0) throw new IOException("no leader");
        return leader % cluster.servers().size() + 1;
    }

    /** Waits only briefly for an answer, because a starting server does not answer. */
    boolean serves(int id) {
        try {
            return cluster.control(id)
                    .figuresSoon()
                    .get(ASK_MILLIS, TimeUnit.MILLISECONDS)
                    .active();
        } catch (ExecutionException | TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
