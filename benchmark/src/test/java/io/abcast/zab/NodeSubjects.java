package io.abcast.zab;

import io.abcast.benchmark.micro.Subject;
import io.abcast.kernel.Digest;
import io.abcast.kernel.Effects;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.Refusal;
import io.abcast.kernel.SnapshotId;
import java.util.ArrayDeque;
import java.util.stream.IntStream;

/**
 * A whole ensemble of nodes in one thread: their messages are handed over as objects, their logs are durable at once. What is
 * left is the protocol itself.
 */
public final class NodeSubjects implements Subject {
    private final int batch;
    private final byte[] payload = new byte[1024];
    private final Actor[] actors;
    private final Actor leader;
    private final Actor origin;
    private long now;
    private long requests;

    private NodeSubjects(int members, int batch, boolean atLeader) {
        this.batch = batch;
        Membership membership = Membership.of(IntStream.rangeClosed(1, members).toArray());
        actors = new Actor[members];
        for (int i = 0; i < members; i++) actors[i] = new Actor(i + 1, membership);
        for (Actor actor : actors) actor.start();
        settle();
        leader = actors[members - 1];
        if (!leader.node.status().active()) throw new AssertionError(leader.node.status());
        origin = atLeader ? leader : actors[0];
    }

    /** Batches of writes that enter at the leader; one operation is a write, through all nodes to delivery at those that wait for it. */
    public static NodeSubjects atLeader(int members, int batch) {
        return new NodeSubjects(members, batch, true);
    }

    /** As {@link #atLeader}, with writes that enter at a follower. */
    public static NodeSubjects atFollower(int members, int batch) {
        return new NodeSubjects(members, batch, false);
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
        // Where nobody waits for it, a commit rides on the proposals of the next turn.
        for (Actor actor : actors)
            if (actor.delivered < (actor == origin ? before + batch : before))
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
        private final ZabNode node;
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
            node = new ZabNode(id, membership, ZabConfig.defaults(), 77 + id, this);
        }

        void start() {
            node.onBatchStart(now);
            node.onStart(Recovered.fresh());
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
