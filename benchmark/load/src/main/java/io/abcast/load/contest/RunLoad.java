package io.abcast.load.contest;

import io.abcast.load.LoadEngine;
import io.abcast.load.LoadSpec;
import io.abcast.load.ShrinkableLoad;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;

/** A load on the servers of a run, together with its clients, used by one thread. */
final class RunLoad implements AutoCloseable {
    /** Null if the clients are inside the servers. */
    private final Attachment remote;

    private final List<ScheduledExecutorService> shards = new ArrayList<>();
    private final ShrinkableLoad load;

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
