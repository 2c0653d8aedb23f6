package io.abcast.benchmark.load;

import io.abcast.client.wire.KeyPartitions;
import io.abcast.load.LoadSpec;
import io.abcast.load.Operation;
import io.abcast.load.Payload;
import io.abcast.load.ReadKind;
import io.abcast.load.Target;
import io.abcast.server.LocalClient;
import io.abcast.server.ReplicaServer;
import java.util.Arrays;
import java.util.concurrent.ScheduledExecutorService;

/** Sends requests of virtual clients to a server in the same process, through the API of the server. */
public final class LocalTarget implements Target {
    private final LocalClient client;
    private final byte[] value;
    private final boolean linearizable;

    public LocalTarget(ReplicaServer server, ScheduledExecutorService shard, LoadSpec spec) {
        client = server.localClient(shard);
        value = Payload.value(spec);
        linearizable = spec.reads() == ReadKind.LINEARIZABLE;
    }

    @Override
    public void send(Operation operation) {
        byte[] key = Payload.key(operation.key());
        LocalClient.Callback callback = answer -> operation.completed(Outcomes.of(answer.code()));
        if (operation.keys() != null)
            client.putAll(
                    Arrays.stream(operation.keys()).mapToObj(Payload::key).toList(),
                    value,
                    callback);
        else if (operation.write()) client.put(key, value, callback);
        else if (linearizable) client.read(key, callback);
        else client.get(key, callback);
    }

    @Override
    public int partitionOf(int key, int partitions) {
        return KeyPartitions.of(Payload.key(key), partitions);
    }

    @Override
    public void close() {}
}
