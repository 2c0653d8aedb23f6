package io.abcast.peers.ratis;

import io.abcast.load.contest.Attachment;
import io.abcast.load.contest.ContestantServer;
import io.abcast.load.contest.Site;
import io.abcast.load.contest.ValueStore;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.grpc.GrpcConfigKeys;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.server.DivisionInfo;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.RaftServerConfigKeys;
import org.apache.ratis.statemachine.TransactionContext;
import org.apache.ratis.statemachine.impl.BaseStateMachine;
import org.apache.ratis.thirdparty.com.google.protobuf.UnsafeByteOperations;
import org.apache.ratis.util.SizeInBytes;
import org.apache.ratis.util.TimeDuration;

final class RatisReplica implements ContestantServer {
    private static final int PENDING_MAX = 100_000;

    private final ValueStore store = new ValueStore();
    private final Site site;
    private final RaftGroup group;
    private final RaftServer server;

    RatisReplica(Site site, int id) throws IOException {
        this.site = site;
        group = RatisContestant.group(site);
        server =
                RaftServer.newBuilder()
                        .setServerId(RatisContestant.peer(id))
                        .setGroup(group)
                        .setStateMachine(new Machine(store))
                        .setProperties(properties(site, id))
                        .build();
        server.start();
    }

    private static RaftProperties properties(Site site, int id) {
        RaftProperties properties = new RaftProperties();
        GrpcConfigKeys.Server.setPort(properties, site.port(id, RatisContestant.GROUP));
        GrpcConfigKeys.Server.setHost(properties, Site.HOST);
        RaftServerConfigKeys.setStorageDir(properties, List.of(site.data(id).toFile()));
        // With the durabilities "file" and "memory", a log entry counts as durable as soon as it is
        // written, without a sync.
        if (!site.experiment().durability().equals("fsync"))
            RaftServerConfigKeys.Log.setUnsafeFlushEnabled(properties, true);
        // The timeouts of Ratis' file store example prevent that the leader changes on a busy host.
        RaftServerConfigKeys.Rpc.setTimeoutMin(
                properties, TimeDuration.valueOf(2, TimeUnit.SECONDS));
        RaftServerConfigKeys.Rpc.setTimeoutMax(
                properties, TimeDuration.valueOf(3, TimeUnit.SECONDS));
        RaftServerConfigKeys.Rpc.setFirstElectionTimeoutMin(
                properties, TimeDuration.valueOf(500, TimeUnit.MILLISECONDS));
        RaftServerConfigKeys.Rpc.setFirstElectionTimeoutMax(
                properties, TimeDuration.valueOf(1000, TimeUnit.MILLISECONDS));
        // The load limits its requests in flight, so the server's limit must have no effect.
        RaftServerConfigKeys.Write.setElementLimit(properties, PENDING_MAX);
        RaftServerConfigKeys.Log.setQueueElementLimit(properties, PENDING_MAX);
        RaftServerConfigKeys.Log.setSegmentSizeMax(properties, SizeInBytes.valueOf("64MB"));
        RaftServerConfigKeys.Log.setSegmentCacheNumMax(properties, 2);
        // With a shorter wait, the leader would send entries one by one; batches need a third less
        // CPU time.
        RaftServerConfigKeys.Log.Appender.setWaitTimeMin(
                properties, TimeDuration.valueOf(1, TimeUnit.MILLISECONDS));
        RaftServerConfigKeys.Snapshot.setTriggerWhenStopEnabled(properties, false);
        // For each linearizable read, a quorum or the leader's lease must confirm that the leader
        // still leads.
        RaftServerConfigKeys.Read.setOption(
                properties, RaftServerConfigKeys.Read.Option.LINEARIZABLE);
        RaftServerConfigKeys.Read.setLeaderLeaseEnabled(properties, true);
        return properties;
    }

    private DivisionInfo info() throws IOException {
        return server.getDivision(group.getGroupId()).getInfo();
    }

    @Override
    public boolean ready() throws IOException {
        DivisionInfo info = info();
        return info.isLeader() ? info.isLeaderReady() : info.getLeaderId() != null;
    }

    @Override
    public boolean leads() throws IOException {
        return info().isLeader();
    }

    @Override
    public State state() {
        return store.state();
    }

    @Override
    public byte[] read(int key) {
        return store.get(key);
    }

    @Override
    public Attachment attach() {
        return RatisClients.inside(site, server, store);
    }

    @Override
    public void close() throws IOException {
        server.close();
    }

    private static final class Machine extends BaseStateMachine {
        private final ValueStore store;

        Machine(ValueStore store) {
            this.store = store;
        }

        @Override
        public CompletableFuture<Message> applyTransaction(TransactionContext transaction) {
            LogEntryProto entry = transaction.getLogEntry();
            byte[] command = entry.getStateMachineLogEntry().getLogData().toByteArray();
            store.apply(command, 0, command.length);
            updateLastAppliedTermIndex(entry.getTerm(), entry.getIndex());
            return CompletableFuture.completedFuture(Message.EMPTY);
        }

        /** The request of a read contains only the key; the answer is empty if the key has no value. */
        @Override
        public CompletableFuture<Message> query(Message request) {
            byte[] value = store.get(request.getContent().asReadOnlyByteBuffer().getInt());
            return CompletableFuture.completedFuture(
                    value == null
                            ? Message.EMPTY
                            : Message.valueOf(UnsafeByteOperations.unsafeWrap(value)));
        }
    }
}
