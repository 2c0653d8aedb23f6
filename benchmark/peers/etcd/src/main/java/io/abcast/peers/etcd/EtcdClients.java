package io.abcast.peers.etcd;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
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
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.PutRequest;
import io.etcd.jetcd.api.PutResponse;
import io.etcd.jetcd.api.RangeRequest;
import io.etcd.jetcd.api.RangeResponse;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.ToIntFunction;

/**
 * Clients of etcd; each connection of the load is a gRPC channel to one member. The stubs send the requests of etcd's
 * clients, without the retries and the thread pool that jetcd adds to each call.
 */
final class EtcdClients implements Attachment {
    private final Site site;
    private final ConnectionSpread spread;
    private final List<ManagedChannel> channels = new ArrayList<>();

    EtcdClients(Site site, int shards) {
        this.site = site;
        spread = site.connections(shards);
    }

    @Override
    public Target target(ScheduledExecutorService shard, int number, LoadSpec part) {
        int[] toServers = spread.toServers(number);
        KVGrpc.KVStub[][] stubs = new KVGrpc.KVStub[toServers.length][];
        for (int server = 0; server < stubs.length; server++) {
            stubs[server] = new KVGrpc.KVStub[toServers[server]];
            for (int i = 0; i < stubs[server].length; i++) {
                ManagedChannel channel = EtcdContestant.channel(site, server + 1);
                channels.add(channel);
                // By default, a gRPC channel connects only at its first use.
                channel.getState(true);
                stubs[server][i] = KVGrpc.newStub(channel);
            }
        }
        ByteString value = UnsafeByteOperations.unsafeWrap(Payload.value(part));
        boolean serializable = part.reads() == ReadKind.LOCAL;
        return new ShardTarget(stubs, value, serializable, new Completions(shard));
    }

    @Override
    public void close() {
        for (ManagedChannel channel : channels) channel.shutdownNow();
    }

    /** @param serializable whether a member answers reads from its own state without asking the leader */
    private record ShardTarget(
            KVGrpc.KVStub[][] stubs,
            ByteString value,
            boolean serializable,
            Completions completions)
            implements Target {
        @Override
        public void send(Operation operation) {
            KVGrpc.KVStub[] ofServer = stubs[operation.nextTurn() % stubs.length];
            // Skip servers to which this shard (group of virtual clients) has no connection.
            while (ofServer.length == 0) ofServer = stubs[operation.nextTurn() % stubs.length];
            KVGrpc.KVStub stub = ofServer[operation.client() % ofServer.length];
            ByteString key = EtcdContestant.key(operation.key());
            if (operation.write())
                stub.put(
                        PutRequest.newBuilder().setKey(key).setValue(value).build(),
                        new Answer<PutResponse>(operation, completions, answer -> 1));
            else
                stub.range(
                        RangeRequest.newBuilder().setKey(key).setSerializable(serializable).build(),
                        new Answer<>(operation, completions, RangeResponse::getKvsCount));
        }

        @Override
        public void close() {}
    }

    private static final class Answer<T> implements StreamObserver<T> {
        private final Operation operation;
        private final Completions completions;
        private final ToIntFunction<T> found;

        Answer(Operation operation, Completions completions, ToIntFunction<T> found) {
            this.operation = operation;
            this.completions = completions;
            this.found = found;
        }

        @Override
        public void onNext(T answer) {
            completions.add(
                    operation,
                    found.applyAsInt(answer) == 0 ? RequestOutcome.NOT_FOUND : RequestOutcome.OK);
        }

        @Override
        public void onError(Throwable failure) {
            completions.add(operation, code(Status.fromThrowable(failure).getCode()));
        }

        private static RequestOutcome code(Status.Code code) {
            return switch (code) {
                case UNAVAILABLE, CANCELLED -> RequestOutcome.DISCONNECTED;
                case DEADLINE_EXCEEDED -> RequestOutcome.TIMEOUT;
                case RESOURCE_EXHAUSTED -> RequestOutcome.BUSY;
                default -> RequestOutcome.FAILED;
            };
        }

        @Override
        public void onCompleted() {}
    }
}
