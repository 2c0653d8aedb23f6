package io.abcast.papers.wan;

import io.abcast.dissemination.forest.node.ForestMessage;
import io.abcast.dissemination.forest.node.ForestMessage.Frame;
import io.abcast.kernel.Digest;
import io.abcast.kernel.Effects;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.Refusal;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import io.abcast.ordering.Ordering;
import io.abcast.ordering.epaxos.EpaxosMessage.Bytes;
import io.abcast.ordering.epaxos.EpaxosMessage.Commit;
import io.abcast.ordering.epaxos.EpaxosMessage.CommitProposed;
import io.abcast.ordering.epaxos.EpaxosMessage.PreAccept;
import io.abcast.ordering.epaxos.EpaxosNode;
import io.abcast.ordering.epaxos.InstanceId;
import io.abcast.ordering.epaxos.Request;
import io.abcast.ordering.epaxos.RequestBatch;
import io.abcast.ordering.log.LogMessage;
import io.abcast.sim.EventQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * A site: the driver of a node of EPaxos whose processor and log take no time. Each event is a batch. The log keeps
 * nothing, since no site restarts. The run ends with an error if the node requests an effect that occurs only after
 * faults.
 *
 * <p>A request of a client is refused while more than {@link WideSettings#queueBytesMax} bytes wait for any
 * destination. So a commit cannot run ahead of far receivers.
 */
final class WideMachine implements Effects {
    /** Number of own instances whose requests are known. Older ones are committed. */
    private static final int PROPOSED_MAX = 1 << 16;

    private final int rank;
    private final Membership members;
    private final EventQueue queue;
    private final WideNetwork network;
    private final WideSettings settings;
    private final WireSizes sizes;
    private final SiteMeter meter = new SiteMeter();
    private final EpaxosNode node;

    /** Carries the payloads; {@code null} if the node sends them directly. */
    private final SiteForest forest;

    /** By number of an own instance: its own requests. */
    private final TreeMap<Long, long[]> proposed = new TreeMap<>();

    private long position;
    private long synced;
    private long version;
    private long persisted;

    /** The answer to a snapshot that was requested; {@code null} without one. */
    private SnapshotId taken;

    private long timerNanos = Long.MAX_VALUE;
    private long lastDelivered = Zxid.NONE;

    /** Numbers and start times of the reads that are not answered. */
    private final List<long[]> reads = new ArrayList<>();

    private long lastRead;
    private long readNanosMax;

    WideMachine(
            int rank,
            Membership members,
            EventQueue queue,
            WideNetwork network,
            WideSettings settings,
            long seed) {
        this.rank = rank;
        this.members = members;
        this.queue = queue;
        this.network = network;
        this.settings = settings;
        sizes = new WireSizes(members);
        WideOverlays overlays = settings.overlays();
        forest =
                overlays == null
                        ? null
                        : new SiteForest(rank, members, queue, network, overlays, seed, this);
        node =
                Ordering.epaxos(
                        members.id(rank),
                        members,
                        settings.epaxos(),
                        settings.interference(),
                        seed,
                        this,
                        forest == null ? null : forest.dissemination());
    }

    void start() {
        if (forest != null) forest.start();
        step(() -> node.onStart(Recovered.fresh()));
    }

    SiteMeter meter() {
        return meter;
    }

    /** Whether the node orders requests. */
    boolean serves() {
        return node.reason().isEmpty() && node.votes();
    }

    /** Handles a request of a client: the node gets it, or it is refused. */
    void request(byte[] payload) {
        meter.offered();
        if (isCongested()) {
            meter.refused();
            return;
        }
        int number = meter.submitted(queue.now());
        step(() -> node.onSubmit(number, payload));
    }

    private boolean isCongested() {
        for (int to = 0; to < members.size(); to++)
            if (waitingBytes(to) > settings.queueBytesMax()) return true;
        return false;
    }

    private long waitingBytes(int to) {
        return forest == null ? network.uplink(rank).waitingBytes(to) : forest.waitingBytes(to);
    }

    SiteForest forest() {
        return forest;
    }

    /** Begins a linearizable read. */
    void read() {
        reads.add(new long[] {++lastRead, queue.now()});
        step(() -> node.onRead(lastRead));
    }

    /** Longest time of a read so far. */
    long readNanosMax() {
        return readNanosMax;
    }

    boolean isReading() {
        return !reads.isEmpty();
    }

    // ------------------------------------------------------------------ network

    void received(int from, Message body) {
        if (body instanceof ForestMessage message) forest.received(from, message);
        else step(() -> node.onMessage(members.id(from), body));
    }

    /** The last bit of a message has left the uplink. */
    void sent(Parcel parcel) {
        if (parcel.body instanceof Frame) forest.transmitted(parcel.to);
    }

    /** The overlays have brought a payload of another site. */
    void arrived(int from, Digest digest, byte[] payload) {
        step(() -> node.onBytes(members.id(from), digest, payload));
    }

    // ------------------------------------------------------------------ batches

    private void step(Runnable event) {
        batch(event);
        answer();
        // The node may have asked for payloads that have arrived before.
        if (forest != null) forest.handOver();
    }

    private void answer() {
        while (position > synced || version > persisted || taken != null) {
            if (version > persisted) {
                persisted = version;
                batch(() -> node.onPersisted(persisted));
            }
            if (position > synced) {
                synced = position;
                batch(() -> node.onSynced(synced));
            }
            if (taken != null) {
                SnapshotId snapshot = taken;
                taken = null;
                batch(() -> node.onSnapshotTaken(snapshot, Digest.of(new byte[0])));
            }
        }
    }

    private void batch(Runnable event) {
        node.onBatchStart(queue.now());
        event.run();
        node.onBatchEnd();
    }

    private void expire() {
        if (queue.now() != timerNanos) return;
        timerNanos = Long.MAX_VALUE;
        step(() -> node.onTimer(0));
    }

    // ------------------------------------------------------------------ effects

    @Override
    public void send(int to, Message message) {
        observe(message);
        int payload = LogMessage.unframed(message) instanceof Bytes m ? m.bytes().length : 0;
        // Without overlays, messages and payloads share one connection.
        boolean isUrgent = forest != null;
        network.send(rank, members.rank(to), message, sizes.of(message), payload, isUrgent);
    }

    /** A site sends PreAccept when it opens an instance, and Commit as soon as the commit is durable. */
    private void observe(Message message) {
        Message body = LogMessage.unframed(message);
        if (body instanceof PreAccept m && isOwn(m.id())) {
            long[] requests = ownRequests(m.value());
            proposed.put(m.id().number(), requests);
            meter.opened(m.id().number(), requests, queue.now());
        } else if (body instanceof Commit m && isOwn(m.id())) {
            committed(ownRequests(m.value()));
        } else if (body instanceof CommitProposed m && isOwn(m.id())) {
            committed(proposed.getOrDefault(m.id().number(), new long[0]));
            proposed.headMap(m.id().number() - PROPOSED_MAX).clear();
        }
    }

    private void committed(long[] requests) {
        for (long request : requests) meter.committed(request, queue.now());
    }

    private boolean isOwn(InstanceId id) {
        return id.origin() == members.id(rank);
    }

    private long[] ownRequests(RequestBatch value) {
        return value.requests().stream()
                .filter(each -> each.origin() == members.id(rank))
                .mapToLong(Request::number)
                .toArray();
    }

    @Override
    public void append(Entry entry) {
        position++;
    }

    @Override
    public void vote(long slot, long openFrom, Supplier<byte[]> record) {
        position++;
    }

    @Override
    public void persist(byte[] state) {
        version++;
    }

    @Override
    public void deliver(Entry entry, boolean mine) {
        if (!Zxid.follows(lastDelivered, entry.zxid()))
            throw broken("delivered " + entry + " after " + Zxid.toString(lastDelivered));
        lastDelivered = entry.zxid();
        meter.delivered();
        if (!mine) return;
        // With one site there is no Commit.
        meter.committed(entry.request(), queue.now());
        meter.executed(entry.request(), queue.now());
    }

    @Override
    public void readReady(long read) {
        while (!reads.isEmpty() && reads.get(0)[0] <= read)
            readNanosMax = Math.max(readNanosMax, queue.now() - reads.remove(0)[1]);
    }

    @Override
    public void refuse(long request, Refusal why) {
        if (why != Refusal.BUSY) throw broken("refused a request: " + why);
        meter.refused();
    }

    @Override
    public void setTimer(int kind, long delayNanos) {
        timerNanos = queue.now() + delayNanos;
        queue.at(timerNanos, this::expire);
    }

    @Override
    public void cancelTimer(int kind) {
        timerNanos = Long.MAX_VALUE;
    }

    @Override
    public void takeSnapshot(long zxid, byte[] note, boolean digested) {
        taken = new SnapshotId(zxid, 0, 0);
    }

    @Override
    public void purgeLog(long throughZxid) {}

    @Override
    public void keepSnapshot(SnapshotId snapshot) {}

    @Override
    public void report(String line) {}

    @Override
    public void reconfigured(long request, boolean mine, Membership now) {}

    @Override
    public void halt(String reason) {
        throw broken("halted: " + reason);
    }

    @Override
    public void truncate(long lastZxid) {
        throw broken("truncated its log to " + Zxid.toString(lastZxid));
    }

    @Override
    public void readLog(long afterZxid, int bytesMax) {
        throw broken("read its log");
    }

    @Override
    public void readSnapshot(SnapshotId snapshot, long offset, int bytesMax) {
        throw broken("read a snapshot");
    }

    @Override
    public void writeSnapshot(SnapshotId snapshot, long offset, byte[] bytes) {
        throw broken("wrote a snapshot");
    }

    @Override
    public void installSnapshot(SnapshotId snapshot, byte[] note, Digest content) {
        throw broken("installed a snapshot");
    }

    private IllegalStateException broken(String what) {
        return new IllegalStateException(
                "site " + rank + " " + what + ", expected a run without faults");
    }
}
