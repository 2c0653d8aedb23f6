package io.abcast.driver;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Effects;
import io.abcast.kernel.Entry;
import io.abcast.kernel.GroupAnswers;
import io.abcast.kernel.Hold;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;
import io.abcast.kernel.Refusal;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import io.abcast.log.Storage;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Carries out the effects that a node requests from its {@link Driver}. The driver carries out each effect at once,
 * inside the node's call.
 *
 * <p><b>Thread rule:</b> only the thread that runs the driver uses this {@code DriverEffects}.
 */
final class DriverEffects implements Effects {
    private final Driver driver;
    private final Storage storage;
    private final Application application;
    private final Sink sink;
    private final PendingRequests requests;
    private final PendingReads<PendingRead> reads;
    private final Deadlines deadlines;
    private final BatchAnswers answers;
    private OtherMembers peers;
    private SnapshotWay snapshotWay = SnapshotWay.NONE;

    private Membership members;

    long delivered;

    long answered;

    long refused;

    DriverEffects(
            Driver driver,
            Storage storage,
            Application application,
            Sink sink,
            PendingRequests requests,
            PendingReads<PendingRead> reads,
            Deadlines deadlines,
            BatchAnswers answers) {
        this.driver = driver;
        this.storage = storage;
        this.application = application;
        this.sink = sink;
        this.requests = requests;
        this.reads = reads;
        this.deadlines = deadlines;
        this.answers = answers;
    }

    void connect(OtherMembers others, SnapshotWay way) {
        peers = others;
        snapshotWay = way;
    }

    @Override
    public void send(int to, Message message) {
        peers.send(to, message);
    }

    @Override
    public void send(int to, Message message, Hold hold) {
        peers.send(to, message, hold);
    }

    @Override
    public void beginPledge(long pledge, Set<Integer> to, long expectedNanos) {
        peers.beginPledge(pledge, to, expectedNanos);
    }

    @Override
    public void endPledge(long pledge) {
        peers.endPledge(pledge);
    }

    @Override
    public void append(Entry entry) {
        storage.append(entry);
    }

    @Override
    public void vote(long slot, long openFrom, Supplier<byte[]> record) {
        storage.vote(slot, openFrom, record);
    }

    @Override
    public void truncate(long lastZxid) {
        storage.truncate(lastZxid);
    }

    @Override
    public void readLog(long afterZxid, int bytesMax) {
        storage.readLog(afterZxid, bytesMax);
    }

    @Override
    public void purgeLog(long throughZxid) {
        storage.purgeLog(throughZxid);
    }

    @Override
    public void persist(byte[] state) {
        storage.persist(state);
    }

    @Override
    public void deliver(Entry entry, boolean mine) {
        if (entry.isMembership()) return;
        Object result;
        try {
            result = application.deliver(entry.zxid(), entry.origin(), entry.payload());
        } catch (Throwable e) {
            throw new IllegalStateException("the receiver failed at " + entry + ": " + e, e);
        }
        delivered++;
        if (!mine) return;
        PendingRequest request = requests.remove(entry.request());
        if (request == null) return;
        answered++;
        long tookNanos = driver.sinceSubmitted(request);
        sink.delivered(tookNanos, driver.nowNanos());
        peers.delivered(entry, tookNanos);
        request.delivered(entry.zxid(), result);
        answers.add(request);
    }

    void answer(long number, GroupAnswers outcome) {
        PendingRequest request = requests.remove(number);
        if (request == null) return;
        answered++;
        sink.delivered(driver.sinceSubmitted(request), driver.nowNanos());
        request.delivered(0, outcome);
        answers.add(request);
    }

    @Override
    public void reconfigured(long number, boolean mine, Membership now) {
        members = now;
        peers.onMembership(now);
        if (!mine) return;
        PendingRequest request = requests.remove(number);
        if (request == null) return;
        answered++;
        request.delivered(0, now);
        answers.add(request);
    }

    @Override
    public void refuse(long number, Refusal why) {
        PendingRequest request = requests.remove(number);
        if (request == null) return;
        if (why == Refusal.WITHDRAWN) {
            request.failed(driver.timeout(false));
            answers.add(request);
            return;
        }
        refused++;
        String reason =
                request.change() == null
                        ? driver.text(why)
                        : ChangeRefusal.text(why, request.change(), members);
        String what =
                "%s refused: %s; %s"
                        .formatted(driver.name(), reason, Failure.effect(why.mayHaveTakenEffect()));
        request.failed(Failure.refused(why, what));
        answers.add(request);
    }

    @Override
    public void readReady(long read) {
        reads.pollThrough(read, answers::addReady);
    }

    void readTaken(long read) {
        reads.peekThrough(read, group -> group.forEach(PendingRead::take));
    }

    @Override
    public void readServed(long read) {
        reads.pollOnly(read, answers::addReady);
    }

    @Override
    public void takeSnapshot(long zxid, byte[] note, boolean digested) {
        Storage.SnapshotWriter writer;
        try {
            writer = application.freeze();
        } catch (Throwable e) {
            throw new IllegalStateException(
                    "the receiver failed to freeze its state at " + Zxid.toString(zxid) + ": " + e,
                    e);
        }
        storage.takeSnapshot(zxid, note, digested, writer);
    }

    @Override
    public void keepSnapshot(SnapshotId snapshot) {
        storage.keepSnapshot(snapshot);
    }

    @Override
    public void readSnapshot(SnapshotId snapshot, long offset, int bytesMax) {
        if (snapshotWay.readsNow(snapshot, offset, bytesMax, driver.nowNanos()))
            storage.readSnapshot(snapshot, offset, bytesMax);
    }

    @Override
    public void writeSnapshot(SnapshotId snapshot, long offset, byte[] bytes) {
        storage.writeSnapshot(snapshot, offset, bytes);
    }

    @Override
    public void installSnapshot(SnapshotId snapshot, byte[] note, Digest content) {
        storage.installSnapshot(snapshot, note, content);
    }

    @Override
    public void setTimer(int kind, long delayNanos) {
        deadlines.set(kind, driver.nowNanos() + Math.max(0, delayNanos));
    }

    @Override
    public void cancelTimer(int kind) {
        deadlines.cancel(kind);
    }

    @Override
    public void report(String line) {
        sink.report(line);
    }

    @Override
    public void halt(String reason) {
        driver.fail(
                new IllegalStateException(
                        "the node stopped because its state is inconsistent: " + reason));
    }
}
