package io.abcast.benchmark.micro;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Effects;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.Refusal;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.ordering.Ordering;
import io.abcast.ordering.OrderingCodec;
import io.abcast.ordering.log.Incarnation;
import io.abcast.ordering.log.LogConfig;
import io.abcast.ordering.log.LogNode;
import io.abcast.ordering.log.Name;
import io.abcast.ordering.log.Request;
import io.abcast.ordering.log.Value;
import io.abcast.ordering.paxos.PaxosMessage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A whole ensemble of PAXOS in one thread: its messages are handed over as objects, its states and logs are durable at once. What is
 * left is the protocol itself, and the state that each acceptor has persisted.
 */
final class PaxosSubjects implements Subject {
    private final int batch;
    private final byte[] payload = new byte[1024];
    private final Actor[] actors;
    private final Actor leader;
    private final Actor origin;
    private long now;
    private long requests;

    private PaxosSubjects(int members, int batch, boolean atLeader) {
        this.batch = batch;
        Membership membership = Membership.of(IntStream.rangeClosed(1, members).toArray());
        actors = new Actor[members];
        for (int i = 0; i < members; i++) actors[i] = new Actor(i + 1, membership);
        for (Actor actor : actors) actor.start();
        settle();
        while (!actors[0].node.status().active()) {
            now += LogConfig.defaults().tickNanos();
            for (Actor actor : actors) actor.tick();
            settle();
        }
        leader = actors[actors[0].node.status().leader() - 1];
        origin = atLeader ? leader : actors[leader.id % members];
    }

    /** Batches of writes that enter at the leader; one operation is a write, through all nodes to delivery at all of them. */
    static PaxosSubjects atLeader(int members, int batch) {
        return new PaxosSubjects(members, batch, true);
    }

    /** As {@link #atLeader}, with writes that enter at a follower. */
    static PaxosSubjects atFollower(int members, int batch) {
        return new PaxosSubjects(members, batch, false);
    }

    /** Messages of a value as the codec has them. */
    static Subject encodeAccept(int requests) {
        PaxosMessage.Accept accept = accept(requests);
        return () -> {
            WireWriter out = WireWriter.gathering(256, 512);
            OrderingCodec.INSTANCE.encode(accept, out);
            if (out.toPieces() == null) throw new AssertionError("nothing was written");
            return 1;
        };
    }

    /** As {@link #encodeAccept}, the other way. */
    static Subject decodeAccept(int requests) {
        WireWriter out = new WireWriter(256);
        OrderingCodec.INSTANCE.encode(accept(requests), out);
        byte[] frame = out.toByteArray();
        return () -> {
            Message read = OrderingCodec.INSTANCE.decode(new WireReader(frame));
            if (!(read instanceof PaxosMessage.Accept)) throw new AssertionError(read);
            return 1;
        };
    }

    private static PaxosMessage.Accept accept(int count) {
        List<Request> requests = new ArrayList<>();
        for (int i = 0; i < count; i++) requests.add(new Request(1, 6 + i, 7 + i, new byte[1024]));
        Name name = Name.ofSlot(1, new Incarnation(7, 7), 65537, 9);
        return new PaxosMessage.Accept(65537, 9, Value.named(name, requests));
    }

    @Override
    public int turn() {
        now += 1_000_000;
        long before = leader.delivered;
        origin.node.onBatchStart(now);
        for (int i = 0; i < batch; i++) origin.node.onSubmit(++requests, payload);
        origin.node.onBatchEnd();
        settle();
        if (leader.delivered != before + batch)
            throw new AssertionError("leader: " + leader.delivered);
        for (Actor actor : actors)
            if (actor.delivered != before + batch)
                throw new AssertionError(actor.id + ": " + actor.delivered);
        return batch;
    }

    private void settle() {
        boolean any = true;
        while (any) {
            any = false;
            for (Actor actor : actors) any |= actor.turn();
        }
    }

    /** A member: its node and its inbox. */
    private final class Actor implements Effects {
        private final int id;
        private final LogNode node;
        private final ArrayDeque<Message> inbox = new ArrayDeque<>();
        private final ArrayDeque<Integer> senders = new ArrayDeque<>();
        private long operations;
        private long synced;
        private long persists;
        private long persisted;
        private long delivered;

        /** Of a snapshot that was asked for: answered that it could not be taken, which is not fatal. */
        private boolean snapshotAsked;

        Actor(int id, Membership membership) {
            this.id = id;
            node =
                    Ordering.node(
                            Ordering.PAXOS, id, membership, LogConfig.defaults(), 77 + id, this);
        }

        void start() {
            node.onBatchStart(now);
            node.onStart(Recovered.fresh());
            node.onBatchEnd();
        }

        void tick() {
            node.onBatchStart(now);
            node.onTimer(0);
            node.onBatchEnd();
        }

        boolean turn() {
            if (inbox.isEmpty() && synced == operations && persisted == persists && !snapshotAsked)
                return false;
            node.onBatchStart(now);
            if (synced < operations) {
                synced = operations;
                node.onSynced(synced);
            }
            if (persisted < persists) {
                persisted = persists;
                node.onPersisted(persisted);
            }
            if (snapshotAsked) {
                snapshotAsked = false;
                node.onSnapshotTaken(null, null);
            }
            while (!inbox.isEmpty()) node.onMessage(senders.poll(), inbox.poll());
            node.onBatchEnd();
            return true;
        }

        @Override
        public void send(int to, Message message) {
            actors[to - 1].inbox.add(message);
            actors[to - 1].senders.add(id);
        }

        @Override
        public void append(Entry entry) {
            operations++;
        }

        @Override
        public void truncate(long lastZxid) {
            operations++;
        }

        @Override
        public void readLog(long afterZxid, int bytesMax) {
            throw new AssertionError("nobody lags");
        }

        @Override
        public void purgeLog(long throughZxid) {}

        @Override
        public void persist(byte[] state) {
            persists++;
        }

        @Override
        public void deliver(Entry entry, boolean mine) {
            delivered++;
        }

        @Override
        public void reconfigured(long request, boolean mine, Membership now) {}

        @Override
        public void refuse(long request, Refusal why) {
            throw new AssertionError(why);
        }

        @Override
        public void readReady(long read) {}

        @Override
        public void keepSnapshot(SnapshotId snapshot) {}

        @Override
        public void takeSnapshot(long zxid, byte[] note, boolean digested) {
            snapshotAsked = true;
        }

        @Override
        public void readSnapshot(SnapshotId snapshot, long offset, int bytesMax) {
            throw new AssertionError("nobody lags");
        }

        @Override
        public void writeSnapshot(SnapshotId snapshot, long offset, byte[] bytes) {
            throw new AssertionError("nobody lags");
        }

        @Override
        public void installSnapshot(SnapshotId snapshot, byte[] note, Digest content) {
            operations++;
        }

        @Override
        public void setTimer(int kind, long delayNanos) {}

        @Override
        public void cancelTimer(int kind) {}

        @Override
        public void report(String line) {}

        @Override
        public void halt(String reason) {
            throw new AssertionError(id + " halted: " + reason);
        }
    }
}
