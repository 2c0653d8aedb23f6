package io.abcast.benchmark.twophase;

import io.abcast.client.wire.KeyPartitions;
import io.abcast.load.LoadSpec;
import io.abcast.load.Operation;
import io.abcast.load.Payload;
import io.abcast.load.ReadKind;
import io.abcast.load.RequestOutcome;
import io.abcast.load.Target;
import io.abcast.load.contest.Attachment;
import io.abcast.load.contest.Completions;
import io.abcast.load.contest.ContestantServer;
import io.abcast.load.contest.ValueStore;
import java.util.concurrent.ScheduledExecutorService;

/** A server of the two-phase commit with a key-value store, and with clients in the same process. */
final class KeyValueMember implements ContestantServer {
    private final TwoPhaseServer server;
    private final int partitions;

    KeyValueMember(TwoPhaseServer server, int partitions) {
        this.server = server;
        this.partitions = partitions;
    }

    /** Null if this server has no replica of the partition. */
    private ValueStore store(int partition) {
        return server.work(partition) instanceof KeyValueWork work ? work.store() : null;
    }

    @Override
    public boolean ready() {
        return server.ready();
    }

    @Override
    public boolean leads() {
        return server.leads();
    }

    @Override
    public State state() {
        long applied = 0;
        long digest = 0;
        long keys = 0;
        for (int partition = 0; partition < partitions; partition++) {
            ValueStore store = store(partition);
            if (store == null) continue;
            State state = store.state();
            applied += state.applied();
            digest += state.digest();
            keys += state.keys();
        }
        return new State(applied, digest, keys);
    }

    private int partitionOf(int key) {
        return KeyPartitions.of(Payload.key(key), partitions);
    }

    @Override
    public byte[] read(int key) {
        ValueStore store = store(partitionOf(key));
        return store == null ? null : store.get(key);
    }

    @Override
    public Attachment attach() {
        return new Attachment() {
            @Override
            public Target target(ScheduledExecutorService shard, int number, LoadSpec part) {
                return new CoordinatorTarget(part, new Completions(shard));
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public void close() {
        CommitCoordinator coordinator = server.coordinator();
        System.err.println(
                coordinator.multis() + " multis, " + coordinator.aborts() + " aborted attempts");
        server.close();
    }

    private final class CoordinatorTarget implements Target {
        private final byte[] value;
        private final boolean linearizable;
        private final Completions completions;

        CoordinatorTarget(LoadSpec part, Completions completions) {
            this.completions = completions;
            value = Payload.value(part);
            linearizable = part.reads() == ReadKind.LINEARIZABLE;
        }

        @Override
        public int partitionOf(int key, int count) {
            return KeyValueMember.this.partitionOf(key);
        }

        @Override
        public void send(Operation operation) {
            if (!operation.write()) {
                read(operation);
                return;
            }
            CommitCoordinator.Callback callback =
                    (outcome, result) -> completions.add(operation, outcome);
            int[] keys = operation.keys();
            if (keys == null) {
                byte[] work = KeyValueWork.write(new int[] {operation.key()}, value);
                server.coordinator().single(operation.partition(), work, callback);
                return;
            }
            // The benchmark's load draws one key in each partition; the partition of the first key
            // is the home partition.
            int[] participants = new int[keys.length];
            byte[][] works = new byte[keys.length][];
            for (int i = 0; i < keys.length; i++) {
                participants[i] = KeyValueMember.this.partitionOf(keys[i]);
                works[i] = KeyValueWork.write(new int[] {keys[i]}, value);
            }
            server.coordinator().multi(participants, works, callback);
        }

        private void read(Operation operation) {
            ValueStore store = store(operation.partition());
            if (store != null && !linearizable) {
                boolean found = store.get(operation.key()) != null;
                completions.add(operation, found ? RequestOutcome.OK : RequestOutcome.NOT_FOUND);
                return;
            }
            byte[] work = KeyValueWork.read(operation.key());
            server.coordinator()
                    .single(
                            operation.partition(),
                            work,
                            (outcome, result) -> {
                                boolean none =
                                        outcome == RequestOutcome.OK && !KeyValueWork.found(result);
                                completions.add(
                                        operation, none ? RequestOutcome.NOT_FOUND : outcome);
                            });
        }

        @Override
        public void close() {}
    }
}
