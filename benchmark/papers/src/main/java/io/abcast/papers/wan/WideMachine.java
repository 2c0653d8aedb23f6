package io.abcast.papers.wan;

import io.abcast.dissemination.forest.node.ForestMessage;
import io.abcast.dissemination.forest.node.ForestMessage.Frame;
import io.abcast.kernel.Digest;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.Refusal;
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
import io.abcast.papers.node.FaultFreeEffects;
import io.abcast.papers.node.InstantStorage;
import io.abcast.sim.EventQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The driver of a site: runs an EPaxos node whose processor and log take no time. If the node requests an effect that
 * only faults can cause, the run ends with an error. A site refuses requests of clients while more than {@link
 * WideSettings#queueBytesMax} bytes wait for one destination.
 */
final class WideMachine implements FaultFreeEffects {
    private static final int PROPOSED_MAX = 1 << 16;

    private final int rank;
    private final Membership members;
    private final EventQueue queue;
    private final SiteNetwork network;
    private final WideSettings settings;
    private final WireSizes sizes;
    private final SiteMeter meter = new SiteMeter();
    private final EpaxosNode node;

    /** Carries the payloads of this site; {@code null} if the EPaxos node sends payloads directly. */
    private final SitePayloads forest;

    /** The request numbers of each instance that this site has opened, by the number of the instance. */
    private final TreeMap<Long, long[]> proposed = new TreeMap<>();

    private final InstantStorage storage = new InstantStorage();
    private long timerNanos = Long.MAX_VALUE;
    private long lastDelivered = Zxid.NONE;
    private final List<long[]> reads = new ArrayList<>();

    private long lastRead;
    private long readNanosMax;

    WideMachine(
            int rank,
            Membership members,
            EventQueue queue,
            SiteNetwork network,
            WideSettings settings,
            long seed,
            Function<WideMachine, SitePayloads> carrier) {
        this.rank = rank;
        this.members = members;
        this.queue = queue;
        this.network = network;
        this.settings = settings;
        sizes = new WireSizes(members);
        forest = carrier.apply(this);
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

    boolean serves() {
        return node.reason().isEmpty() && node.votes();
    }

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
        return forest == null ? network.waitingBytes(rank, to) : forest.waitingBytes(to);
    }

    void read() {
        reads.add(new long[] {++lastRead, queue.now()});
        step(() -> node.onRead(lastRead));
    }

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

    void sent(Parcel parcel) {
        if (parcel.body instanceof Frame) forest.transmitted(parcel.to);
    }

    void arrived(int from, Digest digest, byte[] payload) {
        step(() -> node.onBytes(members.id(from), digest, payload));
    }

    // ------------------------------------------------------------------ batches

    private void step(Runnable event) {
        batch(event);
        storage.answer(answer -> batch(() -> answer.accept(node)));
        // Hand over payloads now, because the EPaxos node may just have asked for payloads that had
        // arrived earlier.
        if (forest != null) forest.handOver();
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
        // With overlays, messages of the EPaxos node overtake waiting payloads. Without overlays,
        // messages and payloads share one connection and stay in order.
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
        storage.logged();
    }

    @Override
    public void vote(long slot, long openFrom, Supplier<byte[]> record) {
        storage.logged();
    }

    @Override
    public void persist(byte[] state) {
        storage.persisted();
    }

    @Override
    public void deliver(Entry entry, boolean mine) {
        if (!Zxid.follows(lastDelivered, entry.zxid()))
            throw broken("delivered " + entry + " after " + Zxid.toString(lastDelivered));
        lastDelivered = entry.zxid();
        meter.delivered();
        if (!mine) return;
        // Record the commit here, because the only site of an ensemble sends no Commit message.
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
        storage.takeSnapshot(zxid);
    }

    @Override
    public String driverName() {
        return "site " + rank;
    }
}
