package io.abcast.jgroups;

import io.abcast.driver.RejectedException;
import io.abcast.jgroups.camu.ReplicaFrameCodec;
import io.abcast.jgroups.camu.ServerLink;
import io.abcast.jgroups.group.AbcastHeader;
import io.abcast.jgroups.group.FrameGuard;
import io.abcast.jgroups.group.GroupFrames;
import io.abcast.jgroups.group.OwnChannels;
import io.abcast.jgroups.group.ProtocolIds;
import io.abcast.log.Durability;
import io.abcast.ordering.camu.CamuCodec;
import io.abcast.ordering.camu.PartitionMap;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jgroups.Event;
import org.jgroups.Message;
import org.jgroups.View;
import org.jgroups.annotations.MBean;
import org.jgroups.util.MessageBatch;

/**
 * Orders transactions over several partitions, each of which is a replicated log (CaMu, Vandevoorde 2018). In a JGroups
 * stack, {@code CAMU} may stand anywhere above GMS. Applications use {@code CAMU} through {@link AtomicMulticast}. One
 * JGroups channel connects all servers of all partitions. A server may hold replicas of several partitions.
 *
 * <pre>{@code <io.abcast.jgroups.CAMU partitions="A=1,2,3;B=1,2,3;C=4,5,6" server_id="1" log="ZAB"
 * data_dir="/var/lib/abcast" durability="fsync"/>}</pre>
 *
 * <p>Each replica of a partition has an event loop, a log and a data directory of its own. If a replica fails, the
 * other replicas of the server continue. If all replicas of the server have failed, the server closes its JGroups
 * channel.
 *
 * <p>{@code start()}, and with it {@code JChannel.connect()}, fails with a one-sentence message if an attribute of
 * {@code CAMU} is wrong or a data directory cannot be used.
 */
@MBean(
        description =
                "CaMu: one order of transactions over several partitions, each with a replicated log")
public final class CAMU extends CamuAttributes {
    static {
        Registration.once();
    }

    private record Started(Checked settings, List<CamuReplica> replicas, ServerLink link) {}

    private Function<String, PartitionReceiver> receivers;
    private String application = "";
    private LongSupplier wallMicros = CAMU::wallMicros;
    private volatile Started started;
    private volatile OwnChannels channels;
    private volatile CompletableFuture<Void> stopped = new CompletableFuture<>();

    /** Sets the attribute {@code partitions}. */
    public CAMU setPartitions(String map) {
        partitions = map;
        return this;
    }

    /**
     * Sets the attribute {@code server_id}. The method {@link #setId} does not set the server id, but the protocol id
     * of JGroups.
     */
    public CAMU setServerId(int id) {
        server_id = id;
        return this;
    }

    /** Sets the attribute {@code durability}. */
    public CAMU setDurability(String setting) {
        durability = setting;
        return this;
    }

    /** Sets the attribute {@code data_dir}. */
    public CAMU setDataDir(String directory) {
        data_dir = directory;
        return this;
    }

    void setClock(LongSupplier micros) {
        wallMicros = micros;
    }

    private static long wallMicros() {
        Instant now = Instant.now();
        return now.getEpochSecond() * 1_000_000 + now.getNano() / 1_000;
    }

    /**
     * @param byPartition makes the receiver of a partition, for each start and each replica of this server
     * @param added text of the application that must be equal at all servers
     */
    synchronized void attach(Function<String, PartitionReceiver> byPartition, String added) {
        if (receivers != null)
            throw new IllegalStateException(getName() + ": this channel already has receivers");
        receivers = byPartition;
        application = added;
    }

    @Override
    public void start() throws Exception {
        super.start();
        if (receivers == null)
            throw new IllegalStateException(
                    "%s: expected receivers, got none: attach an AtomicMulticast before connecting the channel"
                            .formatted(getName()));
        ProtocolIds.check(getName(), getId());
        Checked settings = check(application);
        stop();
        started = null;
        if (checkDurability() != Durability.MEMORY) settings.shared().keepIn(Path.of(data_dir));
        Ending ending = new Ending();
        List<CamuReplica> replicas = new ArrayList<>();
        ServerLink link = newLink(settings, replicas);
        for (int group : settings.held()) replicas.add(newReplica(settings, group, link, ending));
        try {
            for (CamuReplica replica : replicas) {
                replica.start();
                ending.alive.incrementAndGet();
            }
        } catch (Throwable e) {
            for (CamuReplica replica : replicas) if (replica.log().running()) replica.stop();
            throw e;
        }
        for (CamuReplica replica : replicas) link.hold(replica.hosted());
        stopped = ending.end;
        started = new Started(settings, List.copyOf(replicas), link);
        ending.isArmed = true;
        link.start();
        channels = OwnChannels.watch(stack, this::stop);
    }

