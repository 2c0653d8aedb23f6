package io.abcast.peers.zookeeper;

import io.abcast.load.ConnectionSpread;
import io.abcast.load.LoadSpec;
import io.abcast.load.Operation;
import io.abcast.load.Payload;
import io.abcast.load.RequestOutcome;
import io.abcast.load.Target;
import io.abcast.load.contest.Attachment;
import io.abcast.load.contest.Completions;
import io.abcast.load.contest.Site;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.KeeperException.NodeExistsException;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooKeeper;

/**
 * Clients of ZooKeeper. Each connection of the load is one handle of ZooKeeper's own client, connected to one server.
 */
final class ZooKeeperClients implements Attachment {
    private static final int SESSION_MILLIS = 30_000;
    private static final int CONNECT_SECONDS = 20;
    private static final int PREPARE_SECONDS = 60;

    private static final int CREATING_MAX = 500;

    private final String[] paths;

    /** Indexed by shard (group of clients), server and number of the connection. */
    private final ZooKeeper[][][] handles;

    static ZooKeeperClients remote(Site site, int shards) throws Exception {
        ConnectionSpread spread = site.connections(shards);
        int[][] toServers = new int[shards][];
        for (int shard = 0; shard < shards; shard++) toServers[shard] = spread.toServers(shard);
        return new ZooKeeperClients(site, toServers);
    }

    static ZooKeeperClients inside(Site site, int id) throws Exception {
        int[] toServers = new int[site.servers()];
        toServers[id - 1] = 1;
        return new ZooKeeperClients(site, new int[][] {toServers});
    }

    private ZooKeeperClients(Site site, int[][] connections) throws Exception {
        int frame = site.experiment().load().payloadBytes() + (1 << 20);
        System.setProperty("jute.maxbuffer", Integer.toString(frame));
        paths = new String[site.experiment().load().keys()];
        for (int key = 0; key < paths.length; key++) paths[key] = ZooKeeperContestant.path(key);
        handles = new ZooKeeper[connections.length][site.servers()][];
        int count = Arrays.stream(connections).flatMapToInt(Arrays::stream).sum();
        CountDownLatch connected = new CountDownLatch(count);
        ZooKeeper any = null;
        for (int shard = 0; shard < handles.length; shard++) {
            for (int server = 0; server < site.servers(); server++) {
                handles[shard][server] = new ZooKeeper[connections[shard][server]];
                for (int i = 0; i < connections[shard][server]; i++)
                    handles[shard][server][i] = any = connect(site, server + 1, connected);
            }
        }
        if (!connected.await(CONNECT_SECONDS, TimeUnit.SECONDS))
            throw new IOException(connected.getCount() + " connections were not made");
        // Clients inside servers start one after another, so later clients find the znodes of the
        // keys.
        if (any.exists(paths[paths.length - 1], false) == null) prepare(any);
    }

    private static ZooKeeper connect(Site site, int id, CountDownLatch connected)
            throws IOException {
        String address = Site.HOST + ":" + site.port(id, ZooKeeperContestant.CLIENT);
        return new ZooKeeper(
                address,
                SESSION_MILLIS,
                event -> {
                    if (event.getState() == KeeperState.SyncConnected) connected.countDown();
                });
    }

    /** Creates the znodes of all keys, because setData requires an existing znode. */
    private void prepare(ZooKeeper handle) throws Exception {
        try {
            handle.create(
                    ZooKeeperContestant.PARENT,
                    new byte[0],
                    Ids.OPEN_ACL_UNSAFE,
                    CreateMode.PERSISTENT);
        } catch (NodeExistsException e) {
            // Ignored: another client has created this znode, although this server did not have it
            // when this client checked.
        }
        Semaphore room = new Semaphore(CREATING_MAX);
        CompletableFuture<Void> failure = new CompletableFuture<>();
        for (String path : paths) {
            room.acquire();
            handle.create(
                    path,
                    new byte[0],
                    Ids.OPEN_ACL_UNSAFE,
                    CreateMode.PERSISTENT,
                    (code, p, context, name) -> {
                        if (code != Code.OK.intValue() && code != Code.NODEEXISTS.intValue())
                            failure.completeExceptionally(
                                    new IOException("create " + p + ": " + Code.get(code)));
                        room.release();
                    },
                    null);
        }
        if (!room.tryAcquire(CREATING_MAX, PREPARE_SECONDS, TimeUnit.SECONDS))
            throw new IOException("the znodes were not made in time");
        if (failure.isDone()) failure.get();
    }

    @Override
    public Target target(ScheduledExecutorService shard, int number, LoadSpec part) {
        return new ShardTarget(handles[number], paths, Payload.value(part), new Completions(shard));
    }

    @Override
    public void close() throws IOException {
        try {
            for (ZooKeeper[][] ofShard : handles)
                for (ZooKeeper[] ofServer : ofShard)
                    for (ZooKeeper handle : ofServer) handle.close(0);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private record ShardTarget(
            ZooKeeper[][] handles, String[] paths, byte[] value, Completions completions)
            implements Target {
        @Override
        public void send(Operation operation) {
            ZooKeeper[] ofServer = handles[operation.nextTurn() % handles.length];
            // Skip servers to which this shard (group of virtual clients) has no connection.
            while (ofServer.length == 0) ofServer = handles[operation.nextTurn() % handles.length];
            ZooKeeper handle = ofServer[operation.client() % ofServer.length];
            String path = paths[operation.key()];
            if (operation.write())
                handle.setData(path, value, -1, (code, p, c, stat) -> done(operation, code), null);
            else
                handle.getData(
                        path, false, (code, p, c, data, stat) -> done(operation, code), null);
        }

        private void done(Operation operation, int code) {
            completions.add(operation, reply(Code.get(code)));
        }

        private static RequestOutcome reply(Code code) {
            return switch (code) {
                case OK -> RequestOutcome.OK;
                case CONNECTIONLOSS, SESSIONEXPIRED -> RequestOutcome.DISCONNECTED;
                case OPERATIONTIMEOUT, REQUESTTIMEOUT -> RequestOutcome.TIMEOUT;
                case THROTTLEDOP -> RequestOutcome.BUSY;
                default -> RequestOutcome.FAILED;
            };
        }

        @Override
        public void close() {}
    }
}
