package io.abcast.peers.jgroupsraft;

import io.abcast.load.LoadSpec;
import io.abcast.load.Operation;
import io.abcast.load.Payload;
import io.abcast.load.ReadKind;
import io.abcast.load.RequestOutcome;
import io.abcast.load.Target;
import io.abcast.load.contest.Attachment;
import io.abcast.load.contest.Completions;
import io.abcast.load.contest.ContestantServer;
import io.abcast.load.contest.Site;
import io.abcast.load.contest.ValueStore;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import org.jgroups.JChannel;
import org.jgroups.raft.Options;
import org.jgroups.raft.RaftHandle;
import org.jgroups.raft.StateMachine;

/** One member of a jgroups-raft group, with a map as its state machine. */
final class JGroupsRaftMember implements ContestantServer {
    /** The property names a file with another JGroups stack, with which a user can try other settings. */
    private static final String OTHER_STACK = "peer.stack";

    /** The leader does not send the result of a write back, because the clients do not need it. */
    private static final Options NO_RESULT = Options.create(true);

    private final ValueStore store = new ValueStore();
    private final JChannel channel;
    private final RaftHandle raft;

    JGroupsRaftMember(Site site, int id) throws Exception {
        Path data = site.directory().resolve("data-" + id);
        Files.createDirectories(data);
        RaftStack stack =
                new RaftStack(
                        Site.HOST,
                        site.port(id, JGroupsRaftContestant.GROUP),
                        site.eachServer(
                                other ->
                                        Site.HOST
                                                + "["
                                                + site.port(other, JGroupsRaftContestant.GROUP)
                                                + "]"),
                        site.eachServer(Integer::toString),
                        id,
                        site.experiment().durability(),
                        data);
        String other = System.getProperty(OTHER_STACK);
        channel =
                stack.channel(
                        other == null ? RaftStack.shipped() : Files.readString(Path.of(other)));
        channel.setName(Integer.toString(id));
        raft = new RaftHandle(channel, new Machine(store));
        channel.connect("compare");
    }

    @Override
    public boolean ready() {
        return (raft.leader() != null && raft.channel().getView().size() > 1) || raft.isLeader();
    }

    @Override
    public boolean leads() {
        return raft.isLeader();
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
    public void close() throws IOException {
        channel.close();
    }

    @Override
    public Attachment attach() {
        return new Attachment() {
            @Override
            public Target target(ScheduledExecutorService shard, int number, LoadSpec part) {
                return new LocalTarget(raft, store, part, new Completions(shard));
            }

            @Override
            public void close() {}
        };
    }

    /** The request of an ordered read contains only the key. */
    private record Machine(ValueStore store) implements StateMachine {
        @Override
        public byte[] apply(byte[] data, int offset, int length, boolean serializeResponse) {
            if (length == Payload.KEY_BYTES)
                return store.get(java.nio.ByteBuffer.wrap(data, offset, length).getInt());
            store.apply(data, offset, length);
            return null;
        }

        @Override
        public void readContentFrom(DataInput in) throws IOException {
            long applied = in.readLong();
            int size = in.readInt();
            Map<Integer, byte[]> values = new HashMap<>();
            for (int i = 0; i < size; i++) {
                int key = in.readInt();
                byte[] value = new byte[in.readInt()];
                in.readFully(value);
                values.put(key, value);
            }
            store.restore(applied, values);
        }

        @Override
        public void writeContentTo(DataOutput out) throws IOException {
            out.writeLong(store.applied());
            out.writeInt(store.size());
            IOException[] failure = new IOException[1];
            store.forEach(
                    (key, value) -> {
                        try {
                            out.writeInt(key);
                            out.writeInt(value.length);
                            out.write(value);
                        } catch (IOException e) {
                            failure[0] = e;
                        }
                    });
            if (failure[0] != null) throw failure[0];
        }
    }

    private static final class LocalTarget implements Target {
        private final RaftHandle raft;
        private final ValueStore store;
        private final byte[] value;
        private final boolean linearizable;
        private final Completions completions;

        LocalTarget(RaftHandle raft, ValueStore store, LoadSpec part, Completions completions) {
            this.raft = raft;
            this.store = store;
            this.completions = completions;
            value = Payload.value(part);
            linearizable = part.reads() == ReadKind.LINEARIZABLE;
        }

        @Override
        public void send(Operation operation) {
            if (!operation.write() && !linearizable) {
                completions.add(
                        operation,
                        store.get(operation.key()) == null
                                ? RequestOutcome.NOT_FOUND
                                : RequestOutcome.OK);
                return;
            }
            try {
                future(operation)
                        .whenComplete(
                                (result, failure) ->
                                        completions.add(
                                                operation,
                                                failure == null
                                                        ? RequestOutcome.OK
                                                        : RequestOutcome.FAILED));
            } catch (Exception e) {
                // The call fails if the group has no leader.
                completions.add(operation, RequestOutcome.NOT_READY);
            }
        }

        private CompletableFuture<byte[]> future(Operation operation) throws Exception {
            if (operation.write()) {
                byte[] command = ValueStore.command(operation.key(), value);
                return raft.setAsync(command, 0, command.length, NO_RESULT);
            }
            byte[] key = Payload.key(operation.key());
            return raft.getAsync(key, 0, key.length, null);
        }

        @Override
        public void close() {}
    }
}
