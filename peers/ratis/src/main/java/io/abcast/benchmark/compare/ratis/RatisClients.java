package io.abcast.benchmark.compare.ratis;

import io.abcast.benchmark.compare.Attachment;
import io.abcast.benchmark.compare.Completions;
import io.abcast.benchmark.compare.Site;
import io.abcast.benchmark.compare.ValueStore;
import io.abcast.benchmark.load.LoadSpec;
import io.abcast.benchmark.load.Operation;
import io.abcast.benchmark.load.Payload;
import io.abcast.benchmark.load.Target;
import io.abcast.benchmark.wire.ReplyCode;
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
 * Ratis' own client, one per connection; all of them speak with the leader. Beside a server that leads, requests are
 * submitted to that server without a client.
 */
final class RatisClients implements Attachment {
    private final Site site;
    private final int clientsPerShard;
    private final RaftServer local;
    private final RaftGroup group;
    private final List<RaftClient> all = new ArrayList<>();

    /** @param local the server in this JVM; {@code null}: remote clients */
    RatisClients(Site site, int clientsPerShard, RaftServer local) {
        this.site = site;
        this.clientsPerShard = clientsPerShard;
        this.local = local;
        group = RatisContestant.group(this.site);
    }

    @Override
    public Target target(ScheduledExecutorService shard, LoadSpec part) {
        List<RaftClient> clients = new ArrayList<>();
        for (int i = 0; i < clientsPerShard; i++)
            clients.add(
                    RaftClient.newBuilder()
                            .setProperties(RatisContestant.clientProperties())
                            .setRaftGroup(group)
                            .build());
        all.addAll(clients);
        return new ShardTarget(clients, Payload.value(part), new Completions(shard));
    }

    @Override
    public void close() throws IOException {
        for (RaftClient client : all) client.close();
    }

    private final class ShardTarget implements Target {
        private final List<RaftClient> clients;
        private final byte[] value;
        private final Completions completions;
        private final ClientId localId = ClientId.randomId();
        private final AtomicLong callIds = new AtomicLong();

        ShardTarget(List<RaftClient> clients, byte[] value, Completions completions) {
            this.clients = clients;
            this.value = value;
            this.completions = completions;
        }

        @Override
        public void send(Operation operation) {
            byte[] command = ValueStore.command(operation.key(), value);
            Message message = Message.valueOf(UnsafeByteOperations.unsafeWrap(command));
            try {
                submit(operation, message)
                        .whenComplete(
                                (reply, failure) ->
                                        completions.add(operation, code(reply, failure)));
            } catch (IOException e) {
                completions.add(operation, ReplyCode.FAILED);
            }
        }

        private CompletableFuture<RaftClientReply> submit(Operation operation, Message message)
                throws IOException {
            if (local == null || !local.getDivision(group.getGroupId()).getInfo().isLeader())
                return clients.get(operation.client() % clients.size()).async().send(message);
            return local.submitClientRequestAsync(
                    RaftClientRequest.newBuilder()
                            .setClientId(localId)
                            .setServerId(local.getId())
                            .setGroupId(group.getGroupId())
                            .setCallId(callIds.incrementAndGet())
                            .setMessage(message)
                            .setType(RaftClientRequest.writeRequestType())
                            .build());
        }

        private static ReplyCode code(RaftClientReply reply, Throwable failure) {
            return failure == null && reply.isSuccess() ? ReplyCode.OK : ReplyCode.FAILED;
        }

        @Override
        public void close() {}
    }
}
