package io.abcast.peers.toa;

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
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One server of TOA: a member of the group for each partition that the server holds, and the clients inside the server.
 */
final class ToaServer implements ContestantServer {
    private static final class Pending {
        final Operation operation;
        final Completions completions;
        final AtomicInteger left;

        Pending(Operation operation, Completions completions, int left) {
            this.operation = operation;
            this.completions = completions;
            this.left = new AtomicInteger(left);
        }
    }

    private final int partitions;
    private final Map<Integer, ToaMember> members = new TreeMap<>();
    private final Map<Long, Pending> pending = new ConcurrentHashMap<>();
    private final AtomicLong lastRequest = new AtomicLong();

    ToaServer(Site site, int id) throws Exception {
        partitions = site.partitions().names().size();
        for (int partition : site.partitions().heldBy(id))
            members.put(partition, new ToaMember(site, id, partition, this::delivered));
    }

    private void delivered(long request) {
        Pending waiting = pending.get(request);
        if (waiting == null || waiting.left.decrementAndGet() > 0) return;
        pending.remove(request);
        waiting.completions.add(waiting.operation, RequestOutcome.OK);
    }

    @Override
    public boolean ready() {
        return members.values().stream().allMatch(ToaMember::ready);
    }

    @Override
    public boolean leads() {
        return false;
    }

    @Override
    public State state() {
        long applied = 0;
        long digest = 0;
        long keys = 0;
        for (ToaMember member : members.values()) {
            State state = member.store().state();
            applied += state.applied();
            digest += state.digest();
            keys += state.keys();
        }
        return new State(applied, digest, keys);
    }

    @Override
    public byte[] read(int key) {
        ToaMember member = members.get(key % partitions);
        return member == null ? null : member.store().get(key);
    }

    @Override
    public Attachment attach() {
        return new Attachment() {
            @Override
            public Target target(ScheduledExecutorService shard, int number, LoadSpec part) {
                return new LocalTarget(part, new Completions(shard));
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public void close() {
        members.values().forEach(ToaMember::close);
    }

    private final class LocalTarget implements Target {
        private final byte[] value;
        private final boolean linearizable;
        private final Completions completions;

        LocalTarget(LoadSpec part, Completions completions) {
            this.completions = completions;
            value = Payload.value(part);
            linearizable = part.reads() == ReadKind.LINEARIZABLE;
        }

        @Override
        public int partitionOf(int key, int count) {
            return key % count;
        }

        @Override
        public void send(Operation operation) {
            ToaMember home = members.get(operation.partition());
            if (!operation.write() && !linearizable && home != null) {
                boolean found = home.store().get(operation.key()) != null;
                completions.add(operation, found ? RequestOutcome.OK : RequestOutcome.NOT_FOUND);
                return;
            }
            int[] keys = operation.keys();
            if (keys == null) keys = new int[] {operation.key()};
            int[] destinations = new int[keys.length];
            for (int i = 0; i < keys.length; i++) destinations[i] = keys[i] % partitions;
            long request = lastRequest.incrementAndGet();
            pending.put(request, new Pending(operation, completions, keys.length));
            // A local member that is a destination delivers the request without a report message.
            ToaMember sender = home == null ? members.values().iterator().next() : home;
            try {
                sender.send(destinations, request, keys, operation.write() ? value : null);
            } catch (Exception e) {
                if (pending.remove(request) != null)
                    completions.add(operation, RequestOutcome.NOT_READY);
            }
        }

        @Override
        public void close() {}
    }
}