    private ServerLink newLink(Checked settings, List<CamuReplica> replicas) {
        PartitionMap map = settings.map();
        ReplicaFrameCodec codec =
                new ReplicaFrameCodec(map.size(), logOf(settings, 0).codec(), new CamuCodec(map));
        return new ServerLink(
                memberName(),
                log,
                ProtocolIds.CAMU,
                new GroupFrames(
                        ProtocolIds.CAMU, codec, ReplicaFrameCodec.VERSION, FrameGuard.NONE, 1),
                map.size(),
                message -> down_prot.down(message),
                server_id,
                settings.shared().groupName(),
                local_addr,
                id_check_timeout * 1_000_000,
                () -> replicas.stream().anyMatch(replica -> replica.log().established()),
                why -> reject(replicas, why));
    }

    private CamuReplica newReplica(Checked settings, int group, ServerLink link, Ending ending) {
        String partition = settings.map().name(group);
        AbcastProtocol element = logOf(settings, group);
        element.setDownProtocol(this);
        element.setProtocolStack(stack);
        return new CamuReplica(
                memberName() + " " + partition,
                log,
                settings,
                group,
                element,
                receivers.apply(partition),
                link,
                wallMicros,
                warn_clock_ahead,
                ending::ended);
    }

    private String memberName() {
        return getName() + " server " + server_id;
    }

    private static void reject(List<CamuReplica> replicas, RejectedException why) {
        for (CamuReplica replica : replicas) replica.fail(why);
    }

    private final class Ending {
        final CompletableFuture<Void> end = new CompletableFuture<>();
        final AtomicInteger alive = new AtomicInteger();
        private final AtomicReference<Throwable> first = new AtomicReference<>();

        /**
         * Set when all replicas of this server have started; only then does the end of the last replica close the
         * channel.
         */
        volatile boolean isArmed;

        void ended(CamuReplica replica, Throwable failure) {
            int left = alive.decrementAndGet();
            if (failure != null) {
                first.compareAndSet(null, failure);
                if (left > 0 && !(failure instanceof RejectedException))
                    log.error(
                            "%s: has stopped; %d other replicas of this server go on",
                            replica, left);
            }
            if (left > 0) return;
            if (failure == null) {
                end.complete(null);
                return;
            }
            end.completeExceptionally(first.get());
            if (!isArmed) return;
            // A separate thread closes the channel, because the close waits for the end of the
            // event loops. With an open channel, other servers would count a server without
            // replicas as alive.
            new Thread(() -> OwnChannels.close(stack), getName() + " closer").start();
        }
    }

    @Override
    public void stop() {
        Started present = started;
        if (present != null) {
            for (CamuReplica replica : present.replicas()) replica.beginStop();
            // An event loop must not wait for the end of another one, because two event loops that
            // wait for each other would never end.
            boolean isInside =
                    present.replicas().stream().anyMatch(replica -> replica.loop().isOwnThread());
            if (isInside) {
                present.link().beginStop();
            } else {
                for (CamuReplica replica : present.replicas()) replica.stop();
                present.link().stop();
            }
        }
        OwnChannels above = channels;
        if (above != null) above.forget();
        super.stop();
    }

    @Override
    List<CamuReplica> replicas() {
        Started present = started;
        return present == null ? List.of() : present.replicas();
    }

    @Override
    ServerLink link() {
        Started present = started;
        return present == null ? null : present.link();
    }

    @Override
    PartitionMap map() {
        Started present = started;
        return present == null ? null : present.settings().map();
    }

    CompletableFuture<Void> stopped() {
        return stopped;
    }

    @Override
    public Object up(Message message) {
        AbcastHeader header = message.getHeader(ProtocolIds.CAMU);
        if (header == null) return up_prot.up(message);
        ServerLink running = link();
        if (running != null) running.receive(message, header);
        return null;
    }

    @Override
    public void up(MessageBatch batch) {
        ServerLink running = link();
        if (running != null) running.receive(batch);
        else batch.removeIf(message -> message.getHeader(ProtocolIds.CAMU) != null, true);
        if (!batch.isEmpty()) up_prot.up(batch);
    }

    @Override
    public Object up(Event event) {
        if (event.getType() == Event.VIEW_CHANGE) onView(event.getArg());
        return up_prot.up(event);
    }

    @Override
    public Object down(Message message) {
        return down_prot.down(message);
    }

    @Override
    public Object down(Event event) {
        switch (event.getType()) {
            // GMS below leaves the group on this event, so no request may follow. Above FORK the
            // process stays in the group.
            case Event.DISCONNECT -> {
                if (!OwnChannels.aboveFork(stack)) stop();
            }
            // A ForkChannel passes its view down when it connects, so a new view may come from
            // above this protocol.
            case Event.VIEW_CHANGE -> onView(event.getArg());
            default -> {}
        }
        return down_prot.down(event);
    }

    private void onView(View view) {
        ServerLink running = link();
        if (running != null && view.containsMember(local_addr)) running.onView(view);
    }
}
