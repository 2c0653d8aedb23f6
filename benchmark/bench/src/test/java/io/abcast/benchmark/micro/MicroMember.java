package io.abcast.benchmark.micro;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Effects;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;
import io.abcast.kernel.Node;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.Refusal;
import io.abcast.kernel.SnapshotId;
import java.util.ArrayDeque;
import java.util.function.Supplier;

/**
 * One member of an ensemble whose members all run in one thread. Members pass messages as objects, and entries count as
 * durable at once, so that a measurement has only the cost of the protocol.
 */
public abstract class MicroMember implements Effects {
    private final int id;
    private final ArrayDeque<Message> inbox = new ArrayDeque<>();
    private final ArrayDeque<Integer> senders = new ArrayDeque<>();
    private long operations;
    private long synced;
    private long persists;
    private long persisted;
    private long delivered;

    private boolean snapshotAsked;

    protected MicroMember(int id) {
        this.id = id;
    }

    protected abstract Node node();

    protected abstract MicroMember member(int memberId);

    public final int id() {
        return id;
    }

    public final long delivered() {
        return delivered;
    }

    public final void start(long now) {
        node().onBatchStart(now);
        node().onStart(Recovered.fresh());
        node().onBatchEnd();
    }

    public final boolean turn(long now) {
        if (inbox.isEmpty() && synced == operations && persisted == persists && !snapshotAsked)
            return false;
        Node node = node();
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
        MicroMember receiver = member(to);
        receiver.inbox.add(message);
        receiver.senders.add(id);
    }

    @Override
    public void append(Entry entry) {
        operations++;
    }

    @Override
    public void vote(long slot, long openFrom, Supplier<byte[]> record) {
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
