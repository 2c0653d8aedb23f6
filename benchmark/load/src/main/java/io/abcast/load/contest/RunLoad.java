package io.abcast.load.contest;

import io.abcast.load.LoadEngine;
import io.abcast.load.LoadSpec;
import io.abcast.load.ShrinkableLoad;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;

/**
 * A load on the servers of a run, together with its clients. The clients that send the load are inside the servers, or
 * are remote clients in this JVM. Only one thread uses the object of a load.
 */
final class RunLoad implements AutoCloseable {
    /** The connections of the remote clients; {@code null} if the clients are inside the servers. */
    private final Attachment remote;

    private final List<ScheduledExecutorService> shards = new ArrayList<>();
    private final ShrinkableLoad load;

    /**
     * Connects the clients of the load to the servers, and sends no request yet.
     *
     * @param shardCount number of shards (groups) of remote clients
     */
    RunLoad(
            Contestant contestant,
            Site site,
            List<ServerHandle> servers,
            LoadSpec spec,
            int shardCount)
            throws Exception {
        if (site.experiment().attach().equals("embedded")) {
            remote = null;
            load = new LoadInServers(ServerHandle.leaderFirst(servers), spec);
            return;
        }
        remote = contestant.connect(site, shardCount);
        try {
            for (int i = 0; i < shardCount; i++) shards.add(remote.newShard());
            load =
                    new LoadEngine(
                            spec,
                            shards,
                            (shard, part) -> remote.target(shard, shards.indexOf(shard), part));
        } catch (Exception e) {
            close();
            throw e;
        }
    }

    ShrinkableLoad load() {
        return load;
    }

    @Override
    public void close() throws IOException {
        for (ScheduledExecutorService shard : shards) shard.shutdown();
        if (remote != null) remote.close();
    }
}
