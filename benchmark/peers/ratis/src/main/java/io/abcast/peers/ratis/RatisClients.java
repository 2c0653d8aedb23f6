package io.abcast.peers.ratis;

import io.abcast.load.ConnectionSpread;
import io.abcast.load.LoadSpec;
import io.abcast.load.Operation;
import io.abcast.load.Payload;
import io.abcast.load.ReadKind;
import io.abcast.load.RequestOutcome;
import io.abcast.load.Target;
import io.abcast.load.contest.Attachment;
import io.abcast.load.contest.Completions;
import io.abcast.load.contest.Site;
import io.abcast.load.contest.ValueStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.ratis.client.RaftClient;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.thirdparty.com.google.protobuf.UnsafeByteOperations;

/**
 * Each connection of the load is one of Ratis' own clients, and all clients connect to the leader. Inside the JVM of
 * the leader, requests go directly to the server.
 */
final class RatisClients implements Attachment {
    private final ConnectionSpread spread;

    private final RaftServer local;

    private final ValueStore localStore;
    private final RaftGroup group;
    private final List<RaftClient> all = new ArrayList<>();

    static RatisClients remote(Site site, int shards) {
        return new RatisClients(site, site.connections(shards), null, null);
    }

    static RatisClients inside(Site site, RaftServer server, ValueStore store) {
        return new RatisClients(site, new ConnectionSpread(1, 1, 1), server, store);
    }

    private RatisClients(
            Site site, ConnectionSpread spread, RaftServer local, ValueStore localStore) {
        this.spread = spread;
        this.local = local;
        this.localStore = localStore;
        group = RatisContestant.group(site);
    }

    @Override
    public Target target(ScheduledExecutorService shard, int number, LoadSpec part) {
        List<RaftClient> clients = new ArrayList<>();
        for (int i = 0; i < spread.of(number); i++)
            clients.add(
                    RaftClient.newBuilder()
                            .setProperties(RatisContestant.clientProperties())
                            .setRaftGroup(group)
                            .build());
        all.addAll(clients);
        return new ShardTarget(clients, part, new Completions(shard));
    }

    @Override
    public void close() throws IOException {
        for (RaftClient client : all) client.close();
    }

    private final class ShardTarget implements Target {
        private final List<RaftClient> clients;
        private final byte[] value;
        private final boolean linearizable;
        private final Completions completions;
        private final ClientId localId = ClientId.randomId();
        private final AtomicLong callIds = new AtomicLong();

        ShardTarget(List<RaftClient> clients, LoadSpec part, Completions completions) {
            this.clients = clients;
            this.completions = completions;
            value = Payload.value(part);
            linearizable = part.reads() == ReadKind.LINEARIZABLE;
        }

        @Override
        public void send(Operation operation) {
            boolean write = operation.write();
            if (!write && !linearizable && localStore != null) {
                boolean found = localStore.get(operation.key()) != null;
                completions.add(operation, found ? RequestOutcome.OK : RequestOutcome.NOT_FOUND);
                return;
            }
            try {
                (write ? write(operation) : read(operation))
                        .whenComplete(
                                (reply, failure) ->
                                        completions.add(operation, code(reply, failure, write)));
            } catch (IOException e) {
                completions.add(operation, RequestOutcome.FAILED);
            }
        }

        private RaftClient client(Operation operation) {
            return clients.get(operation.client() % clients.size());
        }

        private boolean besideLeader() throws IOException {
            return local != null && local.getDivision(group.getGroupId()).getInfo().isLeader();
        }

        private CompletableFuture<RaftClientReply> read(Operation operation) throws IOException {
            byte[] key = Payload.key(operation.key());
            Message message = Message.valueOf(UnsafeByteOperations.unsafeWrap(key));
            return besideLeader()
                    ? submit(message, RaftClientRequest.readRequestType())
                    : client(operation).async().sendReadOnly(message);
        }

        private CompletableFuture<RaftClientReply> write(Operation operation) throws IOException {
            byte[] command = ValueStore.command(operation.key(), value);
            Message message = Message.valueOf(UnsafeByteOperations.unsafeWrap(command));
            return besideLeader()
                    ? submit(message, RaftClientRequest.writeRequestType())
                    : client(operation).async().send(message);
        }

        private CompletableFuture<RaftClientReply> submit(
                Message message, RaftClientRequest.Type type) throws IOException {
            return local.submitClientRequestAsync(
                    RaftClientRequest.newBuilder()
                            .setClientId(localId)
                            .setServerId(local.getId())
                            .setGroupId(group.getGroupId())
                            .setCallId(callIds.incrementAndGet())
                            .setMessage(message)
                            .setType(type)
                            .build());
        }

        private static RequestOutcome code(
                RaftClientReply reply, Throwable failure, boolean write) {
            if (failure != null || !reply.isSuccess()) return RequestOutcome.FAILED;
            return write || reply.getMessage().getContent().size() > 0
                    ? RequestOutcome.OK
                    : RequestOutcome.NOT_FOUND;
        }

        @Override
        public void close() {}
    }
}
