package io.abcast.sim.testbed;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Effects;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;
import io.abcast.kernel.Node;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.Refusal;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import io.abcast.log.Durability;
import io.abcast.log.Storage;
import io.abcast.log.Storages;
import io.abcast.sim.EventQueue;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/**
 * A simulated machine of the testbed that runs one server: the driver of a node whose log is in memory. The node
 * handles each received message as a separate batch, so that only the transport batches messages.
 */
final class Server extends TestbedHost implements Effects, Storage.Completions {
    private final int id;
    private final Membership members;
    private final TestbedLoad load;
    private final Meter meter;
    private final byte[] payload;
    private final TestbedTimers timers;
    private final Storage storage;
    private final Node node;
    private final ServerFactory.Gauge gauge;

    private TestbedHost[] servers;

    /** The clients with a request at this server, by the number of the request, from 1. */
    private Client[] clients = new Client[1024];

    private TestbedHost[] machines = new TestbedHost[1024];
    private long[] receivedAt = new long[1024];
    private int requests;

    private boolean started;

    private long synced;
    private long syncedSeen;
    private long persisted;
    private long persistedSeen;
    private long lastDelivered = Zxid.NONE;

    Server(
            Hardware hardware,
            EventQueue queue,
            int index,
            int hosts,
            Membership members,
            TestbedLoad load,
            Meter meter,
            ServerFactory factory,
            long seed) {
        super(hardware, queue, index, hosts);
        this.id = members.id(index);
        this.members = members;
        this.load = load;
        this.meter = meter;
        payload = new byte[load.payloadBytes()];
        timers = new TestbedTimers(queue, this::post);
        storage = Storages.open(Durability.MEMORY, null, id, members, note -> {});
        ServerFactory.Instance instance = factory.create(id, members, seed, this);
        node = instance.node();
        gauge = instance.gauge();
    }

    void start(TestbedHost[] all) {
        servers = all;
        try {
            post(storage.recover(this));
        } catch (IOException e) {
            throw new IllegalStateException("memory failed to recover", e);
        }
    }

    boolean serves() {
        return started && gauge.serves();
    }

    ServerFactory.Gauge gauge() {
        return gauge;
    }

    @Override
    void handle(TestbedHost from, Object body) {
        if (body instanceof Client client && !client.write) {
            send(from, client, load.payloadBytes());
            return;
        }
        if (body instanceof Integer kind && !timers.takes(kind)) return;
        node.onBatchStart(now());
        if (body instanceof Message message) node.onMessage(members.id(from.index()), message);
        else if (body instanceof Client client) submit(from, client);
        else if (body instanceof Integer kind) node.onTimer(kind);
        else start((Recovered) body);
        endBatch();
        answerStorage();
    }

    private void answerStorage() {
        while (synced > syncedSeen || persisted > persistedSeen) {
            node.onBatchStart(now());
            if (persisted > persistedSeen) {
                persistedSeen = persisted;
                node.onPersisted(persisted);
            }
            if (synced > syncedSeen) {
                syncedSeen = synced;
                node.onSynced(synced);
            }
            endBatch();
        }
    }

    private void start(Recovered recovered) {
        node.onStart(recovered);
        started = true;
    }

    private void endBatch() {
        node.onBatchEnd();
        storage.flush();
    }

    private void submit(TestbedHost machine, Client client) {
        if (++requests == clients.length) {
            clients = Arrays.copyOf(clients, 2 * requests);
            machines = Arrays.copyOf(machines, 2 * requests);
            receivedAt = Arrays.copyOf(receivedAt, 2 * requests);
        }
        clients[requests] = client;
        machines[requests] = machine;
        receivedAt[requests] = now();
        node.onSubmit(requests, payload);
    }

    @Override
    public void send(int to, Message message) {
        meter.sent();
        send(servers[members.rank(to)], message, message.wireBytes());
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
    public void persist(byte[] state) {
        storage.persist(state);
    }

    @Override
    public void deliver(Entry entry, boolean mine) {
        if (!Zxid.follows(lastDelivered, entry.zxid()))
            throw broken("delivered " + entry + " after " + Zxid.toString(lastDelivered));
        lastDelivered = entry.zxid();
        if (!mine) {
            meter.abdelivered();
            return;
        }
        int request = (int) entry.request();
        meter.abdelivered(now() - receivedAt[request]);
        send(machines[request], clients[request], load.payloadBytes());
        clients[request] = null;
    }

    @Override
    public void setTimer(int kind, long delayNanos) {
        timers.set(kind, delayNanos);
    }

    @Override
    public void cancelTimer(int kind) {
        timers.cancel(kind);
    }

    @Override
    public void report(String line) {}

    @Override
    public void reconfigured(long request, boolean mine, Membership now) {}

    @Override
    public void refuse(long request, Refusal why) {
        throw broken("refused a request: " + why);
    }

    @Override
    public void halt(String reason) {
        throw broken("halted: " + reason);
    }

    @Override
    public void truncate(long lastZxid) {
        throw broken("truncated its log to " + Zxid.toString(lastZxid));
    }

    @Override
    public void purgeLog(long throughZxid) {}

    @Override
    public void readLog(long afterZxid, int bytesMax) {
        storage.readLog(afterZxid, bytesMax);
    }

    @Override
    public void readReady(long read) {
        throw broken("answered read " + read + ", which the node was never given");
    }

    @Override
    public void takeSnapshot(long zxid, byte[] note, boolean digested) {
        throw broken("took a snapshot");
    }

    @Override
    public void keepSnapshot(SnapshotId snapshot) {
        throw broken("kept a snapshot");
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

    @Override
    public void synced(long position) {
        synced = position;
    }

    @Override
    public void persisted(long version) {
        persisted = version;
    }

    @Override
    public void logRead(long afterZxid, List<Entry> entries) {
        throw broken("read its log: the cache is too small for the run");
    }

    @Override
    public void snapshotTaken(SnapshotId snapshot, Digest content) {
        throw broken("took " + snapshot);
    }

    @Override
    public void snapshotRead(SnapshotId snapshot, long offset, byte[] bytes) {
        throw broken("read " + snapshot);
    }

    @Override
    public void snapshotWritten(SnapshotId snapshot, long nextOffset) {
        throw broken("wrote " + snapshot);
    }

    @Override
    public void snapshotInstalled(SnapshotId snapshot, boolean installed) {
        throw broken("installed " + snapshot);
    }

    @Override
    public void failed(IOException cause) {
        throw new IllegalStateException("server " + id + ": memory failed", cause);
    }

    private IllegalStateException broken(String what) {
        return new IllegalStateException(
                "server " + id + " " + what + ", expected a run without faults");
    }
}
